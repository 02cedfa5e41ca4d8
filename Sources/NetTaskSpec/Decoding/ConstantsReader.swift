/// Reads `constants:`, whose values keep the kind that they are written in.
struct ConstantsReader {
    let diagnostics: DiagnosticCollector

    /// A constant and where its value stands.
    struct Located {
        var constant: Endpoint.Constant
        var range: SourceRange
    }

    func constants(_ node: YAMLNode) -> [Located] {
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`constants` must be a map of names to values, not \(node.kind)", at: node.range)
            return []
        }
        return entries.compactMap { entry in
            guard !entry.key.isEmpty else {
                diagnostics.error("a name on the wire cannot be empty", at: entry.keyRange)
                return nil
            }
            return value(entry).map {
                Located(constant: Endpoint.Constant(name: entry.key, value: $0), range: entry.value.range)
            }
        }
    }

    private func value(_ entry: YAMLNode.Entry) -> Endpoint.Constant.Value? {
        guard case .scalar(let scalar) = entry.value.content else {
            diagnostics.error("a constant must be a single value, not \(entry.value.kind)", at: entry.value.range)
            return nil
        }
        guard !entry.value.isMissing else {
            diagnostics.error(
                "the constant \(entry.key.quotedForMessage) has no value",
                at: entry.keyRange,
                notes: [.init("write null or \"\" if that is meant", at: entry.keyRange)]
            )
            return nil
        }
        guard scalar.isPlain else { return .string(scalar.text) }
        switch ScalarKind(plain: scalar.text) {
        case .string: return .string(scalar.text)
        case .integer(let number): return .integer(number)
        case .number(let text): return .number(text)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .refused(let reason):
            diagnostics.error(
                "\(scalar.text.quotedForMessage) \(reason)",
                at: entry.value.range,
                notes: [.init("quote it to send it as text", at: entry.value.range)]
            )
            return nil
        }
    }
}
