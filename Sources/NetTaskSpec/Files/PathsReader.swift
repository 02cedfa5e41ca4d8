/// Reads the paths of other specs: `include:`, a list of them, and `extends:`, one or a list.
struct PathsReader {
    let key: String
    let diagnostics: DiagnosticCollector

    /// A path as it is written, and where.
    struct Path {
        var text: String
        var range: SourceRange
    }

    /// - Returns: The paths, and whether those are all; what cannot be read has been reported.
    func paths(_ entry: YAMLNode.Entry) -> (paths: [Path], areAll: Bool) {
        if key == "extends", entry.keyRange.start.column > 1 {
            diagnostics.error(
                "`extends` must stand at the beginning of a line, where the build plugin looks for it",
                at: entry.keyRange
            )
        }
        let node = entry.value
        let items: [YAMLNode]
        switch node.content {
        case .sequence(let nodes): items = nodes
        case .scalar where key == "extends": items = [node]
        default:
            let kinds = key == "extends" ? "a path or a list of paths" : "a list of paths"
            diagnostics.error(
                "`\(key)` must be \(kinds), such as `[shared.nettask.yaml]`, not \(node.kind)",
                at: node.range
            )
            return ([], false)
        }
        let paths = items.compactMap(path)
        return (paths, paths.count == items.count)
    }

    private func path(_ node: YAMLNode) -> Path? {
        guard case .scalar(let scalar) = node.content, !node.isMissing else {
            diagnostics.error("a path to a spec must be text, not \(node.kind)", at: node.range)
            return nil
        }
        let path = scalar.text
        let written = path.quotedForMessage
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), !path.contains("://") else {
            diagnostics.error(
                "\(written) is no path from this file",
                at: node.range,
                notes: [
                    .init(
                        "write the way from the folder of this file, such as `../shared.nettask.yaml`",
                        at: node.range
                    )
                ]
            )
            return nil
        }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            diagnostics.error("a path cannot hold a control character", at: node.range)
            return nil
        }
        guard path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml") else {
            diagnostics.error(
                "\(written) is no name of a spec, which ends in `.nettask.yaml`",
                at: node.range,
                notes: [.init("by that ending the build plugin knows what to watch", at: node.range)]
            )
            return nil
        }
        return Path(text: path, range: node.range)
    }
}
