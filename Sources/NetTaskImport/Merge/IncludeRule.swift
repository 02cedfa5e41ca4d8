/// Makes `include` name the files that there are after a merge. For other lists it changes nothing.
struct IncludeRule {
    /// Files of ours that stay, though the document has them no more.
    private var kept: Set<String> = []
    /// Files of theirs that are made, and were not there before.
    private var created: Set<String> = []
    /// Files of theirs that are not made.
    private var leftOut: Set<String> = []
    /// Whether `include` may be merged as any list is.
    private(set) var agrees = true

    init() {}

    /// - Parameters:
    ///   - present: The names of all files after the merge.
    ///   - base, ours, theirs: What `include` names in each.
    init(
        present: Set<String>,
        created: Set<String>,
        theirsFiles: Set<String>,
        base: [String],
        ours: [String],
        theirs: [String]
    ) {
        kept = present.subtracting(theirsFiles)
        self.created = created
        leftOut = theirsFiles.subtracting(present)
        let added = theirs.filter { !ours.contains($0) }
        let dropped = ours.filter { base.contains($0) && !theirs.contains($0) }
        let addsAll = added.allSatisfy { path in
            let isNew = !base.contains(path)
            return adds(path, isNew: isNew) == isNew
        }
        agrees = addsAll && !dropped.contains(where: keeps)
    }

    /// Whether a file stays named that the document names no more.
    func keeps(_ path: String) -> Bool {
        kept.contains(Self.name(path))
    }

    /// Whether a file that the document names, and ours does not, is put in.
    /// - Parameter isNew: Whether the last import did not name it.
    func adds(_ path: String, isNew: Bool) -> Bool {
        isNew ? !leftOut.contains(Self.name(path)) : created.contains(Self.name(path))
    }

    private static func name(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
