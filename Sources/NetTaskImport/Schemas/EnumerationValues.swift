import NetTaskSpec

/// What the values of an enumeration are.
enum EnumerationValues {
    /// Whether all are whole numbers; nil where they are neither that nor all texts.
    ///
    /// - Parameter types: What `type` says. Many who write `type: string` leave out the quotes.
    static func areIntegers(_ values: [DocumentValue], types: [String]) -> Bool? {
        guard types.count <= 1, values.allSatisfy({ $0.plainText != nil }) else { return nil }
        switch types.first {
        case "string":
            return false
        case "integer", "number":
            return values.allSatisfy(isInteger) ? true : nil
        case nil:
            if values.allSatisfy(isInteger) { return true }
            return values.allSatisfy(isText) ? false : nil
        default:
            return nil
        }
    }

    /// The values as cases, each once. One that is there again is listed.
    ///
    /// - Parameter words: What the document calls some of the values.
    static func cases(_ values: [DocumentValue], calledBy words: [String: String] = [:]) -> [(
        name: String, value: String
    )] {
        var seen: Set<String> = []
        let texts = values.compactMap { value -> String? in
            guard let text = value.plainText else { return nil }
            guard seen.insert(text).inserted else {
                value.leaveOut("the value is there already")
                return nil
            }
            value.carry()
            return text
        }
        // Words that several values share tell less than the values.
        let counts = Dictionary(grouping: texts.compactMap { words[$0] }) { $0 }.mapValues(\.count)
        let called = texts.map { text in words[text].flatMap { counts[$0] == 1 ? $0 : nil } ?? text }
        // Generated enumerations have a property `rawValue` and a case for what is unknown.
        let reserved = ReservedNames.cases.union(ReservedNames.openCases).union(["unrecognized"])
        return Array(zip(MemberNames.names(for: called, reserved: reserved), texts))
    }

    /// What a schema calls its values: by lists beside `enum`, as generators of documents write them, or by the titles of
    /// `oneOf`. What it narrows, by `$ref` or `allOf`, has further names.
    static func words(of schema: DocumentValue) -> [String: String] {
        var words: [String: String] = [:]
        for part in [schema] + SchemaPeek.parts(of: schema) { words.merge(ownWords(of: part)) { own, _ in own } }
        return words
    }

    private static func ownWords(of schema: DocumentValue) -> [String: String] {
        var words: [String: String] = [:]
        let values = schema["enum"]?.elements ?? []
        let lists = listsOfNames.lazy.compactMap { schema[$0]?.elements }
        for (value, name) in zip(values, lists.first { $0.count == values.count } ?? []) {
            if let text = value.plainText, let name = name.plainText, name.hasLetters { words[text] = name }
        }
        for element in schema.choices {
            if let text = element.onlyText, let title = element.titleWithLetters { words[text] = title }
        }
        return words
    }

    static let listsOfNames = ["x-enum-varnames", "x-enumNames", "x-enum-names"]

    /// What `type` says, here or in what it narrows, by `$ref` or `allOf`.
    static func types(of schema: DocumentValue) -> [String] {
        ([schema] + SchemaPeek.parts(of: schema)).lazy.map(\.typeNames).first { !$0.isEmpty } ?? []
    }

    private static func isInteger(_ value: DocumentValue) -> Bool {
        guard case .scalar(let scalar) = value.node.content, scalar.isPlain else { return false }
        return ScalarKind.integer(scalar.text) != nil
    }

    private static func isText(_ value: DocumentValue) -> Bool {
        guard case .scalar(let scalar) = value.node.content else { return false }
        return !scalar.isPlain || !ScalarKind.isNumber(scalar.text) && !["true", "false"].contains(scalar.text)
    }
}

extension String {
    /// Whether a name can be made of it.
    fileprivate var hasLetters: Bool { unicodeScalars.contains(where: \.properties.isAlphabetic) }
}
