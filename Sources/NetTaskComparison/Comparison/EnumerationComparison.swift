import NetTaskSpec

/// Compares the cases of an enumeration.
struct EnumerationComparison {
    let found: DifferenceCollector
    let use: FieldUse
    /// The case that keeps values which it does not list; nil where they are errors.
    let catchAll: String?

    func compare(
        _ old: [EnumerationCase],
        _ new: [EnumerationCase],
        _ subject: DifferenceCollector.Subject
    ) {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(\.value.text, \.value.text)
        for pair in matching.pairs {
            let subject = subject.child("enum", pair.new.name)
            NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            compare(pair.old.value, pair.new.value, subject)
            found.addOther(subject, ifNot: pair.old.description == pair.new.description, "description")
            found.addOther(subject, ifNot: pair.old.deprecation == pair.new.deprecation, "deprecated")
        }
        for added in matching.added {
            found.add(
                catchAll == nil ? [.callers] : [.additive],
                subject.child("enum", added.name),
                CaseMessage.new(besides: catchAll)
            )
        }
        for gone in matching.gone {
            let isUnreadable = use.isRead && catchAll == nil
            found.add(
                isUnreadable ? [.callers, .server] : [.callers],
                subject.gone("enum", gone.name),
                isUnreadable ? "it is gone, and a reply that has it is an error" : "it is gone"
            )
        }
    }

    private func compare(
        _ old: EnumerationCase.Value,
        _ new: EnumerationCase.Value,
        _ subject: DifferenceCollector.Subject
    ) {
        guard old != new else { return }
        var kinds: Set<Difference.Kind> = []
        if use.isSent || use.isRead { kinds.insert(.server) }
        if old.isInteger != new.isInteger { kinds.insert(.callers) }  // its raw type
        found.add(
            kinds.isEmpty ? [.other] : kinds,
            subject,
            "its value was \(old.text.quotedForMessage) and is \(new.text.quotedForMessage)"
                + (old.isInteger != new.isInteger ? ", which is of another kind" : "")
        )
    }
}
