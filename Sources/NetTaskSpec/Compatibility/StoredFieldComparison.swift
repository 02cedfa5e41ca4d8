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
        let stored = Dictionary(old.map { ($0.name.written, $0) }) { first, _ in first }
        var pairs: [StoredTypes.Pair] = []
        var read: Set<String> = []
        var added: [Field] = []
        for field in new {
            guard let before = ([field.name.written] + field.formerNames).lazy.compactMap({ stored[$0] }).first else {
                added.append(field)
                continue
            }
            read.insert(before.name.written)
            compare(before, field, subject(field, .new), &pairs)
        }
        var gone = old.filter { !read.contains($0.name.written) }
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

    private func compare(
        _ old: Field,
        _ new: Field,
        _ subject: DifferenceCollector.Subject,
        _ pairs: inout [StoredTypes.Pair]
    ) {
        // A value that is not stored as null has the same form with `?` and without.
        guard types.canRead(old.type.unwrapped, as: new.type.unwrapped, &pairs) else {
            found.add(
                .stranded,
                subject,
                "its type was `\(old.type)` and is `\(new.type)`, as which not all that is stored can be read",
                "keep the type, and add what is new under another name, until no task of before is stored"
            )
            return
        }
        guard let problem = problem(old, new) else { return }
        found.add(.stranded, subject, problem.message, problem.remedy)
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
    fileprivate var specName: String {
        name.written.hasPrefix("$$") ? String(name.written.dropFirst()) : name.written
    }

    /// Whether there is a value where none was stored.
    fileprivate var canBeUnstored: Bool { type.isOptional || defaultValue != nil }
}
