import NetTaskSpec

extension ShapeSettlement {
    /// Takes out an alternative of a shape without a discriminator. The last one becomes any JSON instead.
    func removeCase(_ index: Int, of name: String, _ reason: String) {
        guard let shape = self.index(of: name), case .alternatives(var alternatives) = draft.shapes[shape].kind else {
            return
        }
        origins[name]?.alternatives.element(index)?.leaveOut(reason)
        if alternatives.cases.count == 1 {
            alternatives.cases = [("other", nil, .jsonValue)]
        } else {
            alternatives.cases.remove(at: index)
            if let schemas = origins[name]?.alternatives, schemas.indices.contains(index) {
                origins[name]?.alternatives.remove(at: index)
            }
        }
        draft.shapes[shape].kind = .alternatives(alternatives)
    }

    func widenOnlyCase(of name: String) { removeCase(0, of: name, "any JSON is taken here") }

    /// Puts the alternatives into an order, without those that are not in it.
    func keepCases(_ order: [Int], of name: String, _ reason: String) {
        guard let shape = self.index(of: name), case .alternatives(var alternatives) = draft.shapes[shape].kind else {
            return
        }
        let schemas = origins[name]?.alternatives ?? []
        for index in alternatives.cases.indices where !order.contains(index) {
            schemas.element(index)?.leaveOut(reason)
        }
        alternatives.cases = order.map { alternatives.cases[$0] }
        draft.shapes[shape].kind = .alternatives(alternatives)
        origins[name]?.alternatives = order.compactMap { schemas.element($0) }
    }

    /// Takes out alternatives whose values are read as others.
    func forgetCases(_ cases: [Int], of name: String) {
        guard let shape = self.index(of: name), case .alternatives(var alternatives) = draft.shapes[shape].kind else {
            return
        }
        for index in cases.sorted().reversed() {
            alternatives.cases.remove(at: index)
            if let schemas = origins[name]?.alternatives, schemas.indices.contains(index) {
                origins[name]?.alternatives.remove(at: index)
            }
        }
        draft.shapes[shape].kind = .alternatives(alternatives)
    }

    func setFields(_ fields: [FieldDraft], of type: DraftType) {
        guard let shape = self.index(of: type.innermost) else { return }
        draft.shapes[shape].kind = .object(fields)
    }

    /// Makes a member required that goes both ways, as OpenAPI demands of what tells alternatives apart.
    func makeDiscriminator(_ property: String, of type: DraftType, _ discriminator: DocumentValue) {
        guard var fields = fields(type), let index = fields.firstIndex(where: { $0.wireName == property }) else {
            return
        }
        let diagnostics = discriminator.run.diagnostics
        let reason = "\(property.quotedForMessage) tells alternatives apart, so it"
        let shape = type.innermost.quotedForMessage
        if !fields[index].isRequired {
            fields[index].isRequired = true
            if fields[index].defaultValue == nil, let only = enumeration(fields[index].type)?.cases.first,
                enumeration(fields[index].type)?.cases.count == 1
            {
                fields[index].defaultValue = .text(only.value)
            }
            diagnostics.warning("\(reason) is required in \(shape)", at: discriminator.range)
        }
        if fields[index].only != nil {
            fields[index].only = nil
            diagnostics.warning("\(reason) goes both ways in \(shape)", at: discriminator.range)
        }
        setFields(fields, of: type)
    }

    func makeOptional(_ index: Int, of name: String) {
        guard let shape = self.index(of: name), case .object(var fields) = draft.shapes[shape].kind else { return }
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

extension [DocumentValue] {
    fileprivate func element(_ index: Int) -> DocumentValue? { indices.contains(index) ? self[index] : nil }
}
