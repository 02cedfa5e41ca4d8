import NetTaskSpec

/// Tells alternatives apart, inner ones before those that hold them. Alternatives of alternatives become one list, so that one
/// member can tell all of them apart, and what the inner ones do not know is not taken for one of them.
final class NestedAlternatives {
    private let settlement: ShapeSettlement
    private var gone: Set<String> = []

    /// Longer lists stay as they are nested.
    private static let limit = 64

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
    }

    /// Whether a shape is part of others now, and nothing else needs it.
    func isGone(_ name: String) -> Bool { gone.contains(name) }

    /// - Returns: The shapes whose alternatives nothing tells apart.
    func settle() -> [Int] {
        var undecided: [Int] = []
        for name in innerFirst() {
            guard let index = settlement.index(of: name), let alternatives = settlement[alternativesOf: name] else {
                continue
            }
            let flat = flattened(alternatives)
            if let told = flat.flatMap({ DiscriminatorChoice(settlement).told($0, name) }) {
                settlement[alternativesOf: name] = told
                continue
            }
            if let flat, flat.cases.allSatisfy({ $0.values.isEmpty }) { settlement[alternativesOf: name] = flat }
            undecided.append(index)
        }
        removeUnused()
        return undecided.sorted()
    }

    /// A depth-first search with a stack of its own: chains of shapes may be long. There are no circles any more.
    private func innerFirst() -> [String] {
        var order: [String] = []
        var seen: Set<String> = []
        for shape in settlement.draft.shapes {
            var path: [(name: String, next: Int)] = seen.insert(shape.name).inserted ? [(shape.name, 0)] : []
            while let (name, next) = path.last {
                let cases = settlement[alternativesOf: name]?.cases ?? []
                guard next < cases.count else {
                    order.append(name)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                if let inner = settlement.shape(cases[next].type)?.name, seen.insert(inner).inserted {
                    path.append((inner, 0))
                }
            }
        }
        return order
    }

    /// With the alternatives of alternatives in their place. They keep the values that tell them apart where no member of
    /// their own has these; nil where those are of different members.
    private func flattened(_ alternatives: AlternativesDraft) -> AlternativesDraft? {
        var flat = AlternativesDraft(cases: [])
        var property: String?
        var types: Set<String> = []
        for alternative in alternatives.cases {
            var inner = [alternative]
            if let nested = settlement.shape(alternative.type).flatMap({ settlement[alternativesOf: $0.name] }) {
                inner = nested.cases
                if let name = nested.discriminator {
                    let isSaidByFields = inner.allSatisfy {
                        settlement.values(of: settlement.field(name, of: $0.type)) == $0.values
                    }
                    if isSaidByFields {
                        for index in inner.indices { inner[index].values = [] }
                    } else {
                        guard property == nil || property == name else { return nil }
                        property = name
                    }
                }
            }
            flat.cases += inner.filter { types.insert($0.type.written).inserted }
            guard flat.cases.count <= Self.limit || inner.count == 1 else { return nil }
        }
        let names = MemberNames.names(for: flat.cases.map(\.name), reserved: ReservedNames.cases)
        for index in names.indices { flat.cases[index].name = names[index] }
        return flat
    }

    /// Shapes in place whose alternatives are those of others now.
    private func removeUnused() {
        let counts = settlement.useCounts()
        for shape in settlement.draft.shapes where counts[shape.name] == nil {
            if case .alternatives = shape.kind, settlement.origins[shape.name]?.isNamed == false {
                gone.insert(shape.name)
            }
        }
    }
}
