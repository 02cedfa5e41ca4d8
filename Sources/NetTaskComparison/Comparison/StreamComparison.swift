import NetTaskSpec

extension ClientComparison {
    /// Compares the streams of an endpoint. An added or removed stream is reported at the response.
    func compareStreams(_ old: Endpoint.Stream?, _ new: Endpoint.Stream?, _ subject: Subject) {
        guard let old, let new else {
            if new?.condition != nil { subject.add([.additive], "it can now be a stream") }
            if old?.condition != nil { subject.add([.callers], "it can no longer be a stream") }
            return
        }
        if old.framing != new.framing {
            subject.add([.server], "its stream", was: old.framing.rawValue, is: new.framing.rawValue)
        }
        compareElements(old, new, subject)
        if old.end != new.end { subject.part("until").add([.server], was: old.end, is: new.end) }
        subject.part("idle").addOther("idle", ifNot: old.idle == new.idle)
        switch (old.condition, new.condition) {
        case (nil, nil): break
        case (nil, _?): subject.add([.additive], "it can now be another response than a stream")
        case (_?, nil): subject.add([.callers], "all replies are now streams")
        case (let old?, let new?):
            let isSame =
                old.field.wireName == new.field.wireName && old.value == new.value
                && old.holder?.name == new.holder?.name
            if !isSame { subject.part("when").add([.server], "the condition of the stream changed") }
        }
    }

    private func compareElements(_ old: Endpoint.Stream, _ new: Endpoint.Stream, _ subject: Subject) {
        switch (old.element, new.element) {
        case (.type(let old), .type(let new)):
            compare((.json(old, path: []), nil), (.json(new, path: []), nil), subject)
        case (.named(let oldEvents), .named(let newEvents)):
            let matching = Matching(oldEvents, newEvents, by: \.name.written)
            for (old, new) in matching.pairs {
                let response = { (type: TypeReference?) in type.map { Endpoint.Response.json($0, path: []) } ?? .none }
                let subject = subject.child("events", new.name)
                subject.compare(old.name, new.name)
                compare((response(old.type), nil), (response(new.type), nil), subject)
            }
            for event in matching.added { subject.child("events", event.name).addNewCase(besides: new.catchAll) }
            for event in matching.removed {
                subject.removed("events", event.name).add([.callers], "it was removed, and is now `\(new.catchAll)`")
            }
            if old.catchAll != new.catchAll {
                subject.add([.callers], "its case for other events changed from `\(old.catchAll)` to `\(new.catchAll)`")
            }
        case (.type, .named): subject.add([.callers], "its elements now have a case for each event")
        case (.named, .type): subject.add([.callers], "its elements no longer have a case for each event")
        }
    }
}
