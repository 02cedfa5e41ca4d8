/// Reads types, which specs write as Swift does: `Int`, `String?`, `[Post]`, `[String: Int]`.
struct TypeReader {
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    /// Deeper types are nobody's.
    private static let depthLimit = 8

    /// The type that a node stands for: text, or what YAML makes of brackets without quotes.
    func type(_ node: YAMLNode) -> TypeReference? {
        type(node, depth: 0)
    }

    private func type(_ node: YAMLNode, depth: Int) -> TypeReference? {
        guard depth < Self.depthLimit else {
            diagnostics.error("this type is nested too deep", at: node.range)
            return nil
        }
        switch node.content {
        case .scalar(let scalar):
            guard !node.isMissing else {
                diagnostics.error("a type is missing here", at: node.range)
                return nil
            }
            return type(scalar.text, node.range)
        case .sequence(let items):
            guard items.count == 1 else {
                diagnostics.error("a list type holds one type, as in `[String]`, not \(items.count)", at: node.range)
                return nil
            }
            guard case .mapping(let entries) = items[0].content else {
                return type(items[0], depth: depth + 1).map { .array($0) }
            }
            guard entries.count == 1, entries[0].key == "String" else {
                diagnostics.error(
                    "a dictionary type has one key type, `String`, and one value type: `[String: Int]`",
                    at: items[0].range
                )
                return nil
            }
            return type(entries[0].value, depth: depth + 1).map { .dictionary($0) }
        case .mapping:
            diagnostics.error(
                "a type cannot be a map",
                at: node.range,
                notes: [.init("a dictionary is written `[String: Int]`", at: node.range)]
            )
            return nil
        }
    }

    private func type(_ text: String, _ range: SourceRange) -> TypeReference? {
        if let type = named(text) { return type }
        var parser = TypeTextParser(text)
        switch parser.parse(depthLimit: Self.depthLimit, named: { name in named(name) }) {
        case .type(let type):
            return type
        case .unknown(let name):
            diagnostics.error(
                "unknown type \(name.quotedForMessage)",
                at: range,
                suggestion: Self.namesElsewhere[name.lowercased()]
                    ?? name.closestMatch(among: TypeReference.Scalar.allCases.map(\.rawValue) + shapes.names)
            )
            return nil
        case .malformed(let reason):
            diagnostics.error("\(text.quotedForMessage) is no type: \(reason)", at: range)
            return nil
        }
    }

    /// What other languages call our types.
    private static let namesElsewhere = [
        "any": "JSONValue", "bigint": "Int64", "boolean": "Bool", "byte": "UInt8", "bytes": "Data", "datetime": "Date",
        "float32": "Float", "float64": "Double", "integer": "Int", "json": "JSONValue", "long": "Int64",
        "none": "none", "null": "none", "number": "Double", "object": "JSONValue", "short": "Int16", "str": "String",
        "text": "String", "uri": "URL", "void": "none",
    ]

    private func named(_ name: String) -> TypeReference? {
        if let scalar = Self.scalars[name] { return .scalar(scalar) }
        return shapes.isShape(name) ? .shape(name) : nil
    }

    private static let scalars: [String: TypeReference.Scalar] = Dictionary(
        uniqueKeysWithValues: TypeReference.Scalar.allCases.map { ($0.rawValue, $0) }
    )
}
