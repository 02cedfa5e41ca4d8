extension SpecNode {
    /// A type as people write it: `[Pet]` as a list of one, which the language takes for it. What YAML would take for something
    /// else is text.
    static func type(_ type: DraftType, isOptional: Bool = false) -> SpecNode {
        if !isOptional, case .list(let element) = type, element.isListOfNames { return .list([.type(element)]) }
        return .text(type.written + (isOptional ? "?" : ""))
    }
}

extension DraftType {
    fileprivate var isListOfNames: Bool {
        switch self {
        case .named: true
        case .list(let element): element.isListOfNames
        case .dictionary, .optional: false
        }
    }
}
