/// Files of the last import that the team gave other names: all that is left of their entries is in one file of ours
/// that no import wrote.
struct RenamedFiles {
    private var names: [String: String] = [:]

    init(base: [SpecText], ours: [SpecText], theirs: [SpecText]) {
        let oursNames = Set(ours.map(\.name))
        let imported = Set((base + theirs).map(\.name))
        let own = ours.filter { !imported.contains($0.name) }
        let layout = SpecLayout(ours)
        for text in base where !oursNames.contains(text.name) {
            let now = Set(text.addresses.compactMap { layout.place($0)?.file })
            let heirs = own.filter { now == [$0.name] || now.isEmpty && $0.isHeir(of: text) }
            guard heirs.count == 1, let heir = heirs.first, !names.values.contains(heir.name) else { continue }
            names[text.name] = heir.name
        }
    }

    /// The name that the import gave the file.
    func original(_ name: String) -> String {
        names.first { $0.value == name }?.key ?? name
    }

    func renaming(_ texts: [SpecText]) -> [SpecText] {
        texts.map { text in
            guard let name = names[text.name] else { return text }
            return text.named(name)
        }
    }
}

extension SpecText {
    /// Whether this is the main file of the same client.
    fileprivate func isHeir(of other: SpecText) -> Bool {
        guard let client = other.root.map?["client"] else { return false }
        return root.map?["client"]?.value.value == client.value.value
    }
}
