/// Reads of a file what does not depend on others: its version, its keys, and the name of its client.
struct SpecPartReader {
    let diagnostics: DiagnosticCollector

    /// nil after a diagnostic that leaves nothing to go on with.
    func part(_ file: YAMLFile) -> SpecPart? {
        guard let root = file.root(diagnostics) else { return nil }
        let start = SourceRange(file: file.number, at: root.range.start)
        if root.isMissing {
            diagnostics.error("this file is empty; a spec begins with `nettask: 1`", at: start)
            return nil
        }
        guard checkVersion(root) else { return nil }
        let rule = SpecLanguage.spec
        guard let reader = MappingReader(root, rule, subject: "a spec", place: start, diagnostics) else { return nil }
        return SpecPart(
            number: file.number,
            path: file.path,
            start: start,
            entries: reader.entries,
            hasClient: root["client"] != nil,
            client: client(reader)
        )
    }

    /// Whether this is a spec of our version. A spec of another one would give nothing but misleading errors.
    private func checkVersion(_ root: YAMLNode) -> Bool {
        guard let node = root["nettask"], !node.isMissing else { return true }
        let version = String(SpecLanguage.version)
        guard case .scalar(let scalar) = node.content else {
            diagnostics.error("`nettask` must be the version `\(version)`, not \(node.kind)", at: node.range)
            return false
        }
        guard scalar.text == version else {
            let written = scalar.text.quotedForMessage
            diagnostics.error("unknown version \(written); this NetTask reads `nettask: \(version)`", at: node.range)
            return false
        }
        return true
    }

    private func client(_ reader: MappingReader) -> Name? {
        let values = ValueReader(diagnostics: diagnostics)
        guard let node = reader["client"], let text = values.text(node, "client") else { return nil }
        return NameReader(diagnostics: diagnostics).name(text, at: node.range, swiftName: nil, .client)
    }
}
