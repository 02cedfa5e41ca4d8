import NetTaskSpec

/// Finds the shapes that have another name: in the spec alone, or also in Swift, but then nothing else is another.
struct ShapeMatching {
    let client: ComparedClient
    let found: DifferenceCollector

    /// Shapes that hold each other in a longer chain are not called renamed, so that no spec can take its time.
    private static let mostRounds = 32

    /// The names that they have, by those that they had.
    func names() -> [String: String] {
        var matching = Matching(client.old.spec.shapes, client.new.spec.shapes, by: \.name.written)
        matching.pairRest(\.name.swift, \.name.swift)
        let known = matching.pairs
        let knownNames = Set(known.map(\.new.name.written))
        matching.pairRest(\.signature, \.signature)
        var candidates = matching.pairs.filter { !knownNames.contains($0.new.name.written) }
        // Shapes hold each other: they are the same as long as those in them are. In each round, those fall out that hold
        // what fell out before.
        for _ in 0..<Self.mostRounds {
            var client = client
            let names = (known + candidates).map { ($0.old.name.written, $0.new.name.written) }
            client.shapeNames = Dictionary(names) { first, _ in first }
            let same = candidates.filter { isSame($0.old, $0.new, client) }
            if same.count == candidates.count { return client.shapeNames }
            candidates = same
        }
        let names = known.map { ($0.old.name.written, $0.new.name.written) }
        return Dictionary(names) { first, _ in first }
    }

    private func isSame(_ old: Shape, _ new: Shape, _ client: ComparedClient) -> Bool {
        let found = found.empty()
        let subject = DifferenceCollector.Subject(path: "", side: .new, range: new.name.place)
        ShapeComparison(client: client, found: found).compare(old, new, subject)
        return found.isWithoutConsequence
    }
}

extension Shape {
    /// What two shapes have in common that may be the same.
    fileprivate var signature: String {
        switch kind {
        case .object(let fields): "fields " + fields.map(\.name.written).joined(separator: " ")
        case .enumeration(let cases): "enum " + cases.map(\.name.written).joined(separator: " ")
        case .alternatives(let alternatives): "oneOf " + alternatives.cases.map(\.name.written).joined(separator: " ")
        case .custom(let type): "swiftType " + type.path.joined(separator: ".")
        }
    }
}
