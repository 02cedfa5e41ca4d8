import NetTaskSpec

/// Compares what values a field can have: its type, whether they can be missing or null, and its default. All of it is one
/// difference.
struct FieldValueComparison {
    let client: ComparedClient
    let found: DifferenceCollector
    let use: FieldUse

    func compare(_ old: Field, _ new: Field, _ subject: DifferenceCollector.Subject) {
        let isSame = client.isSame(old.type, new.type) && old.isNullable == new.isNullable
        let hasSameDefault = isSameDefault(old, new)
        if isSame, hasSameDefault { return }
        var kinds: Set<Difference.Kind> = []
        var parts: [String] = []
        if !isSame {
            parts.append("its type was \(text(old)) and is \(text(new))")
            let isSameInSwift =
                client.isSame(old.type.unwrapped, new.type.unwrapped) && old.swiftHolder == new.swiftHolder
            if !isSameInSwift { kinds.insert(.callers) }
        }
        if !hasSameDefault {
            parts.append("its default was \(text(old.defaultValue)) and is \(text(new.defaultValue))")
            // Who left it out gets another value.
            if old.canBeLeftOut { kinds.insert(.callers) }
        }
        if old.canBeLeftOut, !new.canBeLeftOut {
            kinds.insert(.callers)
            parts.append("`init` has to be given it")
        }
        let problems = problemsOfServer(old, new)
        if !problems.isEmpty {
            kinds.insert(.server)
            parts += problems
        }
        found.add(kinds.isEmpty ? [.additive] : kinds, subject, parts.joined(separator: "; "))
    }

    /// What the two sides would not understand of each other.
    private func problemsOfServer(_ old: Field, _ new: Field) -> [String] {
        var problems: [String] = []
        let hasOtherType = !client.isSame(old.type.unwrapped, new.type.unwrapped)
        let isText = use.isText(old) && use.isText(new)
        let oldForm = client.oldForm(old.type, old.format)
        let newForm = client.newForm(new.type, new.format)
        if use.sends(old), use.sends(new) {
            if hasOtherType, old.transform == nil, !oldForm.covers(newForm, asText: isText) {
                problems.append("the server does not expect that")
            }
            let ways = ways(new.canBeUnsent && !old.canBeUnsent, new.canBeSentAsNull && !old.canBeSentAsNull)
            problems += ways.map { "a request can be \($0)" }
        }
        if use.reads(old), use.reads(new) {
            if hasOtherType, !newForm.covers(oldForm, asText: isText) {
                problems.append("replies have something else")
            }
            let ways = ways(old.canBeUnread && !new.canBeUnread, old.canBeReadFromNull && !new.canBeReadFromNull)
            problems += ways.map { "a reply \($0) is an error" }
        }
        return problems
    }

    private func ways(_ canBeMissing: Bool, _ canBeNull: Bool) -> [String] {
        (canBeMissing ? ["without it"] : []) + (canBeNull ? ["with `null` for it"] : [])
    }

    /// A case of an enumeration is what it is on the wire, whatever its name.
    private func isSameDefault(_ old: Field, _ new: Field) -> Bool {
        if case .enumerationCase(let oldName) = old.defaultValue, case .enumerationCase(let newName) = new.defaultValue,
            let oldValue = client.old.value(of: oldName, in: old.type),
            let newValue = client.new.value(of: newName, in: new.type)
        {
            return oldValue == newValue
        }
        return old.defaultValue == new.defaultValue
    }

    private func text(_ field: Field) -> String {
        "\("\(field.type)".quotedForMessage)\(field.isNullable ? " (nullable)" : "")"
    }

    private func text(_ value: Field.DefaultValue?) -> String {
        switch value {
        case nil: "none"
        case .string(let text): text.quotedForMessage
        case .integer(let number): "`\(number)`"
        case .unsigned(let number): "`\(number)`"
        case .number(let written): "`\(written)`"
        case .bool(let bool): "`\(bool)`"
        case .enumerationCase(let name): name.quotedForMessage
        case .emptyArray: "`[]`"
        case .emptyDictionary: "`{}`"
        }
    }
}

extension ComparedClient.Side {
    /// What a case of an enumeration is on the wire.
    ///
    /// - Parameter name: Its Swift name.
    fileprivate func value(of name: String, in type: TypeReference) -> EnumerationCase.Value? {
        guard let shape = type.shape, case .enumeration(let cases) = shapes[shape]?.kind else { return nil }
        return cases.first { $0.name.swift == name }?.value
    }
}
