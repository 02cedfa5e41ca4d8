import NetTaskSpec

extension ClientComparison {
    /// Compares the calls that the server makes. The server for the old spec sends the old calls.
    func compareWebhooks(_ subject: Subject) {
        let subject = subject.part("webhooks")
        switch (old.spec.webhooks, new.spec.webhooks) {
        case (nil, nil): break
        case (nil, let new?):
            at(new.name, .new, subject).add([.additive], "they were added")
        case (let old?, nil):
            at(old.name, .old, subject).add([.callers], "they were removed, with `\(old.name.swift)`")
        case (let old?, let new?):
            compare(old, new, at(new.name, .new, subject))
        }
    }

    private func at(_ name: Name, _ side: Difference.Side, _ subject: Subject) -> Subject {
        var subject = subject
        (subject.side, subject.range) = (side, name.place)
        return subject
    }

    private func compare(_ old: Webhooks, _ new: Webhooks, _ subject: Subject) {
        if old.name.swift != new.name.swift {
            subject.add([.callers], "its Swift name", was: old.name.swift, is: new.name.swift)
        }
        subject.addHarmlessChanges(SpecLanguage.webhooks, old, new)
        subject.compareMutability(old.isMutable, new.isMutable)
        if old.signature != new.signature {
            subject.part("hmac").add([.server], "the signature of calls changed")
        }
        if old.eventName != new.eventName {
            subject.part("name").add([.server], was: old.eventName.text, is: new.eventName.text)
        }
        if old.catchAll != new.catchAll {
            subject.add([.callers], "its case for other events changed from `\(old.catchAll)` to `\(new.catchAll)`")
        }
        let matching = Matching(old.events, new.events, by: \.name.written)
        for (old, new) in matching.pairs { compare(old, new, subject.child("events", new.name)) }
        for event in matching.added { subject.child("events", event.name).addNewCase(besides: new.catchAll) }
        for event in matching.removed {
            subject.removed("events", event.name).add([.callers], "it was removed, and is now `\(new.catchAll)`")
        }
    }

    private func compare(_ old: Webhooks.Event, _ new: Webhooks.Event, _ subject: Subject) {
        subject.compare(old.name, new.name)
        subject.addHarmlessChanges(SpecLanguage.webhookEvent, old, new)
        guard let oldFields = old.fields, let newFields = new.fields else {
            return compare((old.response, nil), (new.response, nil), subject)
        }
        compare(oldFields, newFields, .reply, in: subject, "fields")
        if old.path != new.path {
            let words = [old.path, new.path].map { $0.isEmpty ? nil : $0.joined(separator: ".") }
            subject.add([.server], "`from`", was: words[0], is: words[1])
        }
    }
}

extension Webhooks.Event {
    /// The reply with the same body.
    fileprivate var response: Endpoint.Response {
        switch payload {
        case .none: .none
        case .type(let type): .json(type, path: path)
        case .fields(let fields): .fields(fields)
        }
    }
}

extension Webhooks.Place {
    /// The text in messages.
    fileprivate var text: String {
        switch self {
        case .body(let path): path.joined(separator: ".")
        case .header(let name): "header: \(name)"
        }
    }
}
