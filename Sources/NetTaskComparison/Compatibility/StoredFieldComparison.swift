import NetTaskSpec

/// Compares the fields of a task, or of a shape, with those that were stored.
struct StoredFieldComparison {
    let types: StoredTypes
    let found: StrandedTasksCollector

    /// - Returns: the shapes in them that have to be looked at themselves.
    func compare(
        _ old: [Field],
        _ new: [Field],
        _ subject: (Field, Difference.Side) -> DifferenceCollector.Subject
    ) -> [StoredTypes.Pair] {
        let stored = Dictionary(old.map { (ExactName($0.name.written), $0) }) { first, _ in first }
        let former = FormerFields(old)
        let names = Set(new.flatMap(\.storedNames))
        var pairs: [StoredTypes.Pair] = []
        var read: Set<ExactName> = []
        var added: [Field] = []
        for field in new {
            let before = field.storedNames.lazy.compactMap { stored[$0] }.first
            if let other = former.other(than: before, of: field) {
                reportTaken(field, other, subject(field, .new))
            } else if before == nil {
                added.append(field)
            }
            guard let before else { continue }
            read.insert(ExactName(before.name.written))
            compare(before, field, subject(field, .new), &pairs)
            for name in before.formerNames where !names.contains(ExactName(name)) {
                reportForgotten(name, field, subject(field, .new))
            }
        }
        var gone = old.filter { !read.contains(ExactName($0.name.written)) }
        for field in added where !field.canBeUnstored {
            // One that was there and is not any more may be the same by another name.
            let former =
                field.isPart ? nil : gone.firstIndex { !$0.isPart && same($0, field) }.map { gone.remove(at: $0) }
            reportNew(field, former?.specName, subject(field, .new))
        }
        for field in gone {
            found.add(
                .note,
                subject(field, .old),
                "it is gone: stored tasks are run without what they have of it",
                field.isPart
                    ? "keep it until no task of before is stored, if they need it"
                    : "if it has another name now, say there `was: \(field.specName)`"
            )
        }
        return pairs
    }

    private func same(_ old: Field, _ new: Field) -> Bool {
        var pairs: [StoredTypes.Pair] = []
        return types.canRead(old.type, as: new.type, &pairs)
    }

    private func reportNew(_ field: Field, _ former: String?, _ subject: DifferenceCollector.Subject) {
        let name = former.map { "if it was `\($0)`, say `was: \($0)`; if it is new, " } ?? ""
        let canHaveDefault = !field.isNullable && !field.isPart
        let advice = canHaveDefault ? "give it a `default`, or let it be optional" : "let it be optional"
        found.add(
            .stranded,
            subject,
            "it is new, and stored tasks have no value for it",
            former == nil ? advice : name + advice
        )
    }

    private func reportTaken(_ field: Field, _ other: Field, _ subject: DifferenceCollector.Subject) {
        found.add(
            .stranded,
            subject,
            "its name, or one that it had, was a former name of `\(other.specName)`, and stored tasks can have that there",
            "give it another name; if it is `\(other.specName)`, say `was: \(other.specName)`"
        )
    }

    private func reportForgotten(_ name: String, _ field: Field, _ subject: DifferenceCollector.Subject) {
        let name = Field.specName(name)
        let names = field.formerNames.map(Field.specName) + [name]
        found.add(
            .stranded,
            subject,
            "`\(name)`, a former name of it, is not read any more",
            "say `was: [\(names.joined(separator: ", "))]` until no task of that time is stored"
        )
    }

    private func compare(
        _ old: Field,
        _ new: Field,
        _ subject: DifferenceCollector.Subject,
        _ pairs: inout [StoredTypes.Pair]
    ) {
        guard isWrapped(old, types.old) == isWrapped(new, types.new) else {
            found.add(
                .stranded,
                subject,
                "its value can be null itself, and is stored in another form where it is optional or `nullable`",
                "leave it as it was, and add what is new under another name, until no task of before is stored"
            )
            return
        }
        guard types.canRead(old.type.unwrapped, as: new.type.unwrapped, &pairs) else {
            found.add(
                .stranded,
                subject,
                "its type was `\(old.type)` and is `\(new.type)`, as which not all that is stored can be read",
                "keep the type, and add what is new under another name, until no task of before is stored"
            )
            return
        }
        if let problem = problem(old, new) {
            found.add(.stranded, subject, problem.message, problem.remedy)
        } else if let note = note(old, new) {
            found.add(.note, subject, note.message, note.remedy)
        }
    }

