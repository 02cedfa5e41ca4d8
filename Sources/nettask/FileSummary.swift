import NetTaskSpec
import NetTaskTerminal

extension RunResults {
    /// Prints a line for each file that changed, or that would change.
    ///
    /// - Parameter hasUnchanged: Whether unchanged files are listed as well.
    func printFiles(isCheck: Bool = false, hasUnchanged: Bool) {
        let terminal = Terminal.output
        let lists: [(verb: String, style: Terminal.Style, paths: [String]?)] = [
            (isCheck ? "would create" : "created", .green, created),
            (isCheck ? "would update" : "updated", .yellow, updated),
            (isCheck ? "would remove" : "removed", .red, removed),
            ("unchanged", .dim, hasUnchanged ? unchanged : nil),
            ("kept, because nettask did not write it:", .yellow, kept),
        ]
        for list in lists {
            for path in list.paths ?? [] {
                print(terminal.cut("\(terminal.styled(list.verb, list.style)) \(path.escapedForTerminal)"))
            }
        }
    }

    /// "2 files changed, 5 unchanged"
    func fileCounts(isCheck: Bool = false) -> String {
        let changed = [created, updated, removed].reduce(0) { $0 + ($1?.count ?? 0) }
        let text = "\(Self.count(changed, "file")) \(isCheck ? "would change" : "changed")"
        return Terminal.output.styled(text, .bold) + ", \(unchanged?.count ?? 0) unchanged"
    }

    /// "2 specs, 5 endpoints, 3 shapes"
    var specCounts: String {
        [(specCount, "spec"), (endpointCount, "endpoint"), (shapeCount, "shape")]
            .map { Self.count($0 ?? 0, $1) }.joined(separator: ", ")
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    mutating func add(_ changes: ManagedFolder.Changes, in folder: String) {
        func add(_ names: [String], to paths: inout [String]?) {
            paths = (paths ?? []) + names.map { "\(folder)/\($0)" }
        }
        add(changes.created, to: &created)
        add(changes.updated, to: &updated)
        add(changes.removed, to: &removed)
        add(changes.unchanged, to: &unchanged)
    }
}
