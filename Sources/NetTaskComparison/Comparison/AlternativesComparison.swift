import NetTaskSpec

/// Compares the types that a shape with `oneOf` can be.
struct AlternativesComparison {
    let client: ComparedClient
    let found: DifferenceCollector
    let use: FieldUse
    /// The case that keeps what its discriminator does not list; nil where that is an error.
    let catchAll: String?

    func compare(_ old: Alternatives, _ new: Alternatives, _ subject: DifferenceCollector.Subject) {
        if old.discriminator != new.discriminator {
            let words = [old, new].map { $0.discriminator?.quotedForMessage ?? "none" }
            // What is an object reads and packs itself in another way.
            let isOtherKind = (old.discriminator == nil) != (new.discriminator == nil)
            let onWire: Set<Difference.Kind> = use.isSent || use.isRead ? [.server] : [.other]
            found.add(
                isOtherKind ? [.callers, .server] : onWire,
                subject,
                "its `discriminator` was \(words[0]) and is \(words[1])"
            )
        }
        if old.choice != new.choice {
            found.add(
                use.isRead ? [.callers] : [.other],
                subject,
                "it chooses the \(new.choice.rawValue) alternative now, so that the same reply may be another case"
            )
        }
        var matching = Matching(old.cases, new.cases, by: \.name.written)
        matching.pairRest({ $0.values.first?.text }, { $0.values.first?.text })
        matching.pairRest({ _ in "" }, { _ in "" }) { client.isSame($0.type, $1.type) }
        for pair in matching.pairs { compare(pair.old, pair.new, subject.child("oneOf", pair.new.name)) }
        for added in matching.added { add(added, subject.child("oneOf", added.name)) }
        for gone in matching.gone {
            let isUnreadable = use.isRead && catchAll == nil
            found.add(
                isUnreadable ? [.callers, .server] : [.callers],
                subject.gone("oneOf", gone.name),
                isUnreadable ? "it is gone, and a reply that has it is an error" : "it is gone"
            )
        }
        if new.discriminator == nil, let (first, second) = matching.firstOutOfOrder {
            found.add(
                [.callers],
                subject.child("oneOf", first.name),
                "it is tried before `\(second.name.swift)` now, so that the same reply may be another case"
            )
        }
    }

    private func compare(_ old: Alternative, _ new: Alternative, _ subject: DifferenceCollector.Subject) {
        NameComparison.compare(old.name, new.name, subject, found)
        found.addOther(subject, ifNot: old.description == new.description, "description")
        found.addOther(subject, ifNot: old.deprecation == new.deprecation, "deprecated")
        if !client.isSame(old.type, new.type) {
            let (oldForm, newForm) = (client.oldForm(old.type, nil), client.newForm(new.type, nil))
            let isKnown = (!use.isSent || oldForm.covers(newForm)) && (!use.isRead || newForm.covers(oldForm))
            found.add(
                isKnown ? [.callers] : [.callers, .server],
                subject,
                "its type was \("\(old.type)".quotedForMessage) and is \("\(new.type)".quotedForMessage)"
            )
        }
        if old.values != new.values, !old.values.isEmpty, !new.values.isEmpty {
            // One that reads more values than before, and sends the same, is no harm.
            let isMore = old.values.first == new.values.first && Set(old.values).isSubset(of: new.values)
            found.add(
                isMore ? [.additive] : use.isSent || use.isRead ? [.server] : [.other],
                subject,
                "what the discriminator says for it was \(old.writtenValues) and is \(new.writtenValues)"
            )
        }
    }

    private func add(_ added: Alternative, _ subject: DifferenceCollector.Subject) {
        found.add(
            catchAll == nil ? [.callers] : [.additive],
            subject,
            CaseMessage.new(besides: catchAll)
        )
    }
}

extension Alternative {
    /// The values of the discriminator, for messages; those of numbers without quotes.
    fileprivate var writtenValues: String {
        values.map { $0.isInteger ? $0.text : $0.text.quotedForMessage }.joined(separator: ", ")
    }
}
