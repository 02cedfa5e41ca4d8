/// Reads `include:`, a list of paths.
struct IncludeReader {
    let diagnostics: DiagnosticCollector

    /// A path as it is written, and where.
    struct Path {
        var text: String
        var range: SourceRange
    }

    func paths(_ node: YAMLNode) -> [Path] {
        guard case .sequence(let items) = node.content else {
            diagnostics.error(
                "`include` must be a list of paths, such as `[shared.nettask.yaml]`, not \(node.kind)",
                at: node.range
            )
            return []
        }
        return items.compactMap(path)
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
