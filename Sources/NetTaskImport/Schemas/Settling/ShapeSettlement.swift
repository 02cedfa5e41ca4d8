import NetTaskSpec

/// Settles what only all shapes together show, so that the language takes them: how alternatives are told apart, in which
/// order they are tried, and that each shape has a value.
final class ShapeSettlement {
    let draft: SpecDraft
    let origins: ShapeOrigins
    private var indices: [String: Int]

    init(draft: SpecDraft, origins: ShapeOrigins) {
        self.draft = draft
        self.origins = origins
        let names = draft.shapes.enumerated().map { ($1.name, $0) }
        indices = Dictionary(names) { first, _ in first }
    }

    func settle() {
        var undecided: [Int] = []
        for (index, shape) in draft.shapes.enumerated() {
            guard case .alternatives(let alternatives) = shape.kind, alternatives.discriminator == nil else { continue }
            if let told = DiscriminatorChoice(self).told(alternatives, shape.name) {
                draft.shapes[index].kind = .alternatives(told)
            } else {
                undecided.append(index)
            }
        }
        for index in undecided { closeOnlyCases(ofAlternativesOf: draft.shapes[index]) }
        AlternativeCircles(self).cut()
        AlternativesOrder(self).order(undecided)
        let joined = TwinAlternatives(self).join(undecided)
        RequiredCircles(self).open()
        draft.shapes.removeAll { joined.contains($0.name) }
    }

    func shape(_ type: DraftType) -> ShapeDraft? {
        guard case .named(let name) = type else { return nil }
        return shape(named: name)
    }

    func shape(named name: String) -> ShapeDraft? { indices[name].map { draft.shapes[$0] } }

    func index(of name: String) -> Int? { indices[name] }

    func fields(_ type: DraftType) -> [FieldDraft]? {
        if case .object(let fields) = shape(type)?.kind { fields } else { nil }
    }

    func enumeration(_ type: DraftType) -> EnumerationDraft? {
        if case .enumeration(let enumeration) = shape(type)?.kind { enumeration } else { nil }
    }

    /// Objects that are tried one after the other are told apart by what can have but one value.
    private func closeOnlyCases(ofAlternativesOf shape: ShapeDraft) {
        guard case .alternatives(let alternatives) = shape.kind else { return }
        for field in alternatives.cases.flatMap({ fields($0.type) ?? [] }) where field.isRequired && !field.isNullable {
            guard case .named(let name) = field.type, let index = index(of: name),
                case .enumeration(var enumeration) = draft.shapes[index].kind, enumeration.cases.count == 1
            else { continue }
            enumeration.isClosed = true
            draft.shapes[index].kind = .enumeration(enumeration)
        }
    }
}
