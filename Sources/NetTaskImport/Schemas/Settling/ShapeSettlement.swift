import NetTaskSpec

/// Settles what only all shapes together show, so that the language takes them: how alternatives are told apart, in which
/// order they are tried, and that each shape has a value.
final class ShapeSettlement {
    let imported: ImportedSpec
    var origins: ShapeOrigins
    private let indices: [String: Int]

    var spec: Spec {
        get { imported.spec }
        _modify { yield &imported.spec }
    }

    init(_ imported: ImportedSpec, _ origins: ShapeOrigins) {
        self.imported = imported
        self.origins = origins
        let names = imported.spec.shapes.enumerated().map { ($1.name.written, $0) }
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
        let usage = spec.usage
        let names = undecided.filter { name in
            usage.read.contains(name) && (counts[name] != nil || origins[name]?.isNamed != false)
        }
        for name in names { closeValues(of: name) }
        let joined = joinTwins(names)
        cutCycles(neededTypes) { name, step in self.makeOptional(step, of: name) }
        openUninhabited()
        order(names)
        spec.shapes.removeAll { joined.contains($0.name.written) }
        widenParams()
        removeUnused()
    }

    /// Takes out what was described in place for something that is left out, or is part of something else now.
    private func removeUnused() {
        var count = 0
        repeat {
            let counts = useCounts()
            count = spec.shapes.count
            spec.shapes.removeAll { counts[$0.name.written] == nil && origins[$0.name.written]?.isNamed == false }
        } while spec.shapes.count != count
    }

    // MARK: Shapes

    func shape(_ type: TypeReference) -> Shape? {
        guard case .shape(let name) = type.unwrapped else { return nil }
        return indices[name].map { spec.shapes[$0] }
    }

    /// The fields of an object; setting them does nothing for another type.
    subscript(fieldsOf type: TypeReference) -> [Field]? {
        get { shape(type)?.fields }
        set {
            guard let newValue, case .shape(let name) = type.unwrapped, let index = indices[name] else { return }
            spec.shapes[index].kind = .object(newValue)
        }
    }

    /// Has an enumeration refuse values that it does not list.
    func close(_ type: TypeReference) {
        guard case .shape(let name) = type.unwrapped, let index = indices[name] else { return }
        spec.shapes[index].catchAll = nil
    }

    /// The alternatives of a shape; setting them does nothing for a shape of another kind.
    subscript(alternativesOf name: String) -> Alternatives? {
        get { shape(.shape(name))?.alternatives }
        set {
            guard let newValue, let index = indices[name], spec.shapes[index].alternatives != nil else { return }
            spec.shapes[index].kind = .alternatives(newValue)
            spec.shapes[index].catchAll = newValue.discriminator == nil ? nil : newValue.cases.map(\.name).catchAll
        }
    }

    /// How often each shape is named.
    func useCounts() -> [String: Int] {
        let types =
            spec.shapes.flatMap(\.types) + spec.endpoints.flatMap { $0.sentTypes + $0.readTypes }
            + (spec.webhooks?.readTypes ?? [])
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
        Graph.search(from: spec.shapes.map(\.name.written)) { name in
            types(name).compactMap { type in type.flatMap { shape($0) }.map { (node: $0.name.written, edge: type) } }
        } foundCycle: { cycle, type in
            // The steps before it may be gone.
            let name = cycle[cycle.count - 2]
            if let step = types(name).firstIndex(of: type) { cut(name, step) }
        }
    }

    /// Those that read the same JSON: alternatives, and inline fields.
    private func triedTypes(_ name: String) -> [TypeReference?] {
        let shape = shape(.shape(name))
        return shape?.alternatives?.cases.map(\.type) ?? shape?.fields?.filter(\.isInlineShape).map(\.type) ?? []
    }

    /// For each field of an object its type; nil for those that can do without a value.
    private func neededTypes(_ name: String) -> [TypeReference?] {
        (self[fieldsOf: .shape(name)] ?? []).map { $0.isRequired && !$0.isNullable ? $0.type : nil }
    }

    // MARK: Shapes without a value

