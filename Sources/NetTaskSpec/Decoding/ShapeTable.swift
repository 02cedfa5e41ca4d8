/// What is known of a spec's shapes while the rest of it is read.
struct ShapeTable {
    /// In the order written.
    private(set) var names: [String] = []
    private var kinds: [String: Kind] = [:]

    enum Kind {
        case object
        case alternatives
        case custom
        /// The Swift names of the cases, by themselves and by what is on the wire; a case's own name wins.
        case enumeration([String: String])
    }

    /// Notes each shape's name, and whether it is an enumeration, before any of them is read.
    init(_ node: YAMLNode?) {
        guard case .mapping(let entries) = node?.content else { return }
        for entry in entries {
            var kind = Kind.object
            if case .mapping(let keys) = entry.value.content, keys.contains(where: { $0.key == "enum" }) {
                kind = .enumeration([:])
            } else if case .mapping(let keys) = entry.value.content, keys.contains(where: { $0.key == "oneOf" }) {
                kind = .alternatives
            } else if case .mapping(let keys) = entry.value.content, keys.contains(where: { $0.key == "swiftType" }) {
                kind = .custom
            }
            names.append(entry.key)
            kinds[entry.key] = kind
        }
    }

    mutating func setCases(_ cases: [EnumerationCase], of name: String) {
        var caseOfText: [String: String] = [:]
        for enumerationCase in cases {
            switch enumerationCase.value {
            case .string(let text): caseOfText[text] = enumerationCase.name.swift
            case .integer(let number): caseOfText[String(number)] = enumerationCase.name.swift
            }
        }
        for enumerationCase in cases { caseOfText[enumerationCase.name.swift] = enumerationCase.name.swift }
        kinds[name] = .enumeration(caseOfText)
    }

    func isShape(_ name: String) -> Bool { kinds[name] != nil }

    /// Whether the shape has fields.
    func isObject(_ name: String) -> Bool {
        if case .object = kinds[name] { true } else { false }
    }

    /// Whether the shape is a Swift type of the user's.
    func isCustom(_ name: String) -> Bool {
        if case .custom = kinds[name] { true } else { false }
    }

    func isEnumeration(_ name: String) -> Bool {
        if case .enumeration = kinds[name] { true } else { false }
    }

    /// The Swift names of an enumeration's cases, by themselves and by what is on the wire.
    func cases(of name: String) -> [String: String]? {
        if case .enumeration(let cases) = kinds[name] { cases } else { nil }
    }
}
