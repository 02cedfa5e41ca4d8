internal import NetTaskSpec

/// The order in which files are written, such that an entry that moves is in one of them at any time: were it in none
/// when an import is killed, the next one would take it for removed by the team.
enum WriteOrder {
    /// - Returns: The files, those that gain an entry before the one that loses it. Of files that exchange entries one
    ///   is first nevertheless.
    static func sorted(_ files: [ImportedFile], over old: [ImportedFile]) -> [ImportedFile] {
        let oldTexts = Dictionary(old.map { ($0.name, $0.text) }) { first, _ in first }
        func isUnchanged(_ file: ImportedFile) -> Bool { oldTexts[file.name]?.isSame(as: file.text) == true }
        // Only a file that changed can lose an entry, and to find the entries of all of them costs as much as to read them.
        guard files.contains(where: { oldTexts[$0.name] != nil && !isUnchanged($0) }) else { return files }
        var pending = files.map { file in
            if isUnchanged(file) { return (file: file, gained: Set<[String]>(), lost: Set<[String]>()) }
            let before = oldTexts[file.name].map(entries) ?? []
            let after = entries(file.text)
            return (file: file, gained: after.subtracting(before), lost: before.subtracting(after))
        }
        var sorted: [ImportedFile] = []
        while !pending.isEmpty {
            let gained = pending.reduce(into: Set<[String]>()) { $0.formUnion($1.gained) }
            // No file gains what it loses, so what is gained is another's.
            let free = pending.filter { $0.lost.isDisjoint(with: gained) }
            guard !free.isEmpty else {
                sorted.append(pending.removeFirst().file)
                continue
            }
            sorted += free.map(\.file)
            pending.removeAll { $0.lost.isDisjoint(with: gained) }
        }
        return sorted
    }

    private static func entries(_ text: String) -> Set<[String]> {
        let (root, _) = YAMLNode.reading(Array(text.utf8), path: "")
        guard let root, case .map(let sections) = PlainValue(root) else { return [] }
        var found: Set<[String]> = []
        for section in sections where SpecSections.names.contains(section.key) {
            guard case .map(let entries) = section.value else { continue }
            for entry in entries { found.insert([section.key, entry.key]) }
        }
        return found
    }
}
