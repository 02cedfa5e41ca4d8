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
        AlternativeCircles(self).cut()
        let nested = NestedAlternatives(self)
        let undecided = nested.settle()
        removeDiscriminatorsOfInlineFields()
        // Of what is only sent, the caller says which it is.
        let directions = ShapeDirections(draft)
        let tried = undecided.filter { index in
            directions.isRead(draft.shapes[index].name) && !nested.isGone(draft.shapes[index].name)
        }
        for index in tried { ClosedValues(self).close(draft.shapes[index]) }
        let joined = TwinAlternatives(self).join(tried)
        RequiredCircles(self).open()
        AlternativesOrder(self).order(tried)
        draft.shapes.removeAll { joined.contains($0.name) }
        removeUnused()
    }

    /// Takes out what was described in place for something that is left out, or is part of something else now.
    private func removeUnused() {
        var isDone = false
        while !isDone {
            let counts = useCounts()
            let count = draft.shapes.count
            draft.shapes.removeAll { counts[$0.name] == nil && origins[$0.name]?.isNamed == false }
            isDone = draft.shapes.count == count
        }
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

    /// How often each shape is named.
    func useCounts() -> [String: Int] {
        var counts: [String: Int] = [:]
        for shape in draft.shapes {
            for type in shape.types { counts[type.innermost, default: 0] += 1 }
        }
        for endpoint in draft.endpoints {
            for type in endpoint.types { counts[type.innermost, default: 0] += 1 }
        }
        return counts
    }
}

extension ShapeDraft {
    fileprivate var types: [DraftType] {
        switch kind {
        case .object(let fields): fields.map(\.type)
        case .alternatives(let alternatives): alternatives.cases.map(\.type)
        case .enumeration: []
        }
    }
}

extension EndpointDraft {
    fileprivate var types: [DraftType] {
        params.map(\.type) + readTypes
            + [body, requestObject.map { .named($0) }].compactMap { $0 }
    }
}
