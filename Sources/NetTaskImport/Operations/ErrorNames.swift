import NetTaskSpec

/// What the cases for the errors of an endpoint are called in Swift: by their types.
enum ErrorNames {
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
