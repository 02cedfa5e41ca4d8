import NetTaskSpec

extension ShapeSettlement {
    /// The alternatives of a shape; setting them does nothing for a shape of another kind.
    subscript(alternativesOf name: String) -> AlternativesDraft? {
        get {
            if case .alternatives(let alternatives) = shape(named: name)?.kind { alternatives } else { nil }
        }
        set {
            guard let newValue, let index = index(of: name), case .alternatives = draft.shapes[index].kind else {
                return
            }
            draft.shapes[index].kind = .alternatives(newValue)
        }
    }

    /// Takes out an alternative of a shape without a discriminator. The last one becomes any JSON instead.
    /// Of an object, an inline field.
    func removeCase(_ index: Int, of name: String, _ reason: String) {
        if let fields = fields(.named(name)) {
            let inline = fields.indices.filter { fields[$0].isInline }[index]
            if let schema = origins[name]?.schema {
                let type = fields[inline].type.written
                schema.run.diagnostics.warning(
                    "`\(type)` is left out of \(name.quotedForMessage): \(reason)",
                    at: schema.range
                )
            }
            return setFields(fields.indices.filter { $0 != inline }.map { fields[$0] }, of: .named(name))
        }
        guard var alternatives = self[alternativesOf: name] else { return }
        leaveOut(alternatives.cases[index], of: name, reason)
        if alternatives.cases.count == 1 {
            alternatives.cases = [.other]
        } else {
            alternatives.cases.remove(at: index)
        }
        self[alternativesOf: name] = alternatives
    }

    /// Says that an alternative is not in the spec, and why.
    func leaveOut(_ alternative: AlternativeDraft, of name: String, _ reason: String) {
        guard let schema = alternative.schema else { return }
        schema.run.diagnostics.warning(
            "`\(alternative.type.written)` is left out of \(name.quotedForMessage): \(reason)",
            at: schema.range
        )
        schema.leaveOut(reason)
    }

    func setFields(_ fields: [FieldDraft], of type: DraftType) {
        guard let shape = self.index(of: type.innermost) else { return }
        draft.shapes[shape].kind = .object(fields)
    }

    /// What tells inline alternatives apart is theirs.
    func removeDiscriminatorsOfInlineFields() {
        for shape in draft.shapes {
            guard case .object(let fields) = shape.kind, fields.contains(where: \.isInline) else { continue }
            let names = Set(
                fields.filter(\.isInline).compactMap { self[alternativesOf: $0.type.innermost]?.discriminator }
            )
            for field in fields where names.contains(field.wireName) && !field.isInline {
                let schema = origins[shape.name].flatMap { SchemaPeek.property(field.wireName, of: $0.schema) }
                schema?.leaveOut("it tells the alternatives apart, which say it themselves")
            }
            setFields(fields.filter { $0.isInline || !names.contains($0.wireName) }, of: .named(shape.name))
        }
    }

    func makeOptional(_ index: Int, of name: String) {
        guard let shape = self.index(of: name), case .object(var fields) = draft.shapes[shape].kind else { return }
        guard !fields[index].isInline else {
            let inline = fields[..<index].filter(\.isInline).count
            return removeCase(inline, of: name, "it would contain itself without end")
        }
        fields[index].isRequired = false
        draft.shapes[shape].kind = .object(fields)
        guard let value = origins[name]?.required[fields[index].wireName] else { return }
        value.run.diagnostics.warning(
            "\(name.quotedForMessage) would contain itself without end; this field is optional now",
            at: value.range
        )
        value.leaveOut("no value could exist")
    }
}
