import NetTaskSpec

/// Compares the schemes of authentication, which are the arguments of the client's `authentication(…)`.
struct AuthSchemesComparison {
    let found: DifferenceCollector

    /// What schemes are called now, by the names that they had.
    static func names(_ old: [AuthScheme], _ new: [AuthScheme]) -> [String: String] {
        let names = matching(old, new).pairs.map { ($0.old.name.written, $0.new.name.written) }
        return Dictionary(names) { first, _ in first }
    }

    private static func matching(_ old: [AuthScheme], _ new: [AuthScheme]) -> Matching<AuthScheme> {
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(\.kind.text, \.kind.text)
        return matching
    }

    func compare(_ old: [AuthScheme], _ new: [AuthScheme], _ subject: DifferenceCollector.Subject) {
        let matching = Self.matching(old, new)
        for pair in matching.pairs {
            let subject = subject.child("auth", pair.new.name)
            NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            if pair.old.kind != pair.new.kind {
                found.add(
                    pair.old.kind.noun == pair.new.kind.noun ? [.server] : [.callers, .server],
                    subject,
                    "it was \(pair.old.kind.text) and is \(pair.new.kind.text)"
                )
            }
            found.addOther(subject, ifNot: pair.old.description == pair.new.description, "description")
        }
        for scheme in matching.added {
            found.add([.additive], subject.child("auth", scheme.name), "it is new: \(scheme.kind.text)")
        }
        for scheme in matching.gone {
            found.add([.callers], subject.gone("auth", scheme.name), "it is gone")
        }
        if let (first, second) = matching.firstOutOfOrder {
            found.add(
                [.callers],
                subject.child("auth", first.name),
                "it stands before `\(second.name.swift)` among the arguments of `authentication` now"
            )
        }
    }
}

extension AuthScheme.Kind {
    fileprivate var noun: String {
        switch self {
        case .bearer: "`bearer`"
        case .basic: "`basic`"
        case .apiKey: "`apiKey`"
        }
    }

    /// As a message has it.
    fileprivate var text: String {
        guard case .apiKey(let location, let name) = self else { return noun }
        return "\(noun) in the \(location.rawValue) \(name.quotedForMessage)"
    }
}
