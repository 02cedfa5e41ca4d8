import NetTaskSpec

/// Compares where requests go: one base URL, or that of each environment.
struct BaseURLComparison {
    let found: DifferenceCollector

    func compare(_ old: Spec, _ new: Spec, _ subject: DifferenceCollector.Subject) {
        switch (old.baseURL, new.baseURL) {
        case (nil, _?):
            found.add([.additive], subject, "it is new: a queue needs none of its own any more")
        case (_?, nil):
            found.add([.callers], subject, "it is gone: a queue needs one of its own")
        case (let oldURL, let newURL):
            if oldURL != newURL, let oldURL, let newURL {
                found.add([.server], subject, "it was \(oldURL.quotedForMessage) and is \(newURL.quotedForMessage)")
            }
        }
        compare(old.environments, new.environments, subject)
    }

    private func compare(
        _ old: [Spec.Environment],
        _ new: [Spec.Environment],
        _ subject: DifferenceCollector.Subject
    ) {
        if new.isEmpty, !old.isEmpty {
            found.add([.callers], subject, "there is no `Environment` any more")
            return
        }
        var matching = Matching(old, new, by: \.name.written)
        matching.pairRest(\.url, \.url)
        for pair in matching.pairs {
            let subject = subject.environment(pair.new.name, .new)
            NameComparison.compare(pair.old.name, pair.new.name, subject, found)
            if pair.old.url != pair.new.url {
                found.add(
                    [.server],
                    subject,
                    "its URL was \(pair.old.url.quotedForMessage) and is \(pair.new.url.quotedForMessage)"
                )
            }
        }
        for environment in matching.added {
            found.add([.additive], subject.environment(environment.name, .new), "it is new")
        }
        for environment in matching.gone {
            found.add([.callers], subject.environment(environment.name, .old), "it is gone")
        }
    }
}

extension DifferenceCollector.Subject {
    fileprivate func environment(_ name: Name, _ side: Difference.Side) -> Self {
        Self(path: part(name.written).path, side: side, range: name.place)
    }
}
