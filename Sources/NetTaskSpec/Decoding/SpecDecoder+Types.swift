/// Reads types, which specs write as Swift does: `Int`, `String?`, `[Post]`, `[String: Int]`.
extension SpecDecoder {
    /// Deeper types are nobody's.
    private static let depthLimit = 8

    /// The type that a node stands for: text, or what YAML makes of brackets without quotes.
    func type(_ node: YAMLNode, depth: Int = 0) -> TypeReference? {
        guard depth < Self.depthLimit else {
            return at(node.range, .limitExceeded)
                .error("this type is nested too deep").none()
        }
        switch node.content {
        case .scalar(let scalar):
            return node.isMissing
                ? at(node.range, .missingType).error("a type is missing here").none() : type(scalar.text, node.range)
        case .sequence(let items):
            guard items.count == 1 else {
                return at(node.range, .invalidType)
                    .error("a list type holds one type, as in `[String]`, not \(items.count)").none()
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
            return at(node.range, .invalidType).error("a type cannot be a map")
                .note("a dictionary is written `[String: Int]`").none()
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
        // To guess at what a long text means would take long.
        var parser = TypeTextParser(text, named: namedType) { text.utf8.count < 200 ? meantType($0) : nil }
        let meant = parser.parse(depthLimit: Self.depthLimit)
        switch parser.problem {
        case nil: return meant
        case .malformed(let reason):
            return at(range, .invalidType)
                .error("\(text.quotedForMessage) is no type: \(reason)")
                .suggest(meant?.inYAML) { $0 == "[\(text.dropLast(2))]" }.none()
        case .unknown(let name):
            let place = name == text ? "" : " in \(text.quotedForMessage)"
            let message = "unknown type \(name.quotedForMessage)\(place)"
            if files.isShared, meant == nil { return at(range, .unknownShape).note(message).none() }
            if let report = diagnostics.reportRemoval(of: name, usedAt: range, .unknownShape) { return report.none() }
            let report = at(range, .unknownShape).error(message)
                .suggest(meant?.inYAML) { $0.lowercased() == text.lowercased() }
            if let advice = Self.advice[name.lowercased()] ?? (meant == nil ? Self.adviceOnShapes : nil) {
                report.note(advice)
            }
            return nil
        }
    }

    private static let adviceOnShapes = "a type of yours is declared under `shapes`"

    /// What to write for words that are the names of types elsewhere.
    private static let advice: [String: String] = {
        let nothing = "only a whole reply can be nothing, by `none`; what may be missing has a `?`"
        let list = "a list is written with the type of its elements, as in `[String]`"
        let dictionary = "a dictionary is written with the type of its values, as in `[String: Int]`"
        return [
            "none": nothing, "null": nothing, "void": nothing, "array": list, "list": list, "set": list,
            "dict": dictionary, "dictionary": dictionary, "map": dictionary,
        ]
    }()

    /// Whether a map is written as in JSON Schema, `{type: array, items: Post}`, where a type is due; reports it if so.
    func refusesJSONSchema(_ node: YAMLNode) -> Bool {
        let type = node["type"]
        if let reference = node["$ref"], let name = reference.text?.split(separator: "/").last {
            at(reference.range, .unknownKey)
                .error("unknown key `$ref`").note("a shape is named as the type: `type: \(name)`")
        } else if let items = node["items"], let type, ["array", "list"].contains(type.text?.lowercased()) {
            let item = items.text ?? items["type"]?.text ?? "Post"
            let element = meantType(item).map { "\($0)" } ?? item
            at(type.range, .unknownShape).error("unknown type \(type.written)").suggest("[\(element)]")
                .note("a list is written with the type of its elements, without `items`")
        } else if let properties = node["properties"], properties.isMap {
            at(properties.range, .unknownKey).error("`properties` cannot stand in a type")
                .note("give the object a name under `shapes`, as in `Post: {fields: {id: Int}}`, and write that name")
        } else {
            return false
        }
        return true
    }

    /// The type that was probably meant by a name of none.
    private func meantType(_ name: String) -> TypeReference? {
        let names = TypeReference.Scalar.allCases.map(\.rawValue) + shapes.names
        return (Self.namesElsewhere[name.lowercased()] ?? name.closestMatch(among: names)).flatMap(namedType)
    }

    /// What other languages call our types.
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

/// Parses a type written as one text, such as `[String: [Post]]?`, and also what other languages write for it, for suggestions.
private struct TypeTextParser {
    /// What is wrong first.
    private(set) var problem: Problem?
    private var rest: Substring.UnicodeScalarView
    /// The type that a bare name stands for.
    private let named: (String) -> TypeReference?
    /// The type that was probably meant by a name of none.
    private let meant: (String) -> TypeReference?

    enum Problem: Error {
        /// A name that stands for no type.
        case unknown(String)
        case malformed(String)
    }

    init(
        _ text: String,
        named: @escaping (String) -> TypeReference?,
        meant: @escaping (String) -> TypeReference?
    ) {
        rest = text.unicodeScalars[...]
        self.named = named
        self.meant = meant
    }

    /// The type, or what was probably meant where there is a problem; nil where that cannot be told.
    mutating func parse(depthLimit: Int) -> TypeReference? {
        do throws(Problem) {
            let type = try parseType(depth: depthLimit)
            skipSpaces()
            guard rest.isEmpty else { throw .malformed("there is more after \("\(type)".quotedForMessage)") }
            return type
        } catch {
            note(error)
            return nil
        }
    }

    /// Goes on with what was probably meant.
    private mutating func note(_ problem: Problem) { self.problem = self.problem ?? problem }

    private mutating func parseType(depth: Int) throws(Problem) -> TypeReference {
        guard depth > 0 else { throw .malformed("it is nested too deep") }
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
                guard let meant = meant(name) else { throw .unknown(name) }
                note(.unknown(name))
                type = meant
            }
        }
        var lists = 0
        while rest.starts(with: "[]".unicodeScalars), lists < depth {
            lists += 1
            note(.malformed("a list is written in brackets"))
            rest = rest.dropFirst(2)
            type = .array(type)
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
        let container = TypeReference.Container(rawValue: name)
        if container == .optional { note(.malformed("an optional is written with `?` at its end")) }
        if container == nil || container == .optional {
            note(.malformed("only `Array<…>` and `Dictionary<String, …>` hold other types"))
        }
        switch (name.lowercased(), arguments.count) {
        case ("array", 1), ("list", 1), ("set", 1): return .array(arguments[0])
        case ("dictionary", 2), ("map", 2), ("dict", 2), ("record", 2):
            try checkKey(arguments[0])
            return .dictionary(arguments[1])
        case ("optional", 1): return .optional(arguments[0].unwrapped)
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

extension TypeReference {
    /// As it can be written without quotes.
    var inYAML: String {
        switch self {
        case .optional(.array(let element)): "Array<\(element)>?"
        case .optional(.dictionary(let value)): "Dictionary<String, \(value)>?"
        default: description
        }
    }
}
