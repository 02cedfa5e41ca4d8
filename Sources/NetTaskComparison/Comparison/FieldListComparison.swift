import NetTaskSpec

/// Compares the fields of a shape, the params of an endpoint, or what else is a list of fields in an initializer.
struct FieldListComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector
    let use: FieldUse

    /// - Parameters:
    ///   - subject: What holds the fields.
    ///   - key: Where in it they are.
    func compare(_ old: [Field], _ new: [Field], in subject: Subject, _ key: String) {
        compare(matching(old, new), in: subject, key)
    }

    /// Fields by their names, and those with new names by what Swift or the wire calls them.
    func matching(_ old: [Field], _ new: [Field]) -> Matching<Field> {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(\.name.swift, \.name.swift)
        matching.pairRest(use.sentAs, use.sentAs)
        return matching
    }

    func compare(_ matching: Matching<Field>, in subject: Subject, _ key: String) {
        let fields = FieldComparison(client: client, found: found, use: use)
        for pair in matching.pairs { fields.compare(pair.old, pair.new, subject.child(key, pair.new.name)) }
        for field in matching.added { add(field, subject.child(key, field.name)) }
        for field in matching.gone { remove(field, subject.gone(key, field.name)) }
        if let (first, second) = matching.firstOutOfOrder {
            found.add(
                [.callers],
                subject.child(key, first.name),
                "it stands before `\(second.name.swift)` among the arguments of `init` now"
            )
        }
    }

    private func add(_ field: Field, _ subject: Subject) {
        var kinds: Set<Difference.Kind> = []
        var parts = ["it is new"]
        if !field.canBeLeftOut {
            kinds.insert(.callers)
            parts.append("`init` has to be given it")
        }
        if use.reads(field), !field.canBeUnread {
            kinds.insert(.server)
            parts.append("a reply without it is an error")
        }
        found.add(kinds.isEmpty ? [.additive] : kinds, subject, parts.joined(separator: "; "))
    }

    private func remove(_ field: Field, _ subject: Subject) {
        let isMissed = use.sends(field) && !field.canBeUnsent && !use.sentOtherwise.contains(field.wireName)
        found.add(
            isMissed ? [.callers, .server] : [.callers],
            subject,
            isMissed ? "it is gone, and not sent any more" : "it is gone"
        )
    }
}
