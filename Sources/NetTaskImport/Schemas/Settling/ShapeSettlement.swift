import NetTaskSpec

/// Settles what only all shapes together show, so that the language takes them: how alternatives are told apart, in which
/// order they are tried, and that each shape has a value.
final class ShapeSettlement {
    let draft: SpecDraft
    let origins: ShapeOrigins
    private let indices: [String: Int]

    init(draft: SpecDraft, origins: ShapeOrigins) {
        self.draft = draft
        self.origins = origins
        let names = draft.shapes.enumerated().map { ($1.name, $0) }
        indices = Dictionary(names) { first, _ in first }
    }

    func settle() {
        widenInlineFields()
        // Alternatives through which a shape would be an alternative of itself, at the same place of the JSON.
        cutCycles(triedTypes) { name, step in self.removeCase(step, of: name, "it would be an alternative of itself") }
        let undecided = tellApart()
        // What was described in place, and whose alternatives are those of others now.
        let counts = useCounts()
        removeDiscriminatorsOfInlineFields()
        // Of what is only sent, the caller says which it is.
        let directions = ShapeDirections(draft)
        let names = undecided.filter { name in
            directions.read.contains(name) && (counts[name] != nil || origins[name]?.isNamed != false)
        }
        for name in names { closeValues(of: name) }
        let joined = joinTwins(names)
        cutCycles(neededTypes) { name, step in self.makeOptional(step, of: name) }
        var valued = ValuedShapes(self)
        valued.openTheRest()
        order(names)
        draft.shapes.removeAll { joined.contains($0.name) }
        widenParams()
        removeUnused()
    }

    /// Takes out what was described in place for something that is left out, or is part of something else now.
    private func removeUnused() {
        var count = 0
        repeat {
            let counts = useCounts()
            count = draft.shapes.count
            draft.shapes.removeAll { counts[$0.name] == nil && origins[$0.name]?.isNamed == false }
        } while draft.shapes.count != count
    }

    // MARK: Shapes

    func shape(_ type: TypeReference) -> ShapeDraft? {
        guard case .shape(let name) = type else { return nil }
        return indices[name].map { draft.shapes[$0] }
    }

    /// The fields of an object; setting them does nothing for another type.
    subscript(fieldsOf type: TypeReference) -> [FieldDraft]? {
        get { if case .object(let fields) = shape(type)?.kind { fields } else { nil } }
        set {
            guard let newValue, case .shape(let name) = type, let index = indices[name] else { return }
            draft.shapes[index].kind = .object(newValue)
        }
    }

    subscript(enumeration type: TypeReference) -> EnumerationDraft? {
        get { if case .enumeration(let enumeration) = shape(type)?.kind { enumeration } else { nil } }
        set {
            guard let newValue, case .shape(let name) = type, let index = indices[name] else { return }
            draft.shapes[index].kind = .enumeration(newValue)
        }
    }

    /// The alternatives of a shape; setting them does nothing for a shape of another kind.
    subscript(alternativesOf name: String) -> AlternativesDraft? {
        get { if case .alternatives(let alternatives) = shape(.shape(name))?.kind { alternatives } else { nil } }
        set {
            guard let newValue, let index = indices[name], case .alternatives = draft.shapes[index].kind else { return }
            draft.shapes[index].kind = .alternatives(newValue)
        }
    }

    /// How often each shape is named.
    func useCounts() -> [String: Int] {
        let types =
            draft.shapes.flatMap(\.types) + draft.endpoints.flatMap { $0.sentTypes + $0.readTypes }
            + draft.webhooks.compactMap(\.type)
        return types.reduce(into: [:]) { counts, type in
            if let shape = type.shape { counts[shape, default: 0] += 1 }
        }
    }

    // MARK: Circles

    /// Takes away the steps of shapes that lead back to where they are reached from.
    ///
    /// - Parameters:
    ///   - types: The types that a shape leads to; nil for a step that is gone.
    ///   - cut: Takes away the step of this index.
    private func cutCycles(_ types: (String) -> [TypeReference?], cut: (_ name: String, _ step: Int) -> Void) {
        Graph.search(from: draft.shapes.map(\.name)) { name in
            types(name).compactMap { type in type.flatMap { shape($0) }.map { (node: $0.name, edge: type) } }
        } foundCycle: { cycle, type in
            // The steps before it may be gone.
            let name = cycle[cycle.count - 2]
            if let step = types(name).firstIndex(of: type) { cut(name, step) }
        }
    }

    /// Those that read the same JSON: alternatives, and inline fields.
    private func triedTypes(_ name: String) -> [TypeReference?] {
        switch shape(.shape(name))?.kind {
        case .alternatives(let alternatives): alternatives.cases.map(\.type)
        case .object(let fields): fields.filter(\.isInline).map(\.type)
        case .enumeration, nil: []
        }
    }

    /// For each field of an object its type; nil for those that can do without a value.
    fileprivate func neededTypes(_ name: String) -> [TypeReference?] {
        (self[fieldsOf: .shape(name)] ?? []).map { $0.isRequired && !$0.isNullable ? $0.type : nil }
    }

    /// The shapes that an object cannot do without, by its fields.
    fileprivate func neededShapes(_ name: String) -> [String?] {
        neededTypes(name).map { type in type.flatMap { shape($0)?.name } }
    }

    // MARK: Changes

    /// Makes any JSON of the alternatives of inline fields that are objects of any members, since an inline field has no dictionary.
    private func widenInlineFields() {
        let fields = draft.shapes.flatMap { self[fieldsOf: .shape($0.name)] ?? [] }
        var pending = fields.filter(\.isInline).compactMap { shape($0.type)?.name }
        var seen: Set<String> = []
        while let name = pending.popLast() {
            guard seen.insert(name).inserted, var alternatives = self[alternativesOf: name] else { continue }
            pending += alternatives.cases.compactMap { shape($0.type)?.name }
            for index in alternatives.cases.indices where alternatives.cases[index].type.isAnyObject {
                alternatives.cases[index].type = .jsonValue
            }
            self[alternativesOf: name] = alternatives
        }
    }

