import NetTaskSpec

extension ClientComparison {
    /// Compares the polls of long-running operations.
    func compareLongRunning(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let subject = subject.part("longRunning")
        switch (old.longRunning, new.longRunning) {
        case (nil, nil): break
        case (nil, _): subject.add([.callers], "it was added: the task polls until the operation ends")
        case (_, nil): subject.add([.callers], "it was removed: the task ends with its first reply")
        case (let old?, let new?):
            let parts: [(String, (LongRunning) -> String)] = [
                ("poll", \.poll.quotedForMessage), ("params", \.paramText),
                ("done", { $0.done.text(without: "the status") }),
                ("failed", { $0.failed.text(without: "nothing") }), ("response", \.statusText),
            ]
            for (key, text) in parts where text(old) != text(new) {
                subject.part(key).add([.server], "it changed from \(text(old)) to \(text(new))")
            }
            subject.addHarmlessChanges(SpecLanguage.longRunning, old, new)
        }
    }
}

extension LongRunning {
    /// The sources of the params, with names on the wire.
    fileprivate var paramText: String {
        guard let params else { return "`Location`" }
        let texts = params.map { param in
            let source =
                switch param.source {
                case .body(let keys, _): keys.joined(separator: ".").quotedForMessage
                case .header(let header): "the header \(header.wireName.quotedForMessage)"
                case .param: "that of the start"
                }
            return "\(param.field.wireName.quotedForMessage) from \(source)"
        }
        return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
}

extension LongRunning {
    /// The accepted statuses of the first request.
    fileprivate var statusText: String {
        if acceptedStatuses.isEmpty { return "any status from 200 to 299" }
        let ranges = acceptedStatuses.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
        }
        return "the status \(ranges.joined(separator: " or "))"
    }
}

extension [LongRunning.Condition] {
    /// - Parameter empty: The text for no conditions.
    fileprivate func text(without empty: String) -> String {
        if isEmpty { return empty }
        return map { condition in
            let values = condition.values?.map { $0.text }.joined(separator: " or ") ?? "present"
            return "\(condition.path.wire.quotedForMessage) is \(values)"
        }
        .joined(separator: " and ")
    }
}
