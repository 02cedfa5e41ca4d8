/// What is known of a spec's shapes while the rest of it is read.
struct ShapeTable {
    /// In the order written.
    private(set) var names: [String] = []
    private var kinds: [String: Kind] = [:]

    enum Kind {
        case object
        case enumeration([EnumerationCase])
    }

    /// Notes each shape's name, and whether it is an enumeration, before any of them is read.
    init(_ node: YAMLNode?) {
        guard case .mapping(let entries) = node?.content else { return }
        for entry in entries {
            var kind = Kind.object
            if case .mapping(let keys) = entry.value.content, keys.contains(where: { $0.key == "enum" }) {
                kind = .enumeration([])
            }
            names.append(entry.key)
            kinds[entry.key] = kind
        }
    }

    mutating func setCases(_ cases: [EnumerationCase], of name: String) {
        kinds[name] = .enumeration(cases)
    }

    func isShape(_ name: String) -> Bool { kinds[name] != nil }

    func isEnumeration(_ name: String) -> Bool {
        if case .enumeration = kinds[name] { true } else { false }
    }

    func cases(of name: String) -> [EnumerationCase]? {
        if case .enumeration(let cases) = kinds[name] { cases } else { nil }
    }
}
