import NetTaskSpec

extension SchemaReading {
    /// Returns the enumeration of `enum` or `const`. If its values are of other kinds, lists them and returns `nil`.
    mutating func enumeration() -> Kind? {
        let list = reader.take("enum")
        var values = list?.elements ?? []
        if let const = reader.take("const") {
            list?.leaveOut(.unused(.redundant, "`const` is more specific"))
            values = [const]
        } else if let list {
            if list.elements == nil { list.refuse("`enum` must be a list of values") }
            if values.isEmpty { list.leaveOut(.unused(.matchesNothing, "it has no values")) }
        }
        for value in values where value.isNull {
            value.carry()
            about.isNullable = true
        }
        values.removeAll(where: \.isNull)
        guard !values.isEmpty else { return nil }
        guard let isOfIntegers = EnumerationValues.areIntegers(values, types: EnumerationValues.types(of: schema))
        else {
            for value in values {
                value.leaveOut(.unused(.approximated, "only strings and whole numbers can be cases"))
            }
            return nil
        }
        _ = takeTypes()
        let words = EnumerationWords(of: schema)
        reader.carry(["$ref"])
        reader.leaveOut(
            ["allOf", "oneOf", "anyOf"],
            .unused(.redundant, "the values beside it already limit its values")
        )
        return enumeration(of: values, calledBy: words, isOfIntegers: isOfIntegers)
    }

    /// Returns one enumeration of all values, if each alternative has one value or several. Some alternatives may be any text or
    /// number, because generated enumerations keep unknown values. Returns `nil` for other alternatives.
    mutating func enumeration(of elements: [DocumentValue]) -> Kind? {
        var lists: [(element: DocumentValue, values: [DocumentValue])] = []
        var kinds: Set<Bool> = []
        for element in elements {
            guard let target = element.referredToTheEnd, target["format"] == nil, target["contentEncoding"] == nil,
                target["allOf"] == nil, target.choices.isEmpty
            else { return nil }
            let list = target["enum"]?.elements ?? target["const"].map { [$0] } ?? []
            let types = target.typeNames.isEmpty ? schema.typeNames : target.typeNames
            if list.isEmpty {
                guard types == ["string"] || types == ["integer"] else { return nil }
                kinds.insert(types == ["integer"])
            } else {
                guard let areIntegers = EnumerationValues.areIntegers(list, types: types) else { return nil }
                kinds.insert(areIntegers)
                lists.append((element, list))
            }
        }
        guard let first = lists.first?.element, kinds.count == 1, let isOfIntegers = kinds.first else { return nil }
        let hasWords = schema["oneOf"] != nil || elements.count > 1
        let words = hasWords ? EnumerationWords(of: schema) : EnumerationWords()
        let isSingle = lists.count == 1 && words.names.isEmpty
        for element in elements where !isSingle || element.range != first.range { leaveOutText(element) }
        if isSingle { return single(first) }
        return enumeration(of: lists.flatMap(\.values), calledBy: words, isOfIntegers: isOfIntegers)
    }

    /// Lists the annotations of an element.
    private func leaveOutText(_ element: DocumentValue) {
        element["$ref"]?.carry()
        guard let target = element.referredToTheEnd, var part = ObjectReader(target, .schema) else { return }
        part.carry(["type"])
        for key in ["enum", "const"] { part.take(key) }
        for key in ["title", "description"] {
            if element["$ref"] == nil, target.onlyText != nil, target[key]?.plainText?.hasLetters == true {
                part.carry([key])
            } else {
                part.leaveOut([key], .words(.documentation, "its values are part of an enumeration"))
            }
        }
        part.finish()
    }

    private func enumeration(of values: [DocumentValue], calledBy words: EnumerationWords, isOfIntegers: Bool) -> Kind {
        let cases = EnumerationValues.cases(values, calledBy: words, isOfIntegers: isOfIntegers)
        var context = context
        let name = importer.shapeName(&context, schema)
        importer.enumerations[name] = cases
        return (SchemaType(type: importer.addShape(name, context, about) { .enumeration(cases) }), true)
    }
}

/// Inspects the values of enumerations.
private enum EnumerationValues {
    /// Returns `true` if all values are whole numbers, and `false` if all values are texts. Returns `nil` for other values.
    ///
    /// - Parameter types: The types in `type`. Many documents with `type: string` omit the quotes.
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

