import NetTaskSpec

extension SwiftModelBuilder {
    func enumeration(_ shape: Shape, _ cases: [EnumerationCase]) -> SwiftEnumeration {
        var rawType: SwiftCode = "String"
        if case .integer = cases.first?.value { rawType = "Int" }
        var conformances: [SwiftCode] = [shape.catchAll == nil ? rawType : "RawRepresentable"]
        if usage.read.contains(shape.name.written) { conformances.append("JSONReadable") }
        if usage.sent.contains(shape.name.written) { conformances.append("ParameterValue") }
        if storedShapes.contains(shape.name.written) { conformances.append("StoredValue") }
        if shape.catchAll != nil { conformances.append("Hashable") }
        // The compiler has these already.
        conformances += shape.conformances.filter { $0 != .known(.hashable) && $0 != .known(.equatable) }.map(\.code)
        conformances.append("Sendable")
        var enumeration = enumeration(shape, conformances)
        enumeration.cases = cases.map { SwiftCase($0, hasRawValue: shape.catchAll == nil) }
        if let catchAll = shape.catchAll {
            enumeration.cases.append(.unknown(catchAll, rawType, "A value that the spec does not list."))
            enumeration.functions = functions(of: cases, catchAll: Identifier(catchAll), rawType)
        }
        return enumeration
    }

    /// The enumeration of a shape, still without its cases.
    func enumeration(_ shape: Shape, _ conformances: [SwiftCode], keyword: SwiftCode = "enum") -> SwiftEnumeration {
        SwiftEnumeration(
            namespace: namespace,
            description: shape.description,
            comment: DocComment(shape.description, shape.deprecation?.paragraph),
            access: access,
            keyword: keyword,
            name: Identifier(shape.name.swift),
            conformances: conformances.joined(separator: ", "),
            example: example(of: shape)
        )
    }

    private func functions(
        of cases: [EnumerationCase],
        catchAll: Identifier,
        _ rawType: SwiftCode
    ) -> [[SwiftLine]] {
        let names: [SwiftCode] = cases.map { ".\(Identifier($0.name.swift))" }
        let values = cases.map(\.value.code)
        let reads = zip(names, values).map { "case \($1): self = \($0)" as SwiftLine }
        let writes = zip(names, values).map { "case \($0): \($1)" as SwiftLine }
        return [
            ["/// The values that the spec lists."]
                + .braces("\(access)static var knownCases: [Self] {", [.call("[", names, "]")]),
            .braces(
                "\(access)init(rawValue: \(rawType)) {",
                ["switch rawValue {"] + reads + ["default: self = .\(catchAll)(rawValue)", "}"]
            ),
            .braces(
                "\(access)var rawValue: \(rawType) {",
                ["switch self {"] + writes + ["case .\(catchAll)(let value): value", "}"]
            ),
        ]
    }
}

extension EnumerationCase.Value {
    var code: SwiftCode {
        switch self {
        case .string(let text): "\(StringLiteral(text))"
        case .integer(let number): "\(NumberLiteral(number))"
        }
    }
}
