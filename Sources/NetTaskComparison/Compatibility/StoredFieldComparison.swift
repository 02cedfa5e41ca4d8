import NetTaskSpec

extension StoredTypes {
    /// Compares the fields of a task, or of a shape, with the stored ones.
    ///
    /// - Returns: the nested shapes that need a comparison.
    func compare(_ old: [Field], _ new: [Field], _ subject: (Field, Difference.Side) -> Subject) -> [Pair] {
        let stored = Dictionary(old.map { (ExactName($0.name.written), $0) }) { first, _ in first }
        // The fields by their former names.
        var formerly: [ExactName: Field] = [:]
        for field in old {
            for name in field.formerNames { formerly[ExactName(name)] = field }
        }
        let names = Set(new.flatMap(\.storedNames))
        var pairs: [Pair] = []
        var read: Set<ExactName> = []
        var added: [Field] = []
        for field in new {
            let before = field.storedNames.lazy.compactMap { stored[$0] }.first
            let others = field.storedNames.lazy.compactMap { formerly[$0] }
            if let other = others.first(where: { $0.exactName != before?.exactName }) {
                subject(field, .new).strand(
                    "its name, or a former name, was a former name of `\(other.specName)`, which stored tasks contain",
                    "rename it; if it replaces `\(other.specName)`, write `was: \(other.specName)`"
                )
            } else if before == nil {
                added.append(field)
            }
            guard let before else { continue }
            read.insert(before.exactName)
            compare(before, field, subject(field, .new), &pairs)
            for name in before.formerNames where !isForOlderApps && !names.contains(ExactName(name)) {
                let name = Field.specName(name)
                let names = (field.formerNames.map(Field.specName) + [name]).joined(separator: ", ")
                subject(field, .new).strand(
                    "its former name `\(name)` is no longer read",
                    "write `was: [\(names)]` until no task of that time is stored"
                )
            }
        }
        var removed = old.filter { !read.contains($0.exactName) }
        for field in added where !field.canBeUnstored {
            // A removed field may be the same as this one, with another name.
            let index = field.isPart ? nil : removed.firstIndex { !$0.isPart && canRead($0.type, as: field.type) }
            let former = index.map { removed.remove(at: $0).specName }
            let canHaveDefault = !field.isNullable && !field.isPart
            let advice = canHaveDefault ? "add a `default`, or make it optional" : "make it optional"
            let name = former.map { "if it was `\($0)`, write `was: \($0)`; if it is new, " } ?? ""
            subject(field, .new).strand("it is new, so stored tasks have no value for it", name + advice)
        }
        for field in removed {
            subject(field, .old).note(
                "it was removed: stored tasks run without its value",
                field.isPart
                    ? "if the tasks need it, keep it until no earlier task is stored"
                    : "if it was renamed, write `was: \(field.specName)` there"
            )
        }
        return pairs
    }

    private func compare(_ old: Field, _ new: Field, _ subject: Subject, _ pairs: inout [Pair]) {
        guard isWrapped(old, self.old) == isWrapped(new, self.new) else {
            return subject.strand(
                "its value can be null, and an optional or `nullable` one has another stored form",
                "keep it unchanged, and add the new one with another name, until no earlier task is stored"
            )
        }
        guard canRead(old.type.unwrapped, as: new.type.unwrapped, &pairs) else {
            return subject.strand(
                "its type changed from `\(old.type)` to `\(new.type)`, which cannot read all stored values",
                "keep the type, and add the new one with another name, until no earlier task is stored"
            )
        }
        let asItWas = "keep it unchanged until no earlier task is stored"
        switch (old.absence, new.absence) {
        case (.isNil, .never), (.isNull, .never), (.isEither, .never):
            if new.defaultValue != nil {
                subject.note(
                    "it was optional or nullable, so stored tasks with nil or null get the default",
                    "if this matters, " + asItWas
                )
            } else {
                subject.strand(
                    "it is no longer optional or nullable, but stored tasks may contain "
                        + "\(old.absence == .isNil ? "nil" : "null")",
                    "add a `default`, or " + asItWas
                )
            }
        case (.isNil, .isNull), (.isNil, .isEither):
            subject.strand("it is now `nullable`, so stored tasks with nil would send null", asItWas)
        case (.isNull, .isNil), (.isEither, .isNil):
            let message = "it is no longer `nullable`, so stored tasks with null would send nothing"
            subject.strand(message, asItWas)
        case (.isEither, .isNull):
            subject.strand(
                "it is now required, but stored tasks may lack it",
                "keep it optional until no earlier task is stored"
            )
        case (.never, _), (.isNil, .isNil), (.isNull, .isNull), (.isEither, .isEither), (.isNull, .isEither):
            guard !isForOlderApps, old.defaultValue != nil, !new.canBeUnstored else { return }
            subject.note(
                "its default was removed, and tasks stored before the field was added have no value for it",
                "keep the default until no such task is stored"
            )
        }
    }

    /// Whether the stored form distinguishes a value from null. Other types have the same form with `?` and without.
    private func isWrapped(_ field: Field, _ shapes: [String: Shape]) -> Bool {
        field.absence != .never && canBeNull(field.type.unwrapped, shapes)
    }
}

extension Field {
    fileprivate enum Absence {
        case never
        case isNil
        case isNull
        case isEither
    }

    /// The possible replacement of a value.
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

    /// The name in the spec of the stored value.
    fileprivate var specName: String { Self.specName(name.written) }

    fileprivate static func specName(_ name: String) -> String {
        name.hasPrefix("$$") ? String(name.dropFirst()) : name
    }

    fileprivate var exactName: ExactName { ExactName(name.written) }

    /// The stored names that it is read by, in order of precedence.
    fileprivate var storedNames: [ExactName] { ([name.written] + formerNames).map(ExactName.init) }

    /// Whether it has a value if none was stored.
    fileprivate var canBeUnstored: Bool { type.isOptional || defaultValue != nil }
}
