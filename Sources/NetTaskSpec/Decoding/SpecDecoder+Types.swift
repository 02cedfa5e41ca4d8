/// Reads types, which specs write as Swift does: `Int`, `String?`, `[Post]`, `[String: Int]`.
extension SpecDecoder {
    /// Deeper types are nobody's.
    private static let depthLimit = 8

    /// The type that a node stands for: text, or what YAML makes of brackets without quotes.
    func type(_ node: YAMLNode, depth: Int = 0) -> TypeReference? {
        guard depth < Self.depthLimit else { return at(node.range).error("this type is nested too deep").none() }
        switch node.content {
        case .scalar(let scalar):
            return node.isMissing
                ? at(node.range).error("a type is missing here").none() : type(scalar.text, node.range)
        case .sequence(let items):
            guard items.count == 1 else {
                return at(node.range).error("a list type holds one type, as in `[String]`, not \(items.count)").none()
            }
            guard case .mapping(let entries) = items[0].content else {
                return type(items[0], depth: depth + 1).map { .array($0) }
            }
            guard entries.count == 1, entries[0].key == "String" else {
                return at(items[0].range)
                    .error("a dictionary type has one key type, `String`, and one value type: `[String: Int]`").none()
            }
            return type(entries[0].value, depth: depth + 1).map { .dictionary($0) }
        case .mapping:
            return at(node.range).error("a type cannot be a map")
                .note("a dictionary is written `[String: Int]`").none()
        }
    }

    private func type(_ text: String, _ range: SourceRange) -> TypeReference? {
        if let type = namedType(text) { return type }
        var parser = TypeTextParser(text, named: namedType)
        do throws(TypeTextParser.Problem) {
            return try parser.parse(depthLimit: Self.depthLimit)
        } catch {
            switch error {
            case .malformed(let reason):
                return at(range).error("\(text.quotedForMessage) is no type: \(reason)").none()
            case .unknown(let name):
                let names = TypeReference.Scalar.allCases.map(\.rawValue) + shapes.names
                return at(range).error("unknown type \(name.quotedForMessage)")
                    .suggest(Self.namesElsewhere[name.lowercased()] ?? name.closestMatch(among: names)).none()
            }
        }
    }

    /// What other languages call our types.
    private static let namesElsewhere = [
        "any": "JSONValue", "bigint": "Int64", "boolean": "Bool", "byte": "UInt8", "bytes": "Data", "datetime": "Date",
        "float32": "Float", "float64": "Double", "integer": "Int", "json": "JSONValue", "long": "Int64",
        "none": "none", "null": "none", "number": "Double", "object": "JSONValue", "short": "Int16", "str": "String",
        "text": "String", "uri": "URL", "void": "none",
    ]

    private func namedType(_ name: String) -> TypeReference? {
        if let scalar = TypeReference.Scalar(rawValue: name) { return .scalar(scalar) }
        return shapes.isShape(name) ? .shape(name) : nil
    }
}

/// Parses a type written as one text, such as `[String: [Post]]?`.
private struct TypeTextParser {
    private var rest: Substring.UnicodeScalarView
    /// The type that a bare name stands for.
    private let named: (String) -> TypeReference?

    enum Problem: Error {
        /// A name that stands for no type.
        case unknown(String)
        case malformed(String)
    }

    init(_ text: String, named: @escaping (String) -> TypeReference?) {
        rest = text.unicodeScalars[...]
        self.named = named
    }

    mutating func parse(depthLimit: Int) throws(Problem) -> TypeReference {
        let type = try parseType(depth: depthLimit)
        skipSpaces()
        guard rest.isEmpty else { throw .malformed("there is more after \("\(type)".quotedForMessage)") }
        return type
    }

    private mutating func parseType(depth: Int) throws(Problem) -> TypeReference {
        guard depth > 0 else { throw .malformed("it is nested too deep") }
        skipSpaces()
        let type: TypeReference
        if rest.first == "[" {
            rest.removeFirst()
            let element = try parseType(depth: depth - 1)
            skipSpaces()
            if rest.first == ":" {
                rest.removeFirst()
                try checkKey(element)
                type = .dictionary(try parseType(depth: depth - 1))
                skipSpaces()
            } else {
                type = .array(element)
            }
            guard rest.first == "]" else { throw .malformed("a `]` is missing") }
            rest.removeFirst()
        } else {
            let scalars = rest.prefix { !"[]<>,:? ".unicodeScalars.contains($0) }
            let name = String(scalars)
            guard !name.isEmpty else { throw .malformed("a name is missing") }
            rest = rest.dropFirst(scalars.count)
            if rest.first == "<" {
                type = try parseGeneric(name, depth: depth)
            } else if let found = named(name) {
                type = found
            } else {
                throw .unknown(name)
            }
        }
        guard rest.first == "?" else { return type }
        rest.removeFirst()
        guard rest.first != "?" else { throw .malformed("one `?` is enough") }
        return .optional(type)
    }

    /// The long forms, which YAML does not take for lists: `Array<Post>` and `Dictionary<String, Int>`.
    private mutating func parseGeneric(_ name: String, depth: Int) throws(Problem) -> TypeReference {
        var arguments: [TypeReference] = []
        repeat {
            rest.removeFirst()
            arguments.append(try parseType(depth: depth - 1))
            skipSpaces()
        } while rest.first == ","
        guard rest.first == ">" else { throw .malformed("a `>` is missing") }
        rest.removeFirst()
        switch (name, arguments.count) {
        case ("Array", 1): return .array(arguments[0])
        case ("Dictionary", 2):
            try checkKey(arguments[0])
            return .dictionary(arguments[1])
        case ("Optional", 1): throw .malformed("an optional is written with `?` at its end")
        default: throw .malformed("only `Array<…>` and `Dictionary<String, …>` hold other types")
        }
    }

    private func checkKey(_ type: TypeReference) throws(Problem) {
        guard type == .scalar(.string) else { throw .malformed("the keys of a dictionary are `String`") }
    }

    private mutating func skipSpaces() {
        while rest.first == " " { rest.removeFirst() }
    }
}
