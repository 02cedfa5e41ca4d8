import NetTaskSpec

/// What the cases for the errors of an endpoint are called in Swift: by their types, and with headers by their statuses.
enum ErrorNames {
    static func name(of status: ReplyStatus) -> String {
        switch status {
        case .code(let code): StatusNames.name(of: .code(code))
        case .hundred(let digit): StatusNames.name(of: .hundred(digit))
        case .others: StatusNames.name(of: .others)
        }
    }

    static func name(of type: DraftType) -> String {
        switch type {
        case .string: "text"
        case .named(let name): CamelCase.propertyName(forType: name)
        case .list(let element): name(of: element) + "List"
        case .dictionary(let value): name(of: value) + "Map"
        case .optional(let wrapped): name(of: wrapped)
        }
    }
}
