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
        let reserved = ReservedNames.cases.union(["rawValue", "unrecognized"])
        return Array(zip(MemberNames.names(for: called, reserved: reserved), texts))
    }

    /// What a schema calls its values: by lists beside `enum`, as generators of documents write them, or by the titles of
    /// `oneOf`. References and `allOf` lead to further names.
    static func words(of schema: DocumentValue, depth: Int = 0) -> [String: String] {
        guard depth < SchemaImporter.depthLimit else { return [:] }
        var words: [String: String] = [:]
        let values = schema["enum"]?.elements ?? []
        for key in listsOfNames {
            guard let names = schema[key]?.elements, names.count == values.count else { continue }
            for (value, name) in zip(values, names) {
                if let text = value.plainText, let name = name.plainText, name.hasLetters { words[text] = name }
            }
            break
        }
        for element in schema.choices {
            if let text = element.onlyText, let title = element.titleWithLetters { words[text] = title }
        }
        for part in [schema.referred].compactMap({ $0 }) + (schema["allOf"]?.elements ?? []) {
            words.merge(Self.words(of: part, depth: depth + 1)) { own, _ in own }
        }
        return words
    }

    static let listsOfNames = ["x-enum-varnames", "x-enumNames", "x-enum-names"]

    /// What `type` says, here or in what it narrows: parts of `allOf`, and what is referred to.
    static func types(of schema: DocumentValue, depth: Int = 0) -> [String] {
        let own = schema.typeNames
        guard own.isEmpty, depth < SchemaImporter.depthLimit else { return own }
        for part in [schema.referred].compactMap({ $0 }) + (schema["allOf"]?.elements ?? []) {
            let types = Self.types(of: part, depth: depth + 1)
            if !types.isEmpty { return types }
        }
        return []
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
