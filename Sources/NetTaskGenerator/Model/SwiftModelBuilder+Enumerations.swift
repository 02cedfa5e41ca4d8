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
        var lines = cases.flatMap(caseLines)
        var functions: [SwiftFunction] = []
        if let catchAll = shape.catchAll.map({ Identifier($0) }) {
            lines = cases.map { "case \(Identifier($0.name.swift))" }
            lines += ["/// A value that the spec does not list.", "case \(catchAll)(\(rawType))"]
            functions = [
                SwiftFunction(
                    declaration: ["\(access)init(rawValue: \(rawType)) {"],
                    body: readRawValue(cases, catchAll)
                ),
                SwiftFunction(
                    declaration: ["\(access)var rawValue: \(rawType) {"],
                    body: writeRawValue(cases, catchAll)
                ),
            ]
        }
        return SwiftEnumeration(
            namespace: namespace,
            comment: DocComment(shape.description, shape.deprecation?.paragraph),
            access: access,
            name: Identifier(shape.name.swift),
            conformances: conformances.joined(separator: ", "),
            opening: CodeLayout(indentation: 4).type("\(access)enum \(Identifier(shape.name.swift))", conformances),
            cases: lines,
            functions: functions
        )
    }

    /// A case of an enumeration that has nothing but its values.
    func caseLines(_ enumerationCase: EnumerationCase) -> [SwiftCode] {
        let name = Identifier(enumerationCase.name.swift)
        switch enumerationCase.value {
        case .integer(let value):
            return ["case \(name) = \(NumberLiteral(value))"]
        case .string(enumerationCase.name.swift):
            return ["case \(name)"]
        case .string(let value):
            let literal = StringLiteral(value)
            let line: SwiftCode = "case \(name) = \(literal)"
            if line.width + 8 <= CodeLayout.lineLength { return [line] }
            let lines = literal.lines(width: 90)
            return ["case \(name) = \(lines[0])"] + lines.dropFirst().map { $0.indented(by: 4) }
        }
    }

    private func readRawValue(_ cases: [EnumerationCase], _ catchAll: Identifier) -> [SwiftCode] {
        let layout = CodeLayout(indentation: 12)
        let known: [SwiftCode] = cases.flatMap { enumerationCase in
            let statement: SwiftCode = "self = .\(Identifier(enumerationCase.name.swift))"
            return switch enumerationCase.value {
            case .string(let text): layout.switchCase(StringLiteral(text), statement)
            case .integer(let number): layout.switchCase("\(NumberLiteral(number))" as SwiftCode, statement)
            }
        }
        return ["switch rawValue {"] + known + ["default: self = .\(catchAll)(rawValue)", "}"]
    }

    private func writeRawValue(_ cases: [EnumerationCase], _ catchAll: Identifier) -> [SwiftCode] {
        let layout = CodeLayout(indentation: 12)
        let known: [SwiftCode] = cases.flatMap { enumerationCase in
            let pattern: SwiftCode = ".\(Identifier(enumerationCase.name.swift))"
            return switch enumerationCase.value {
            case .string(let text): layout.switchCase(pattern, StringLiteral(text))
            case .integer(let number): layout.switchCase(pattern, "\(NumberLiteral(number))" as SwiftCode)
            }
        }
        return ["switch self {"] + known + ["case .\(catchAll)(let value): value", "}"]
    }
}
