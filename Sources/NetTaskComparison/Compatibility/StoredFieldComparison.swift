import NetTaskSpec

extension StoredTypes {
    /// Compares the fields of a task, or of a shape, with those that were stored.
    ///
    /// - Returns: the shapes in them that have to be looked at themselves.
    func compare(_ old: [Field], _ new: [Field], _ subject: (Field, Difference.Side) -> Subject) -> [Pair] {
        let stored = Dictionary(old.map { (ExactName($0.name.written), $0) }) { first, _ in first }
        // Fields by the names that they had before.
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
                    "its name, or one that it had, was a former name of `\(other.specName)`, and stored tasks can have "
                        + "that there",
                    "give it another name; if it is `\(other.specName)`, say `was: \(other.specName)`"
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
                    "`\(name)`, a former name of it, is not read any more",
                    "say `was: [\(names)]` until no task of that time is stored"
                )
            }
        }
        var gone = old.filter { !read.contains($0.exactName) }
        for field in added where !field.canBeUnstored {
            // One that was there and is not any more may be the same by another name.
            let index = field.isPart ? nil : gone.firstIndex { !$0.isPart && canRead($0.type, as: field.type) }
            let former = index.map { gone.remove(at: $0).specName }
            let canHaveDefault = !field.isNullable && !field.isPart
            let advice = canHaveDefault ? "give it a `default`, or let it be optional" : "let it be optional"
            let name = former.map { "if it was `\($0)`, say `was: \($0)`; if it is new, " } ?? ""
            subject(field, .new).strand("it is new, and stored tasks have no value for it", name + advice)
        }
        for field in gone {
            subject(field, .old).note(
                "it is gone: stored tasks are run without what they have of it",
                field.isPart
                    ? "keep it until no task of before is stored, if they need it"
                    : "if it has another name now, say there `was: \(field.specName)`"
            )
        }
        return pairs
    }

    private func compare(_ old: Field, _ new: Field, _ subject: Subject, _ pairs: inout [Pair]) {
        guard isWrapped(old, self.old) == isWrapped(new, self.new) else {
            return subject.strand(
                "its value can be null itself, and is stored in another form where it is optional or `nullable`",
                "leave it as it was, and add what is new under another name, until no task of before is stored"
            )
        }
        guard canRead(old.type.unwrapped, as: new.type.unwrapped, &pairs) else {
            return subject.strand(
                "its type was `\(old.type)` and is `\(new.type)`, as which not all that is stored can be read",
                "keep the type, and add what is new under another name, until no task of before is stored"
            )
        }
        let asItWas = "leave it as it was until no task of before is stored"
        switch (old.absence, new.absence) {
        case (.isNil, .never), (.isNull, .never), (.isEither, .never):
            if new.defaultValue != nil {
                subject.note(
                    "it was optional or nullable, and stored tasks that have nil or null there get the default",
                    asItWas + ", if that is not the same"
                )
            } else {
                subject.strand(
                    "it was optional or nullable and is not, and stored tasks can have "
                        + "\(old.absence == .isNil ? "nil" : "null") there",
                    "give it a `default`, or " + asItWas
                )
            }
        case (.isNil, .isNull), (.isNil, .isEither):
            subject.strand("it is `nullable` now, and stored tasks that have nil there would send null", asItWas)
        case (.isNull, .isNil), (.isEither, .isNil):
            let message = "it is not `nullable` any more, and stored tasks that have null there would send nothing"
            subject.strand(message, asItWas)
        case (.isEither, .isNull):
            subject.strand(
                "it must be there now, and stored tasks need not have it",
                "leave it optional until no task of before is stored"
            )
        case (.never, _), (.isNil, .isNil), (.isNull, .isNull), (.isEither, .isEither), (.isNull, .isEither):
            guard !isForOlderApps, old.defaultValue != nil, !new.canBeUnstored else { return }
            subject.note(
                "its default is gone, and tasks that were stored before it was there have no value for it",
                "keep the default until no such task is stored"
            )
        }
    }

    /// Whether a value is told from null by how it is stored. All others have the same form with `?` and without.
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

    fileprivate var exactName: ExactName { ExactName(name.written) }

    /// The names that it is read by: the first of them that is stored counts.
    fileprivate var storedNames: [ExactName] { ([name.written] + formerNames).map(ExactName.init) }

    /// Whether there is a value where none was stored.
    fileprivate var canBeUnstored: Bool { type.isOptional || defaultValue != nil }
}
