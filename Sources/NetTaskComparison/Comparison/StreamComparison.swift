import NetTaskSpec

extension ClientComparison {
    /// Compares the streams of an endpoint. That there is none any more, or one for the first time, is told of the response.
    func compareStreams(_ old: Endpoint.Stream?, _ new: Endpoint.Stream?, _ subject: Subject) {
        guard let old, let new else {
            if new?.condition != nil { subject.add([.additive], "it can be a stream now") }
            if old?.condition != nil { subject.add([.callers], "it cannot be a stream any more") }
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
        case (nil, _?): subject.add([.additive], "it can be something else than a stream now")
        case (_?, nil): subject.add([.callers], "all of it are streams now")
        case (let old?, let new?):
            let isSame =
                old.field.wireName == new.field.wireName && old.value == new.value
                && old.holder?.name == new.holder?.name
            if !isSame { subject.part("when").add([.server], "a stream is asked for in another way") }
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
            for event in matching.gone {
                subject.gone("events", event.name).add([.callers], "it is gone, and is `\(new.catchAll)`")
            }
            if old.catchAll != new.catchAll {
                subject.add([.callers], "its case for other events was `\(old.catchAll)` and is `\(new.catchAll)`")
            }
        case (.type, .named): subject.add([.callers], "its elements have a case for each event now")
        case (.named, .type): subject.add([.callers], "its elements have no case for each event any more")
        }
    }
}
