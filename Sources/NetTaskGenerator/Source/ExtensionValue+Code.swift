import NetTaskSpec

extension ExtensionValue {
    /// The literal.
    var code: SwiftCode {
        switch self {
        case .null: "nil"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): "\(NumberLiteral(value))"
        case .number(let text): "\(NumberLiteral(text) ?? NumberLiteral(0))"
        case .string(let text): "\(StringLiteral(text))"
        case .list(let values): "[\(values.map(\.code).joined(separator: ", "))]"
        case .map(let members):
            members.isEmpty
                ? "[:]" : "[\(members.map { "\(StringLiteral($0.name)): \($0.value.code)" }.joined(separator: ", "))]"
        }
    }
}
