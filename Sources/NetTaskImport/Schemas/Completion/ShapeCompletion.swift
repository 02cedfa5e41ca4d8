import NetTaskSpec

/// Completes the facts that depend on all shapes together, so that the language accepts the shapes: the members that distinguish
/// alternatives, the order in which alternatives are tried, and a finite value for each shape.
final class ShapeCompletion {
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

    func complete() {
        widenInlineFields()
        // Removes alternatives through which a shape would be an alternative of itself, at the same place of the JSON.
        cutCycles(triedTypes) { name, step in self.removeCase(step, of: name, "it would be an alternative of itself") }
        let undecided = distinguish()
        // Inline shapes whose alternatives moved to other shapes have no uses.
        let counts = useCounts()
        removeDiscriminatorsOfInlineFields()
        // If a value is only sent, the caller chooses the alternative.
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

    /// Removes inline shapes that are no longer used, because they belonged to removed parts or were joined with other shapes.
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

    /// The fields of an object. Setting them has no effect on another type.
    subscript(fieldsOf type: TypeReference) -> [Field]? {
        get { shape(type)?.fields }
        set {
            guard let newValue, case .shape(let name) = type.unwrapped, let index = indices[name] else { return }
            spec.shapes[index].kind = .object(newValue)
        }
    }

    /// Makes an enumeration reject values that it does not list.
    func close(_ type: TypeReference) {
        guard case .shape(let name) = type.unwrapped, let index = indices[name] else { return }
        spec.shapes[index].catchAll = nil
    }

    /// The alternatives of a shape. Setting them has no effect on a shape of another kind.
    subscript(alternativesOf name: String) -> Alternatives? {
        get { shape(.shape(name))?.alternatives }
        set {
            guard let newValue, let index = indices[name], spec.shapes[index].alternatives != nil else { return }
            spec.shapes[index].kind = .alternatives(newValue)
            spec.shapes[index].catchAll = newValue.discriminator == nil ? nil : newValue.cases.map(\.name).catchAll
        }
    }

    /// Returns the number of uses of each shape.
    func useCounts() -> [String: Int] {
        let types =
            spec.shapes.flatMap(\.types) + spec.endpoints.flatMap { $0.sentTypes + $0.readTypes }
            + (spec.webhooks?.readTypes ?? [])
        return types.reduce(into: [:]) { counts, type in
            if let shape = type.shape { counts[shape, default: 0] += 1 }
        }
    }

    // MARK: Cycles

    /// Removes the steps from shapes that lead back to a shape on the way.
    ///
    /// - Parameters:
    ///   - types: Returns the types that a shape leads to, or `nil` for a removed step.
    ///   - cut: Removes the step with this index.
    private func cutCycles(_ types: (String) -> [TypeReference?], cut: (_ name: String, _ step: Int) -> Void) {
        Graph.search(from: spec.shapes.map(\.name.written)) { name in
            types(name).compactMap { type in type.flatMap { shape($0) }.map { (node: $0.name.written, edge: type) } }
        } foundCycle: { cycle, type in
            // The earlier steps may have been removed.
            let name = cycle[cycle.count - 2]
            if let step = types(name).firstIndex(of: type) { cut(name, step) }
        }
    }

    /// Returns the types that read the same JSON: alternatives, and inline fields.
    private func triedTypes(_ name: String) -> [TypeReference?] {
        let shape = shape(.shape(name))
        return shape?.alternatives?.cases.map(\.type) ?? shape?.fields?.filter(\.isInlineShape).map(\.type) ?? []
    }

    /// Returns the type of each field of an object. It is `nil` for a field that does not need a value.
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

    /// Returns a field that prevents one of the alternatives from having a value.
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

    /// Replaces objects of any members by any JSON among the alternatives of inline fields, because an inline field cannot
    /// contain a dictionary.
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

    /// Removes an alternative of a shape without a discriminator. The last alternative becomes any JSON instead. For an object,
    /// removes an inline field.
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

    /// Reports that an alternative is not in the spec, and the reason.
    ///
    /// - Parameter kind: The reason without names, for the report.
    func leaveOut(_ alternative: Alternative, of name: String, _ reason: String, _ kind: String? = nil) {
        guard let schema = source(of: alternative) else { return }
        warn(schema, alternative.type, of: name, reason)
        schema.leaveOut(.differs(.alternativeLeftOut, kind ?? reason))
    }

    /// Returns the value that an alternative was made from. Returns `nil` if the document does not contain it.
    func source(of alternative: Alternative) -> DocumentValue? { imported.sources[alternative.name.place] }

    private func warn(_ schema: DocumentValue, _ type: TypeReference, of name: String, _ reason: String) {
        schema.warn(.unsupportedPart, "`\(type)` is left out of \(name.quotedForMessage): \(reason)")
    }

    private func makeOptional(_ index: Int, of name: String) {
        guard var fields = self[fieldsOf: .shape(name)] else { return }
        guard !fields[index].isInlineShape else {
            let inline = fields[..<index].filter(\.isInlineShape).count
            return removeCase(inline, of: name, "it would contain itself endlessly")
        }
        fields[index].isRequired = false
        self[fieldsOf: .shape(name)] = fields
        guard let value = origins[name]?.required[fields[index].wireName] else { return }
        value.warn(
            .unsupportedPart,
            "\(name.quotedForMessage) would contain itself endlessly; this field is imported as optional"
        )
        value.leaveOut(.differs(.endlessShape, "no value could exist"))
    }

    /// Removes the fields that distinguish inline alternatives. The alternatives have these fields themselves.
    private func removeDiscriminatorsOfInlineFields() {
        for shape in spec.shapes {
            guard let fields = shape.fields, fields.contains(where: \.isInlineShape) else { continue }
            let inline = fields.filter(\.isInlineShape).compactMap(\.type.shape)
            let names = Set(inline.compactMap { self[alternativesOf: $0]?.discriminator })
            self[fieldsOf: .shape(shape.name.written)] = fields.filter { field in
                guard !field.isInline, names.contains(field.wireName) else { return true }
                let schema = origins[shape.name.written].flatMap { SchemaPeek.property(field.wireName, of: $0.schema) }
                schema?.leaveOut(.unused(.discriminator, "the inline alternatives already contain it"))
                return false
            }
        }
    }
}
