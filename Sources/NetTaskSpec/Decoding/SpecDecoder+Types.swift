/// Decodes types, which specs write as Swift does: `Int`, `String?`, `[Post]`, `[String: Int]`.
extension SpecDecoder {
    /// The maximum nesting of a type.
    private static let depthLimit = 8

    /// The type of a node: a text, or a YAML list or map, which is how YAML reads brackets without quotes.
    func type(_ node: YAMLNode, depth: Int = 0) -> TypeReference? {
        guard depth < Self.depthLimit else {
            return at(node.range, .limitExceeded)
                .error("this type is nested too deeply").none()
        }
        switch node.content {
        case .scalar(let scalar):
            return node.isMissing
                ? at(node.range, .missingType).error("missing type").none() : type(scalar.text, node.range)
        case .sequence(let items):
            guard items.count == 1 else {
                return at(node.range, .invalidType)
                    .error("a list has one element type, as in `[String]`, not \(items.count)").none()
            }
            guard case .mapping(let entries) = items[0].content else {
                return type(items[0], depth: depth + 1).map { .array($0) }
            }
            guard entries.count == 1, entries[0].key == "String" else {
                return at(items[0].range, .invalidType)
                    .error("a dictionary type has one key type, `String`, and one value type: `[String: Int]`").none()
            }
            return type(entries[0].value, depth: depth + 1).map { .dictionary($0) }
        case .mapping:
            let mediaTypes = "write media types directly below `body` or `response`"
            return at(node.range, .invalidType).error("a type cannot be a map")
                .note(node.isByMediaType ? mediaTypes : "for a dictionary, write `[String: Int]`").none()
        }
    }

    private func type(_ text: String, _ range: SourceRange) -> TypeReference? {
        if let type = namedType(text) { return type }
        if let equals = text.firstIndex(of: "=") {
            let type = text[..<equals].split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let value = text[equals...].dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return at(range, .invalidType)
                .error("invalid type \(text.quotedForMessage): write the default in the key `default`")
                .suggest("{type: \(type), default: \(value)}").none()
        }
        // Suggestions for a long text would take too long.
        var parser = TypeTextParser(text, named: namedType) { text.utf8.count < 200 ? suggestedType($0) : nil }
        let suggested = parser.parse(depthLimit: Self.depthLimit)
        switch parser.problem {
        case nil: return suggested
        case .malformed(let reason):
            return at(range, .invalidType)
                .error("\(text.quotedForMessage) is not a type: \(reason)")
                .suggest(suggested?.inYAML) { $0 == "[\(text.dropLast(2))]" }.none()
        case .unknown(let name):
            let place = name == text ? "" : " in \(text.quotedForMessage)"
            let message = "unknown type \(name.quotedForMessage)\(place)"
            if files.isShared, suggested == nil { return at(range, .unknownShape).note(message).none() }
            if let report = diagnostics.reportRemoval(of: name, in: "shapes", at: range, .unknownShape) {
                return report.none()
            }
            let report = at(range, .unknownShape).error(message)
                .suggest(suggested?.inYAML) { $0.lowercased() == text.lowercased() }
            if let advice = Self.advice[name.lowercased()] ?? (suggested == nil ? Self.adviceOnShapes : nil) {
                report.note(advice)
            }
            return nil
        }
    }

    private static let adviceOnShapes = "declare your own types under `shapes`"

    /// The corrections for type names of other languages.
    private static let advice: [String: String] = {
        let nothing = "only a whole reply can be empty: `none`; for an optional value, use `?`"
        let list = "for a list, write the type of its elements in brackets: `[String]`"
        let dictionary = "for a dictionary, write the type of its values: `[String: Int]`"
        return [
            "none": nothing, "null": nothing, "void": nothing, "array": list, "list": list, "set": list,
            "dict": dictionary, "dictionary": dictionary, "map": dictionary,
        ]
    }()

    /// Reports a map as in JSON Schema, `{type: array, items: Post}`, in place of a type. Returns whether it is one.
    func refusesJSONSchema(_ node: YAMLNode) -> Bool {
        let type = node["type"]
        if let reference = node["$ref"], let name = reference.text?.split(separator: "/").last {
            at(reference.range, .unknownKey)
                .error("unknown key `$ref`").note("use the shape's name as the type: `type: \(name)`")
        } else if let items = node["items"], let type, ["array", "list"].contains(type.text?.lowercased()) {
            let item = items.text ?? items["type"]?.text ?? "Post"
            let element = suggestedType(item).map { "\($0)" } ?? item
            at(type.range, .unknownShape).error("unknown type \(type.written)").suggest("[\(element)]")
                .note("for a list, write the type of its elements, without `items`")
        } else if let properties = node["properties"], properties.isMap {
            at(properties.range, .unknownKey).error("`properties` is not allowed in a type")
                .note("define the object under `shapes`, as in `Post: {fields: {id: Int}}`, and write its name here")
        } else {
            return false
        }
        return true
    }

    /// The type to suggest for an unknown name.
    private func suggestedType(_ name: String) -> TypeReference? {
        let names = TypeReference.Scalar.allCases.map(\.rawValue) + shapes.names
        return (Self.namesElsewhere[name.lowercased()] ?? name.closestMatch(among: names)).flatMap(namedType)
    }

