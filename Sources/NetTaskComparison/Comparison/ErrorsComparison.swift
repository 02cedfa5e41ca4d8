import NetTaskSpec

/// Compares the types of the bodies of errors, and the `Failure` that they become.
struct ErrorsComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector

    func compare(_ old: [StatusBody], _ new: [StatusBody], _ subject: Subject) {
        let (oldFailure, newFailure) = (FailureForm(old), FailureForm(new))
        compare(oldFailure, newFailure, subject.part("errors"))
        let matching = Matching(old, new, by: \.status.written)
        for pair in matching.pairs { compare(pair.old, pair.new, subject.child("errors", pair.new.statusName)) }
        if case (.cases, .cases) = (oldFailure, newFailure) {
            for pair in matching.pairs {
                compareCases(pair.old, pair.new, subject.child("errors", pair.new.statusName))
            }
        }
        for error in matching.added {
            let kinds = kindsOfSame(error, newFailure)
            add(error, before: old.fallback(for: error.status), kinds, subject.child("errors", error.statusName))
        }
        for error in matching.gone {
            let kinds = kindsOfSame(error, oldFailure)
            remove(error, now: new.fallback(for: error.status), kinds, subject.gone("errors", error.statusName))
        }
    }

    /// What it is that an entry says what another one says: with headers it has a case of its own.
    private func kindsOfSame(_ error: StatusBody, _ failure: FailureForm) -> Set<Difference.Kind> {
        if case .cases = failure, !error.headers.isEmpty { [.callers] } else { [.other] }
    }

    /// - Parameters:
    ///   - before: The entry that was about the status, too.
    ///   - kindsOfSame: If that says the same.
    private func add(
        _ error: StatusBody,
        before: StatusBody?,
        _ kindsOfSame: Set<Difference.Kind>,
        _ subject: Subject
    ) {
        guard let before, !before.isEmpty else {
            found.add([.additive], subject, "it is new: its body is \(error.text)")
            return
        }
        if isSame(before, error) {
            found.add(kindsOfSame, subject, "it is new, and says what `\(before.status.written)` says")
        } else {
            found.add(
                kinds(before, error),
                subject,
                "it is new: its body was \(before.text), by `\(before.status.written)`, "
                    + "and is \(error.text)"
            )
        }
    }

    /// - Parameters:
    ///   - now: The entry that is about the status without it.
    ///   - kindsOfSame: If that says the same.
    private func remove(
        _ error: StatusBody,
        now: StatusBody?,
        _ kindsOfSame: Set<Difference.Kind>,
        _ subject: Subject
    ) {
        guard !error.isEmpty else {
            found.add([.other], subject, "it is gone")
            return
        }
        guard let now else {
            found.add([.callers], subject, "it is gone: its body, \(error.text), is not read any more")
            return
        }
        if isSame(error, now) {
            found.add(kindsOfSame, subject, "it is gone, and `\(now.status.written)` says what it said")
        } else {
            found.add(
                kinds(error, now),
                subject,
                "it is gone: its body was \(error.text), and is \(now.text), "
                    + "by `\(now.status.written)`"
            )
        }
    }

    private func isSame(_ old: StatusBody, _ new: StatusBody) -> Bool {
        ResponseComparison(client: client, found: found).isSame(old, new)
    }

    private func kinds(_ old: StatusBody, _ new: StatusBody) -> Set<Difference.Kind> {
        let responses = ResponseComparison(client: client, found: found)
        return responses.isReadable(new, replyTo: old) ? [.callers] : [.callers, .server]
    }

    private func compare(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        if old.isEmpty, !new.isEmpty {
            found.add([.additive], subject, "its body was `none` and is \(new.text)")
            return
        }
        let responses = ResponseComparison(client: client, found: found)
        responses.compare(old.read, new.read, subject)
        responses.compareHeaders(old.headers, new.headers, subject)
    }

    private func compareCases(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        if old.isEmpty || new.isEmpty || old.name.swift == new.name.swift { return }
        // The case of a body alone is called after its type, and of another type it is the type that is told of.
        let isTold = old.headers.isEmpty && new.headers.isEmpty && !isSameType(old, new)
        if !isTold {
            found.add([.callers], subject, "its case was `\(old.name.swift)` and is `\(new.name.swift)`")
        }
    }

    private func isSameType(_ old: StatusBody, _ new: StatusBody) -> Bool {
        guard let oldType = old.response.type, let newType = new.response.type else { return false }
        return client.isSame(oldType, newType)
    }

    private func compare(_ old: FailureForm, _ new: FailureForm, _ subject: Subject) {
        switch (old, new) {
        case (.one, .cases(let cases)):
            found.add([.callers], subject, "`Failure` was \(old.text) and is an enumeration of \(cases.count) types")
        case (.cases, .one), (.cases, .never), (.one, .never):
            found.add([.callers], subject, "`Failure` was \(old.text) and is \(new.text)")
        case (.never, .one), (.never, .cases):
            found.add([.additive], subject, "`Failure` was \(old.text) and is \(new.text)")
        case (.never, .never), (.one, .one), (.cases, .cases):
            break  // each status tells what it is now
        }
    }
}

extension FailureForm {
    /// As a message has it.
    fileprivate var text: String {
        switch self {
        case .never: "`Never`"
        case .one(let error): error.headers.isEmpty ? error.response.text : "a type with `headers`"
        case .cases: "an enumeration"
        }
    }
}
