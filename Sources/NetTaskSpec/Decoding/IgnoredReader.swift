/// Reads `ignored:`, which names what is never sent, or says `all`.
struct IgnoredReader {
    /// What the names are of: "param" or "field".
    let noun: String
    let diagnostics: DiagnosticCollector

    /// - Parameters:
    ///   - fields: Those that are ignored are marked.
    ///   - declared: The map that the fields were read from: one that could not be read has still been declared.
    func apply(_ node: YAMLNode, to fields: inout [LocatedField], declaredIn declared: YAMLNode?) {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "all":
            for index in fields.indices { fields[index].field.isIgnored = true }
        case .sequence(let items):
            let known = declaredNames(declared)
            let indices = Dictionary(fields.indices.map { (fields[$0].field.name.written, $0) }) { first, _ in first }
            for item in items {
                guard case .scalar(let scalar) = item.content, !item.isMissing else {
                    diagnostics.error("`ignored` must hold names of \(noun)s, not \(item.kind)", at: item.range)
                    continue
                }
                guard known.contains(scalar.text) else {
                    diagnostics.error(
                        "`ignored` names \(scalar.text.quotedForMessage), which is no \(noun) here",
                        at: item.range,
                        suggestion: scalar.text.closestMatch(among: known.sorted())
                    )
                    continue
                }
                if let index = indices[scalar.text] {
                    fields[index].field.isIgnored = true
                    fields[index].ignoredRange = item.range
                }
            }
        case .scalar, .mapping:
            diagnostics.error("`ignored` must be a list of names, or `all`", at: node.range)
        }
    }

    private func declaredNames(_ node: YAMLNode?) -> Set<String> {
        guard case .mapping(let entries) = node?.content else { return [] }
        return Set(entries.map(\.key))
    }
}