    /// Returns the values as cases. Lists duplicate values.
    ///
    /// - Parameter words: The words of the document for the values.
    static func cases(
        _ values: [DocumentValue],
        calledBy words: EnumerationWords,
        isOfIntegers: Bool
    ) -> [EnumerationCase] {
        var seen: Set<String> = []
        let texts = values.compactMap { value -> String? in
            guard let text = value.plainText else { return nil }
            guard seen.insert(text).inserted else {
                return value.leaveOut(.unused(.redundant, "duplicate value"))
            }
            value.carry()
            return text
        }
        // If several values share a name, the values are clearer.
        let counts = Dictionary(grouping: texts.compactMap(words.name), by: \.self).mapValues(\.count)
        let called = texts.map { text in words.name(text).flatMap { counts[$0] == 1 ? $0 : nil } ?? text }
        // Generated enumerations have a property `rawValue` and a case for unknown values.
        let reserved = ReservedNames.cases.union(ReservedNames.openCases).union(["unrecognized"])
        let names = MemberNames.names(for: called, reserved: reserved)
        // The spec has a list if the language derives these names from the values.
        let isList = zip(names, texts).allSatisfy { $0 == MemberNames.nameInSpec(for: $1) }
        return zip(names, texts).map { name, text in
            var value = EnumerationCase(
                name: Name(isList ? text : name, swift: name),
                value: (isOfIntegers ? ScalarKind.integer(text) : nil).map { .integer($0) } ?? .string(text)
            )
            value.description = words.descriptions[text]
            return value
        }
    }

    /// Returns the types in `type`, from the schema or from the schemas in its `$ref` or `allOf`.
    static func types(of schema: DocumentValue) -> [String] {
        ([schema] + SchemaPeek.parts(of: schema)).lazy.map(\.typeNames).first { !$0.isEmpty } ?? []
    }

    private static func isInteger(_ value: DocumentValue) -> Bool { value.node.wholeNumber != nil }

    private static func isText(_ value: DocumentValue) -> Bool {
        guard case .scalar(let scalar) = value.node.content else { return false }
        return !scalar.isPlain || !ScalarKind.isNumber(scalar.text) && !["true", "false"].contains(scalar.text)
    }
}

/// The names and the descriptions of an enumeration's values.
///
/// Names are in lists beside `enum`, which generators of documents write, in `x-ms-enum`, or in the titles of `oneOf`. The schemas
/// in `$ref` and `allOf` have further names. A short description names a value that is a number or a hash.
struct EnumerationWords {
    private(set) var names: [String: String] = [:]
    private(set) var descriptions: [String: String] = [:]

    init() {}

    init(of schema: DocumentValue) {
        for part in [schema] + SchemaPeek.parts(of: schema) {
            let values = part["enum"]?.elements ?? []
            for key in ["x-enum-varnames", "x-enumNames", "x-enum-names"] {
                // A list of names must have one name for each value.
                guard let names = part[key]?.elements, names.count == values.count else { continue }
                for (value, name) in zip(values, names) { add(value.plainText, name: name) }
            }
            for list in ["x-enum-descriptions", "x-enumDescriptions"].compactMap({ part[$0] }) {
                if let texts = list.elements, texts.count == values.count {
                    for (value, text) in zip(values, texts) { add(value.plainText, description: text) }
                }
                for (value, text, _) in list.members ?? [] { add(value, description: text) }
            }
            for entry in part["x-ms-enum"]?["values"]?.elements ?? [] {
                add(entry["value"]?.plainText, name: entry["name"], description: entry["description"])
            }
            for choice in part.choices {
                add(choice.onlyText, name: choice["title"], description: choice["description"])
            }
        }
    }

    private mutating func add(_ value: String?, name: DocumentValue? = nil, description: DocumentValue? = nil) {
        guard let value else { return }
        if let name, let text = name.plainText, text.hasLetters, names[value] == nil {
            names[value] = text
            name.carry()
        }
        if let description, let text = description.plainText, text.hasLetters, descriptions[value] == nil {
            descriptions[value] = text
            description.carry()
        }
    }

    func name(_ value: String) -> String? {
        if let name = names[value] { return name }
        guard let text = descriptions[value], Self.isOpaque(value), text.utf8.count <= 40 else { return nil }
        return text.split(separator: " ").count <= 4 ? text : nil
    }

    /// Whether the value is a number, or has at least twelve hexadecimal digits and nothing else but hyphens.
    private static func isOpaque(_ value: String) -> Bool {
        guard value.contains(where: \.isNumber) else { return false }
        return !value.hasLetters || value.utf8.count >= 12 && value.allSatisfy { $0.isHexDigit || $0 == "-" }
    }
}
