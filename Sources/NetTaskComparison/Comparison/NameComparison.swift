import NetTaskSpec

/// Compares what something is called. Only its Swift name is of use to anybody's code.
enum NameComparison {
    static func compare(
        _ old: Name,
        _ new: Name,
        _ subject: DifferenceCollector.Subject,
        _ found: DifferenceCollector
    ) {
        if old.swift != new.swift {
            let word = old.written == new.written ? "its Swift name" : "it was renamed: its name"
            found.add(
                [.callers],
                subject,
                "\(word) was \(old.swift.quotedForMessage) and is \(new.swift.quotedForMessage)"
            )
        } else if old.written != new.written {
            found.add(
                [.other],
                subject,
                "it was called \(old.written.quotedForMessage) in the spec; its Swift name is the same"
            )
        }
    }
}