    /// Takes out an alternative of a shape without a discriminator. The last one becomes any JSON instead.
    /// Of an object, an inline field.
    private func removeCase(_ index: Int, of name: String, _ reason: String) {
        if var fields = self[fieldsOf: .shape(name)] {
            let inline = fields.indices.filter { fields[$0].isInline }[index]
            if let schema = origins[name]?.schema { warn(schema, fields[inline].type, of: name, reason) }
            fields.remove(at: inline)
            self[fieldsOf: .shape(name)] = fields
        } else if var alternatives = self[alternativesOf: name] {
            leaveOut(alternatives.cases.remove(at: index), of: name, reason)
            if alternatives.cases.isEmpty { alternatives.cases = [.other] }
            self[alternativesOf: name] = alternatives
        }
    }

    /// Says that an alternative is not in the spec, and why.
    ///
    /// - Parameter kind: The same without names, for the report.
    func leaveOut(_ alternative: AlternativeDraft, of name: String, _ reason: String, _ kind: OmissionReason? = nil) {
        guard let schema = alternative.schema else { return }
        warn(schema, alternative.type, of: name, reason)
        schema.leaveOut(kind ?? "\(reason)")
    }

    private func warn(_ schema: DocumentValue, _ type: TypeReference, of name: String, _ reason: String) {
        schema.warn("`\(type)` is left out of \(name.quotedForMessage): \(reason)")
    }

    fileprivate func makeOptional(_ index: Int, of name: String) {
        guard var fields = self[fieldsOf: .shape(name)] else { return }
        guard !fields[index].isInline else {
            let inline = fields[..<index].filter(\.isInline).count
            return removeCase(inline, of: name, "it would contain itself without end")
        }
        fields[index].isRequired = false
        self[fieldsOf: .shape(name)] = fields
        guard let value = origins[name]?.required[fields[index].wireName] else { return }
        value.warn("\(name.quotedForMessage) would contain itself without end; this field is optional now")
        value.leaveOut("no value could exist")
    }

    /// What tells inline alternatives apart is theirs.
    private func removeDiscriminatorsOfInlineFields() {
        for shape in draft.shapes {
            guard case .object(let fields) = shape.kind, fields.contains(where: \.isInline) else { continue }
            let inline = fields.filter(\.isInline).compactMap(\.type.shape)
            let names = Set(inline.compactMap { self[alternativesOf: $0]?.discriminator })
            self[fieldsOf: .shape(shape.name)] = fields.filter { field in
                guard !field.isInline, names.contains(field.wireName) else { return true }
                let schema = origins[shape.name].flatMap { SchemaPeek.property(field.wireName, of: $0.schema) }
                schema?.leaveOut(.unused("it tells the alternatives apart, which say it themselves"))
                return false
            }
        }
    }
}

/// The shapes that some finite value has: all but those that cannot do without a value of their own inside. Of alternatives
/// one is enough.
private struct ValuedShapes {
    private let settlement: ShapeSettlement
    private var valued: Set<String> = []
    /// How many shapes each still lacks.
    private var missing: [String: Int] = [:]
    /// Who waits for a shape.
    private var waiting: [String: [String]] = [:]

    init(_ settlement: ShapeSettlement) {
        self.settlement = settlement
        for shape in settlement.draft.shapes {
            var needs: [String] = []
            switch shape.kind {
            case .enumeration: missing[shape.name] = 0
            case .object:
                needs = settlement.neededShapes(shape.name).compactMap { $0 }
                missing[shape.name] = needs.count
            case .alternatives(let alternatives):
                needs = alternatives.cases.compactMap { settlement.shape($0.type)?.name }
                // With a discriminator, objects that the document does not know are kept.
                let isFree = alternatives.discriminator != nil || needs.count < alternatives.cases.count
                missing[shape.name] = isFree ? 0 : 1
            }
            for need in needs { waiting[need, default: []].append(shape.name) }
        }
        add(settlement.draft.shapes.map(\.name).filter { missing[$0] == 0 })
    }

    /// Makes fields optional until every shape of alternatives has a value.
    mutating func openTheRest() {
        for shape in settlement.draft.shapes {
            guard case .alternatives = shape.kind else { continue }
            while !valued.contains(shape.name), let (object, field) = blockedField(shape) {
                settlement.makeOptional(field, of: object)
                missing[object, default: 1] -= 1
                if missing[object] == 0 { add([object]) }
            }
        }
    }

    private mutating func add(_ names: [String]) {
        var pending = names
        while let name = pending.popLast() {
            guard valued.insert(name).inserted else { continue }
            for other in waiting[name] ?? [] {
                guard let count = missing[other], count > 0 else { continue }
                missing[other] = count - 1
                if count == 1 { pending.append(other) }
            }
        }
    }

    /// A field without which one of the alternatives would have a value.
    private func blockedField(_ shape: ShapeDraft) -> (object: String, field: Int)? {
        var shape = shape
        for _ in 0..<settlement.draft.shapes.count {
            guard case .alternatives(let alternatives) = shape.kind else { break }
            guard let first = alternatives.cases.lazy.compactMap({ settlement.shape($0.type) }).first else {
                return nil
            }
            shape = first
        }
        let blocked = settlement.neededShapes(shape.name).firstIndex { $0.map { !valued.contains($0) } ?? false }
        return blocked.map { (shape.name, $0) }
    }
}