    /// The names of built-in types in other languages.
    private static let namesElsewhere = [
        "any": "JSONValue", "bigint": "Int64", "boolean": "Bool", "byte": "UInt8", "bytes": "Data", "datetime": "Date",
        "float32": "Float", "float64": "Double", "integer": "Int", "json": "JSONValue", "long": "Int64",
        "number": "Double", "object": "JSONValue", "short": "Int16", "str": "String",
        "text": "String", "uri": "URL",
    ]

    private func namedType(_ name: String) -> TypeReference? {
        if let scalar = TypeReference.Scalar(rawValue: name) { return .scalar(scalar) }
        return shapes.kind(of: name) != nil ? .shape(name) : nil
    }
}

/// Parses a type written as one text, such as `[String: [Post]]?`. For suggestions, also parses the forms of other
/// languages.
private struct TypeTextParser {
    /// The first problem.
    private(set) var problem: Problem?
    private var rest: Substring.UnicodeScalarView
    /// The type with this name.
    private let named: (String) -> TypeReference?
    /// The type to suggest for an unknown name.
    private let suggestion: (String) -> TypeReference?

    enum Problem: Error {
        /// An unknown name.
        case unknown(String)
        case malformed(String)
    }

    init(
        _ text: String,
        named: @escaping (String) -> TypeReference?,
        suggestion: @escaping (String) -> TypeReference?
    ) {
        rest = text.unicodeScalars[...]
        self.named = named
        self.suggestion = suggestion
    }

    /// The type or, if there is a problem, the type to suggest; `nil` if none can be suggested.
    mutating func parse(depthLimit: Int) -> TypeReference? {
        do throws(Problem) {
            let type = try parseType(depth: depthLimit)
            skipSpaces()
            guard rest.isEmpty else { throw .malformed("unexpected text after \("\(type)".quotedForMessage)") }
            return type
        } catch {
            record(error)
            return nil
        }
    }

    /// Records the first problem. Parsing continues with the suggested type.
    private mutating func record(_ problem: Problem) { self.problem = self.problem ?? problem }

    private mutating func parseType(depth: Int) throws(Problem) -> TypeReference {
        guard depth > 0 else { throw .malformed("it is nested too deeply") }
        skipSpaces()
        var type: TypeReference
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
            guard rest.first == "]" else { throw .malformed("missing `]`") }
            rest.removeFirst()
        } else {
            let scalars = rest.prefix { !"[]<>,:? ".unicodeScalars.contains($0) }
            let name = String(scalars)
            guard !name.isEmpty else { throw .malformed("missing name") }
            rest = rest.dropFirst(scalars.count)
            if rest.first == "<" {
                type = try parseGeneric(name, depth: depth)
            } else if let found = named(name) {
                type = found
            } else {
                guard let suggested = suggestion(name) else { throw .unknown(name) }
                record(.unknown(name))
                type = suggested
            }
        }
        var lists = 0
        while rest.starts(with: "[]".unicodeScalars), lists < depth {
            lists += 1
            record(.malformed("for a list, write brackets"))
            rest = rest.dropFirst(2)
            type = .array(type)
        }
        guard rest.first == "?" else { return type }
        rest.removeFirst()
        guard rest.first != "?" else { throw .malformed("only one `?` is allowed") }
        return .optional(type)
    }

    /// The long forms, which YAML does not read as lists: `Array<Post>` and `Dictionary<String, Int>`.
    private mutating func parseGeneric(_ name: String, depth: Int) throws(Problem) -> TypeReference {
        var arguments: [TypeReference] = []
        repeat {
            rest.removeFirst()
            arguments.append(try parseType(depth: depth - 1))
            skipSpaces()
        } while rest.first == ","
        guard rest.first == ">" else { throw .malformed("missing `>`") }
        rest.removeFirst()
        let container = TypeReference.Container(rawValue: name)
        if container == .optional { record(.malformed("for an optional, write `?` at the end")) }
        if container == nil || container == .optional {
            record(.malformed("only `Array<…>` and `Dictionary<String, …>` can be generic"))
        }
        switch (name.lowercased(), arguments.count) {
        case ("array", 1), ("list", 1), ("set", 1): return .array(arguments[0])
        case ("dictionary", 2), ("map", 2), ("dict", 2), ("record", 2):
            try checkKey(arguments[0])
            return .dictionary(arguments[1])
        case ("optional", 1): return .optional(arguments[0].unwrapped)
        default: throw .malformed("only `Array<…>` and `Dictionary<String, …>` can be generic")
        }
    }

    private func checkKey(_ type: TypeReference) throws(Problem) {
        guard type == .scalar(.string) else { throw .malformed("the keys of a dictionary must be `String`") }
    }

    private mutating func skipSpaces() {
        while rest.first == " " { rest.removeFirst() }
    }
}

extension TypeReference {
    /// The type in a form that needs no quotes.
    var inYAML: String {
        switch self {
        case .optional(.array(let element)): "Array<\(element)>?"
        case .optional(.dictionary(let value)): "Dictionary<String, \(value)>?"
        default: description
        }
    }
}
