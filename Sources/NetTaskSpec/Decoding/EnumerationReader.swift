/// Reads the values of an enumeration: a list of them, or a map of Swift names to values.
struct EnumerationReader {
    let diagnostics: DiagnosticCollector

    func cases(_ node: YAMLNode, of shape: String) -> [EnumerationCase] {
        var listed: [Listed]
        switch node.content {
        case .sequence(let items):
            listed = items.map { Listed(value: $0) }
        case .mapping(let entries):
            listed = entries.compactMap(self.listed)
        case .scalar:
            diagnostics.error("`enum` must be a list of values or a map of names to values", at: node.range)
            return []
        }
        guard !listed.isEmpty else {
            if node.entries.isEmpty { diagnostics.error("the enumeration `\(shape)` has no values", at: node.range) }
            return []
        }
        let isOfIntegers = listed.allSatisfy { isInteger($0.value) }
        if !isOfIntegers, let integer = listed.first(where: { isInteger($0.value) })?.value {
            diagnostics.error(
                "the values of an enumeration must be all texts or all whole numbers",
                at: integer.range,
                notes: [.init("quote it if it is text", at: integer.range)]
            )
            return []
        }
        var cases: [EnumerationCase] = []
        for listed in listed {
            guard let value = value(listed.value, isOfIntegers) else { continue }
            let found = listed.name.map { checked($0) } ?? self.name(for: value, at: listed.value.range)
            guard let found else { continue }
            var enumerationCase = EnumerationCase(name: found, value: value)
            enumerationCase.description = listed.description
            enumerationCase.deprecation = listed.deprecation
            cases.append(enumerationCase)
        }
        checkUniqueness(cases, listed: listed.map(\.value))
        return cases
    }

    private struct Listed {
        /// nil in a list, where it follows from the value.
        var name: Name?
        var value: YAMLNode
        var description: String?
        var deprecation: Deprecation?
    }

    /// A case that is written as its name and its value, or as its name and a map of keys.
    private func listed(_ entry: YAMLNode.Entry) -> Listed? {
        var listed = Listed(name: Name(entry.key, place: entry.keyRange), value: entry.value)
        guard entry.value.isMap else { return listed }
        let subject = "the case \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.enumerationCase
        guard let keys = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics),
            let value = keys["value"]
        else { return nil }
        let values = ValueReader(diagnostics: diagnostics)
        listed.value = value
        listed.description = keys["description"].flatMap { values.text($0, "description") }
        listed.deprecation = keys["deprecated"].flatMap { values.deprecation($0) }
        return listed
    }

    private func isInteger(_ node: YAMLNode) -> Bool {
        guard case .scalar(let scalar) = node.content, scalar.isPlain else { return false }
        return ScalarKind.integer(scalar.text) != nil
    }

    private func value(_ node: YAMLNode, _ isOfIntegers: Bool) -> EnumerationCase.Value? {
        guard case .scalar(let scalar) = node.content, !node.isMissing else {
            diagnostics.error(
                "a value of an enumeration must be text or a whole number, not \(node.kind)",
                at: node.range
            )
            return nil
        }
        if isOfIntegers, let number = ScalarKind.integer(scalar.text) { return .integer(number) }
        return .string(scalar.text)
    }

    /// The Swift name for a value of a list.
    private func name(for value: EnumerationCase.Value, at range: SourceRange) -> Name? {
        let written: String
        switch value {
        case .string(let text): written = text
        case .integer(let number): written = String(number)
        }
        let swift = SwiftIdentifier.isValid(written) ? written : CamelCase.lowerCamel(written)
        guard let swift else {
            diagnostics.error(
                "\(written.quotedForMessage) cannot be a Swift name",
                at: range,
                notes: [.init("name the values: `enum: {someName: \(example(value))}`", at: range)]
            )
            return nil
        }
        return checked(Name(written, swift: swift, place: range))
    }

    private func example(_ value: EnumerationCase.Value) -> String {
        switch value {
        case .string(""): "\"\""
        case .string(let text): "\"" + String(text.quotedForMessage.dropFirst().dropLast()) + "\""
        case .integer(let number): String(number)
        }
    }

    private func checked(_ name: Name) -> Name? {
        guard NameReader(diagnostics: diagnostics).checkLength(name.swift, at: name.place) else { return nil }
        guard SwiftIdentifier.isValid(name.swift) else {
            let become = CamelCase.lowerCamel(name.swift).map { "; it would become `\($0)`" } ?? ""
            diagnostics.error("\(name.swift.quotedForMessage) cannot be a Swift name\(become)", at: name.place)
            return nil
        }
        guard !ReservedNames.cases.contains(name.swift) else {
            diagnostics.error(
                "a case cannot be called `\(name.swift)`: Swift has a meaning of its own for it",
                at: name.place,
                notes: [.init("give it a name: `enum: {\(name.swift)Value: …}`", at: name.place)]
            )
            return nil
        }
        return name
    }

    private func checkUniqueness(_ cases: [EnumerationCase], listed: [YAMLNode]) {
        NameClashes.check(cases.map(\.name), noun: "case", diagnostics)
        var places: [String: SourceRange] = [:]
        for node in listed {
            guard case .scalar(let scalar) = node.content else { continue }
            if let first = places[scalar.text], first != node.range {
                diagnostics.error(
                    "the value \(scalar.text.quotedForMessage) is here for the second time",
                    at: node.range,
                    notes: [.init("it is here first", at: first)]
                )
            } else {
                places[scalar.text] = node.range
            }
        }
    }
}
