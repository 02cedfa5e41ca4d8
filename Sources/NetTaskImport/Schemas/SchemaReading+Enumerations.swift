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
        guard let isOfIntegers = EnumerationValues.areIntegers(values, types: schema.typeNames) else {
            for value in values { value.leaveOut("only texts and whole numbers become enumerations") }
            return nil
        }
        _ = takeTypes()
        return (enumerationShape(EnumerationValues.unique(values), isOfIntegers: isOfIntegers), true)
    }

    /// - Parameter values: Each once.
    mutating func enumerationShape(_ values: [String], isOfIntegers: Bool) -> SchemaType {
        let name = importer.shapeName(context, schema)
        let enumeration = EnumerationDraft(cases: EnumerationValues.cases(values), isOfIntegers: isOfIntegers)
        importer.enumerations[name] = enumeration
        importer.later { [importer, context, about] in
            importer.draft.shapes.append(about.shape(name, context, .enumeration(enumeration)))
        }
        return SchemaType(type: .named(name))
    }
}
