import NetTaskSpec

/// Compares the types of the bodies of errors, and the `Failure` that they become.
struct ErrorsComparison {
    typealias Subject = DifferenceCollector.Subject

    let client: ComparedClient
    let found: DifferenceCollector

    func compare(_ old: [StatusBody], _ new: [StatusBody], _ subject: Subject) {
        let (oldFailure, newFailure) = (Failure(old), Failure(new))
        compare(oldFailure, newFailure, subject.part("errors"))
        let matching = Matching(old, new, by: \.status.written)
        for pair in matching.pairs { compare(pair.old, pair.new, subject.child("errors", pair.new.statusName)) }
        if case (.several, .several) = (oldFailure, newFailure) {
            for pair in matching.pairs {
                compareCases(pair.old, pair.new, subject.child("errors", pair.new.statusName))
            }
        }
        for error in matching.added {
            add(error, before: old.fallback(for: error.status), subject.child("errors", error.statusName))
        }
        for error in matching.gone {
            remove(error, now: new.fallback(for: error.status), subject.gone("errors", error.statusName))
        }
    }

    /// - Parameter before: The entry that was about the status, too.
    private func add(_ error: StatusBody, before: StatusBody?, _ subject: Subject) {
        guard let before, before.response.type != nil else {
            found.add([.additive], subject, "it is new: its body is \(error.response.text)")
            return
        }
        if isSame(before, error) {
            found.add([.other], subject, "it is new, and says what `\(before.status.written)` says")
        } else {
            found.add(
                kinds(before, error),
                subject,
                "it is new: its body was \(before.response.text), by `\(before.status.written)`, "
                    + "and is \(error.response.text)"
            )
        }
    }

    /// - Parameter now: The entry that is about the status without it.
    private func remove(_ error: StatusBody, now: StatusBody?, _ subject: Subject) {
        guard error.response.type != nil else {
            found.add([.other], subject, "it is gone")
            return
        }
        guard let now else {
            found.add([.callers], subject, "it is gone: its body, \(error.response.text), is not read any more")
            return
        }
        if isSame(error, now) {
            found.add([.other], subject, "it is gone, and `\(now.status.written)` says what it said")
        } else {
            found.add(
                kinds(error, now),
                subject,
                "it is gone: its body was \(error.response.text), and is \(now.response.text), "
                    + "by `\(now.status.written)`"
            )
        }
    }

    private func isSame(_ old: StatusBody, _ new: StatusBody) -> Bool {
        ResponseComparison(client: client, found: found).isSame(old.read, new.read)
    }

    private func kinds(_ old: StatusBody, _ new: StatusBody) -> Set<Difference.Kind> {
        let responses = ResponseComparison(client: client, found: found)
        return responses.isReadable(new.read, replyTo: old.read) ? [.callers] : [.callers, .server]
    }

    private func compare(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        if old.response.type == nil, new.response.type != nil {
            found.add([.additive], subject, "its body was `none` and is \(new.response.text)")
            return
        }
        ResponseComparison(client: client, found: found).compare(old.read, new.read, subject)
    }

    private func compareCases(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        guard let oldType = old.response.type, let newType = new.response.type else { return }
        if client.isSame(oldType, newType), old.name.swift != new.name.swift {
            found.add([.callers], subject, "its case was `\(old.name.swift)` and is `\(new.name.swift)`")
        }
    }

    private func compare(_ old: Failure, _ new: Failure, _ subject: Subject) {
        switch (old, new) {
        case (.one, .several(let count)):
            found.add([.callers], subject, "`Failure` was \(old.text) and is an enumeration of \(count) types")
        case (.several, .one), (.several, .never), (.one, .never):
            found.add([.callers], subject, "`Failure` was \(old.text) and is \(new.text)")
        case (.never, .one), (.never, .several):
            found.add([.additive], subject, "`Failure` was \(old.text) and is \(new.text)")
        case (.never, .never), (.one, .one), (.several, .several):
            break  // each status tells what it is now
        }
    }

    /// What a task throws beside the error itself.
    private enum Failure {
        case never
        case one(TypeReference)
        case several(Int)

        init(_ errors: [StatusBody]) {
            let types = Set(errors.compactMap(\.response.type))
            self = types.isEmpty ? .never : types.count == 1 ? .one(types[types.startIndex]) : .several(types.count)
        }

        var text: String {
            switch self {
            case .never: "`Never`"
            case .one(let type): "`\(type)`"
            case .several: "an enumeration"
            }
        }
    }
}