    /// Whether a value is told from null by how it is stored. All others have the same form with `?` and without.
    private func isWrapped(_ field: Field, _ shapes: [String: Shape]) -> Bool {
        field.absence != .never && types.canBeNull(field.type.unwrapped, shapes)
    }

    /// What there is to know of values that are not there.
    private func note(_ old: Field, _ new: Field) -> (message: String, remedy: String)? {
        if old.absence != .never, new.absence == .never {
            return (
                "it was optional or nullable, and stored tasks that have nil or null there get the default",
                "leave it as it was until no task of before is stored, if that is not the same"
            )
        }
        if old.defaultValue != nil, !new.canBeUnstored {
            return (
                "its default is gone, and tasks that were stored before it was there have no value for it",
                "keep the default until no such task is stored"
            )
        }
        return nil
    }

    /// What is wrong with null, or with what is not there; nil if nothing is.
    private func problem(_ old: Field, _ new: Field) -> (message: String, remedy: String)? {
        switch (old.absence, new.absence) {
        case (.never, _), (.isNil, .isNil), (.isNull, .isNull), (.isEither, .isEither), (.isNull, .isEither):
            return nil
        case (_, .never):
            if new.defaultValue != nil { return nil }
            let what = old.absence == .isNil ? "nil" : "null"
            return (
                "it was optional or nullable and is not, and stored tasks can have \(what) there",
                "give it a `default`, or leave it as it was until no task of before is stored"
            )
        case (.isNil, .isNull), (.isNil, .isEither):
            return (
                "it is `nullable` now, and stored tasks that have nil there would send null",
                "leave it as it was until no task of before is stored"
            )
        case (.isNull, .isNil), (.isEither, .isNil):
            return (
                "it is not `nullable` any more, and stored tasks that have null there would send nothing",
                "leave it as it was until no task of before is stored"
            )
        case (.isEither, .isNull):
            return (
                "it must be there now, and stored tasks need not have it",
                "leave it optional until no task of before is stored"
            )
        }
    }
}

extension Field {
    fileprivate enum Absence {
        case never
        case isNil
        case isNull
        case isEither
    }

    /// What can stand in place of a value.
    fileprivate var absence: Absence {
        switch (type.isOptional, isNullable) {
        case (false, false): .never
        case (true, false): .isNil
        case (false, true): .isNull
        case (true, true): .isEither
        }
    }

    /// Whether it is the body or the request object, which have no name in the spec.
    fileprivate var isPart: Bool { name.written.hasPrefix("$") && !name.written.hasPrefix("$$") }

    /// The name that the spec has for what is stored.
    fileprivate var specName: String { Self.specName(name.written) }

    fileprivate static func specName(_ name: String) -> String {
        name.hasPrefix("$$") ? String(name.dropFirst()) : name
    }

    /// The names that it is read by: the first of them that is stored counts.
    fileprivate var storedNames: [ExactName] { ([name.written] + formerNames).map(ExactName.init) }

    /// Whether there is a value where none was stored.
    fileprivate var canBeUnstored: Bool { type.isOptional || defaultValue != nil }
}

/// Fields by the names that they had before.
private struct FormerFields {
    private var fields: [ExactName: Field] = [:]

    init(_ fields: [Field]) {
        for field in fields {
            for name in field.formerNames { self.fields[ExactName(name)] = field }
        }
    }

    /// Another one than `before` that had a name which the field is read by.
    func other(than before: Field?, of field: Field) -> Field? {
        let others = field.storedNames.lazy.compactMap { fields[$0] }
        guard let before else { return others.first }
        return others.first { ExactName($0.name.written) != ExactName(before.name.written) }
    }
}
