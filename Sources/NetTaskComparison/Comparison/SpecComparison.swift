package import NetTaskSpec

/// What a run of specs has in another way than an earlier one.
package struct SpecComparison: Sendable {
    /// In the order of the new specs, what is gone behind what is there.
    package let differences: [Difference]

    /// - Parameters:
    ///   - old: What was read of the specs as they were, without errors.
    ///   - new: What was read of them as they are, in a run of its own.
    package init(old: SpecReader.Result, new: SpecReader.Result) {
        let found = DifferenceCollector(oldFiles: old.paths, newFiles: new.paths)
        if old.specs.count == 1, new.specs.count == 1 {
            ClientComparison(old.specs[0], new.specs[0], found).compare(Self.subject(new.specs[0], "", .new))
        } else {
            Self.compare(old.specs, new.specs, found)
        }
        differences = found.differences
    }

    /// Clients by their names. With several of them, a new name is another client.
    private static func compare(_ old: [Spec], _ new: [Spec], _ found: DifferenceCollector) {
        let matching = Matching(old, new, by: \.client.swift)
        for pair in matching.pairs {
            let subject = subject(pair.new, pair.new.client.swift, .new)
            ClientComparison(pair.old, pair.new, found).compare(subject)
        }
        for spec in matching.added {
            found.add([.additive], subject(spec, spec.client.swift, .new), "the client is new")
        }
        for spec in matching.gone {
            found.add([.callers], subject(spec, spec.client.swift, .old), "the client is gone")
        }
    }

    private static func subject(
        _ spec: Spec,
        _ path: String,
        _ side: Difference.Side
    ) -> DifferenceCollector.Subject {
        DifferenceCollector.Subject(path: path, side: side, range: spec.client.place)
    }
}
