/// Parses a type written as one text, such as `[String: [Post]]?`.
struct TypeTextParser {
    private var rest: Substring.UnicodeScalarView

    enum Outcome {
        case type(TypeReference)
        /// A name that stands for no type.
        case unknown(String)
        case malformed(String)
    }

    private struct Failure: Error {
        var outcome: Outcome
    }

    init(_ text: String) {
        rest = text.unicodeScalars[...]
    }

    /// - Parameter named: The type that a bare name stands for.
    mutating func parse(depthLimit: Int, named: (String) -> TypeReference?) -> Outcome {
        do throws(Failure) {
            let type = try parseType(depth: depthLimit, named)
            skipSpaces()
            guard rest.isEmpty else { throw malformed("there is more after \("\(type)".quotedForMessage)") }
            return .type(type)
        } catch {
            return error.outcome
        }
    }

    private mutating func parseType(depth: Int, _ named: (String) -> TypeReference?) throws(Failure) -> TypeReference {
        guard depth > 0 else { throw malformed("it is nested too deep") }
        skipSpaces()
        let type: TypeReference
        if rest.first == "[" {
            rest.removeFirst()
            let element = try parseType(depth: depth - 1, named)
            skipSpaces()
            if rest.first == ":" {
                rest.removeFirst()
                guard element == .scalar(.string) else { throw malformed("the keys of a dictionary are `String`") }
                type = .dictionary(try parseType(depth: depth - 1, named))
                skipSpaces()
            } else {
                type = .array(element)
            }
            guard rest.first == "]" else { throw malformed("a `]` is missing") }
            rest.removeFirst()
        } else {
            let name = rest.prefix { !"[]<>,:? ".unicodeScalars.contains($0) }
            guard !name.isEmpty else { throw malformed("a name is missing") }
            rest = rest.dropFirst(name.count)
            if rest.first == "<" { return try parseGeneric(String(name), depth: depth, named) }
            guard let found = named(String(name)) else { throw Failure(outcome: .unknown(String(name))) }
            type = found
        }
        return try optional(type)
    }

    /// The long forms, which YAML does not take for lists: `Array<Post>` and `Dictionary<String, Int>`.
    private mutating func parseGeneric(
        _ name: String,
        depth: Int,
        _ named: (String) -> TypeReference?
    ) throws(Failure) -> TypeReference {
        rest.removeFirst()
        var arguments = [try parseType(depth: depth - 1, named)]
        skipSpaces()
        while rest.first == "," {
            rest.removeFirst()
            arguments.append(try parseType(depth: depth - 1, named))
            skipSpaces()
        }
        guard rest.first == ">" else { throw malformed("a `>` is missing") }
        rest.removeFirst()
        switch (name, arguments.count) {
        case ("Array", 1): return try optional(.array(arguments[0]))
        case ("Dictionary", 2):
            guard arguments[0] == .scalar(.string) else { throw malformed("the keys of a dictionary are `String`") }
            return try optional(.dictionary(arguments[1]))
        case ("Optional", 1): throw malformed("an optional is written with `?` at its end")
        default: throw malformed("only `Array<…>` and `Dictionary<String, …>` hold other types")
        }
    }

    private mutating func optional(_ type: TypeReference) throws(Failure) -> TypeReference {
        guard rest.first == "?" else { return type }
        rest.removeFirst()
        guard rest.first != "?" else { throw malformed("one `?` is enough") }
        return .optional(type)
    }

    private mutating func skipSpaces() {
        while rest.first == " " { rest.removeFirst() }
    }

    private func malformed(_ reason: String) -> Failure {
        Failure(outcome: .malformed(reason))
    }
}

extension TypeReference: CustomStringConvertible {
    /// As Swift and specs write it.
    package var description: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .shape(let name): name
        case .array(let element): "[\(element)]"
        case .dictionary(let value): "[String: \(value)]"
        case .optional(let wrapped): "\(wrapped)?"
        }
    }
}