    /// Makes fields optional until every shape of alternatives has a finite value.
    private func openUninhabited() {
        var inhabited = Graph.inhabited(spec.shapesByName)
        for shape in spec.shapes where shape.alternatives != nil {
            while !inhabited.contains(shape.name.written), let (object, field) = blockedField(shape, inhabited) {
                makeOptional(field, of: object)
                inhabited = Graph.inhabited(spec.shapesByName)
            }
        }
    }

    /// A field without which one of the alternatives would have a value.
    private func blockedField(_ shape: Shape, _ inhabited: Set<String>) -> (object: String, field: Int)? {
        var shape = shape
        for _ in spec.shapes {
            guard let cases = shape.alternatives?.cases else { break }
            guard let first = cases.lazy.compactMap({ self.shape($0.type) }).first else { return nil }
            shape = first
        }
        let blocked = neededTypes(shape.name.written).firstIndex { type in
            type.flatMap { self.shape($0) }.map { !inhabited.contains($0.name.written) } ?? false
        }
        return blocked.map { (shape.name.written, $0) }
    }

    // MARK: Changes

    /// Makes any JSON of the alternatives of inline fields that are objects of any members, since an inline field has no dictionary.
    private func widenInlineFields() {
        let fields = spec.shapes.flatMap { $0.fields ?? [] }
        var pending = fields.filter(\.isInlineShape).compactMap { shape($0.type)?.name.written }
        var seen: Set<String> = []
        while let name = pending.popLast() {
            guard seen.insert(name).inserted, var alternatives = self[alternativesOf: name] else { continue }
            pending += alternatives.cases.compactMap { shape($0.type)?.name.written }
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
            let inline = fields.indices.filter { fields[$0].isInlineShape }[index]
            if let schema = origins[name]?.schema { warn(schema, fields[inline].type, of: name, reason) }
            fields.remove(at: inline)
            self[fieldsOf: .shape(name)] = fields
        } else if var alternatives = self[alternativesOf: name] {
            leaveOut(alternatives.cases.remove(at: index), of: name, reason)
            if alternatives.cases.isEmpty { alternatives = .anyJSON }
            self[alternativesOf: name] = alternatives
        }
    }

    /// Says that an alternative is not in the spec, and why.
    ///
    /// - Parameter kind: The same without names, for the report.
    func leaveOut(_ alternative: Alternative, of name: String, _ reason: String, _ kind: String? = nil) {
        guard let schema = source(of: alternative) else { return }
        warn(schema, alternative.type, of: name, reason)
        schema.leaveOut(.differs(.alternativeLeftOut, kind ?? reason))
    }

    /// What the document has of an alternative; nil for one that it does not have.
    func source(of alternative: Alternative) -> DocumentValue? { imported.sources[alternative.name.place] }

    private func warn(_ schema: DocumentValue, _ type: TypeReference, of name: String, _ reason: String) {
        schema.warn(.unsupportedPart, "`\(type)` is left out of \(name.quotedForMessage): \(reason)")
    }

    private func makeOptional(_ index: Int, of name: String) {
        guard var fields = self[fieldsOf: .shape(name)] else { return }
        guard !fields[index].isInlineShape else {
            let inline = fields[..<index].filter(\.isInlineShape).count
            return removeCase(inline, of: name, "it would contain itself without end")
        }
        fields[index].isRequired = false
        self[fieldsOf: .shape(name)] = fields
        guard let value = origins[name]?.required[fields[index].wireName] else { return }
        value.warn(
            .unsupportedPart,
            "\(name.quotedForMessage) would contain itself without end; this field is optional now"
        )
        value.leaveOut(.differs(.endlessShape, "no value could exist"))
    }

    /// What tells inline alternatives apart is theirs.
    private func removeDiscriminatorsOfInlineFields() {
        for shape in spec.shapes {
            guard let fields = shape.fields, fields.contains(where: \.isInlineShape) else { continue }
            let inline = fields.filter(\.isInlineShape).compactMap(\.type.shape)
            let names = Set(inline.compactMap { self[alternativesOf: $0]?.discriminator })
            self[fieldsOf: .shape(shape.name.written)] = fields.filter { field in
                guard !field.isInline, names.contains(field.wireName) else { return true }
                let schema = origins[shape.name.written].flatMap { SchemaPeek.property(field.wireName, of: $0.schema) }
                schema?.leaveOut(.unused(.discriminator, "it tells the alternatives apart, which say it themselves"))
                return false
            }
        }
    }
}
