import NetTaskSpec

extension SchemaReading {
    /// The enumeration of `enum` or `const`; nil where its values are of other kinds, which are listed then.
    mutating func enumeration() -> (type: SchemaType, isShape: Bool)? {
        let list = reader.take("enum")
        var values: [DocumentValue]
        if let const = reader.take("const") {
            list?.leaveOut("`const` says more")
            values = [const]
        } else {
            values = list?.elements ?? []
            if let list, list.elements == nil { list.refuse("`enum` must be a list of values") }
            if values.isEmpty { list?.leaveOut("it has no values") }
        }
        for value in values where value.isNull {
            value.carry()
            about.isNullable = true
        }
        values.removeAll(where: \.isNull)
        guard !values.isEmpty else { return nil }
        guard let isOfIntegers = EnumerationValues.areIntegers(values, types: EnumerationValues.types(of: schema))
        else {
            for value in values { value.leaveOut("only texts and whole numbers become enumerations") }
            return nil
        }
        _ = takeTypes()
        let words = EnumerationValues.words(of: schema)
        carryNames(of: list)
        reader.take("$ref")?.carry()
        for key in ["allOf", "oneOf", "anyOf"] {
            reader.leaveOut(key, "the values beside it say which of its own are left")
        }
        return (enumerationShape(EnumerationValues.cases(values, calledBy: words), isOfIntegers: isOfIntegers), true)
    }

    /// Lists of names have one for each value.
    private mutating func carryNames(of list: DocumentValue?) {
        var isNamed = false
        for key in EnumerationValues.listsOfNames {
            guard let names = reader.take(key) else { continue }
            if !isNamed, let count = list?.elements?.count, names.elements?.count == count {
                names.carry()
                isNamed = true
            } else {
                names.leaveOut("it does not name each value")
            }
        }
    }

    /// One enumeration of all values, where each alternative is a value or several, or any text or number beside those, as
    /// ours keep what they do not know; nil where there are others.
    mutating func enumeration(of elements: [DocumentValue]) -> (type: SchemaType, isShape: Bool)? {
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
        guard let first = lists.first, kinds.count == 1, let isOfIntegers = kinds.first else { return nil }
        let words = schema["oneOf"] == nil && elements.count == 1 ? [:] : EnumerationValues.words(of: schema)
        if lists.count == 1, words.isEmpty {
            for element in elements where element.range != first.element.range { leaveOutText(element) }
            return single(first.element)
        }
        for element in elements { leaveOutText(element) }
        let cases = EnumerationValues.cases(lists.flatMap(\.values), calledBy: words)
        return (enumerationShape(cases, isOfIntegers: isOfIntegers), true)
    }

    /// Lists what an element says besides its value.
    private func leaveOutText(_ element: DocumentValue) {
        element["$ref"]?.carry()
        guard let target = element.referredToTheEnd, var part = ObjectReader(target, .schema) else { return }
        part.take("type")?.carry()
        _ = part.take("enum")
        _ = part.take("const")
        if target.onlyText != nil, target.titleWithLetters != nil { part.take("title")?.carry() }
        for key in ["title", "description"] { part.leaveOut(key, "its values are part of an enumeration") }
        part.finish()
    }

    /// - Parameter cases: Each once.
    mutating func enumerationShape(_ cases: [(name: String, value: String)], isOfIntegers: Bool) -> SchemaType {
        let name = importer.shapeName(context, schema)
        let enumeration = EnumerationDraft(cases: cases, isOfIntegers: isOfIntegers)
        importer.enumerations[name] = enumeration
        importer.later { [importer, context, about] in
            importer.draft.shapes.append(about.shape(name, context, .enumeration(enumeration)))
        }
        return SchemaType(type: .named(name))
    }
}
