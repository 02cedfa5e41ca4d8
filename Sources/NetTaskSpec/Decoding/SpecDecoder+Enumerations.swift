/// Decodes the values of an enumeration: a list of them, or a map of Swift names to values.
extension SpecDecoder {
    func cases(_ node: YAMLNode, of shape: String) -> [EnumerationCase] {
        var listed: [ListedCase]
        switch node.content {
        case .sequence(let items): listed = items.map { ListedCase(value: $0) }
        case .mapping(let entries): listed = entries.compactMap(listedCase)
        case .scalar:
            at(node.range, .wrongKind).error("`enum` must be a list of values or a map of names to values")
            return []
        }
        guard !listed.isEmpty else {
            if node.entries.isEmpty { at(node.range, .emptyValue).error("the `enum` of the shape `\(shape)` is empty") }
            return []
        }
        let integer = listed.first { $0.value.wholeNumber != nil }
        let isOfIntegers = listed.allSatisfy { $0.value.wholeNumber != nil }
        if !isOfIntegers, let integer {
            at(integer.value.range, .mixedValues)
                .error("the values of an enumeration must be all text or all whole numbers")
                .note("if it is text, write it in quotes")
            return []
        }
        let cases = withoutRepetitions(listed).compactMap(enumerationCase)
        checkClashes(cases.map(\.name), noun: "case")
        return cases
    }

    private struct ListedCase {
        /// The name; `nil` in a list, where it is derived from the value.
        var name: Name?
        var value: YAMLNode
        var keys: KeyReader?
    }

    /// A case that is written as its name and its value, or as its name and a map of keys.
    private func listedCase(_ entry: YAMLNode.Entry) -> ListedCase? {
        var listed = ListedCase(name: Name(entry.key, place: entry.keyRange), value: entry.value)
        guard entry.value.isMap else { return listed }
        guard let keys = keys(entry, SpecLanguage.enumerationCase), let value = keys["value"] else { return nil }
        listed.value = value
        listed.keys = keys
        return listed
    }

    private func enumerationCase(_ listed: ListedCase) -> EnumerationCase? {
        let node = listed.value
        guard let text = node.text, !node.isMissing else {
            return at(node.range, .wrongKind)
                .error("a value of an enumeration must be text or a whole number, not \(node.kind)").none()
        }
        let value = node.wholeNumber.map { EnumerationCase.Value.integer($0) } ?? .string(text)
        guard let name = listed.name.map({ checkedCase($0) }) ?? caseName(for: value, at: node.range) else {
            return nil
        }
        var enumerationCase = EnumerationCase(name: name, value: value)
        listed.keys?.read(into: &enumerationCase)
        return enumerationCase
    }

    /// The Swift name for a value of a list.
    private func caseName(for value: EnumerationCase.Value, at range: SourceRange) -> Name? {
        let text = value.text
        if let swift = SwiftIdentifier.isValid(text) ? text : CamelCase.lowerCamel(text) {
            return checkedCase(Name(text, swift: swift, place: range))
        }
        let quoted = text.isEmpty ? "\"\"" : "\"" + text.quotedForMessage.dropFirst().dropLast() + "\""
        return at(range, .invalidName).error("\(text.quotedForMessage) cannot be a Swift name")
            .note("add names to the values: `enum: {someName: \(value.isInteger ? text : quoted)}`").none()
    }

    private func checkedCase(_ name: Name) -> Name? {
        guard checkLength(name.swift, at: name.place) else { return nil }
        guard SwiftIdentifier.isValid(name.swift) else {
            let become = CamelCase.lowerCamel(name.swift).map { "; it would become `\($0)`" } ?? ""
            return at(name.place, .invalidName)
                .error("\(name.swift.quotedForMessage) cannot be a Swift name\(become)").none()
        }
        guard !ReservedNames.cases.contains(name.swift) else {
            return at(name.place, .reservedName)
                .error("a case cannot have the name `\(name.swift)`, which has a special meaning in Swift")
                .note("rename it: `enum: {\(name.swift)Value: …}`").none()
        }
        return name
    }

    private func withoutRepetitions(_ listed: [ListedCase]) -> [ListedCase] {
        var places: [String: SourceRange] = [:]
        return listed.filter { listed in
            guard let text = listed.value.text else { return true }
            guard let first = places[text], first != listed.value.range else {
                places[text] = listed.value.range
                return true
            }
            at(listed.value.range, .duplicateValue).error("duplicate value \(text.quotedForMessage)")
                .note("first used here", at: first)
            return false
        }
    }
}
