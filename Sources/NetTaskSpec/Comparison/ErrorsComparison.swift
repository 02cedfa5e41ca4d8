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
            found.add(
                [.additive],
                subject.child("errors", error.statusName),
                "it is new: its body is \(error.response.text)"
            )
        }
        for error in matching.gone {
            let isTyped = error.response.type != nil
            found.add(
                isTyped ? [.callers] : [.other],
                subject.gone("errors", error.statusName),
                isTyped ? "it is gone: its body, \(error.response.text), is not read any more" : "it is gone"
            )
        }
    }

    private func compare(_ old: StatusBody, _ new: StatusBody, _ subject: Subject) {
        if old.response.type == nil, new.response.type != nil {
            found.add([.additive], subject, "its body was `none` and is \(new.response.text)")
            return
        }
        ResponseComparison(client: client, found: found)
            .compare((old.response, old.format), (new.response, new.format), subject)
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
