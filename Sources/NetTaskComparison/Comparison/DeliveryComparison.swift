import NetTaskSpec

extension ClientComparison {
    /// Compares how tasks are delivered: what no caller compiles against, and mostly no server sees.
    func compareDelivery(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let (oldDelivery, newDelivery) = (old.delivery, new.delivery)
        if old.isIdempotent != new.isIdempotent {
            let word = new.isIdempotent ? "was not idempotent, and is" : "was idempotent, and is not"
            subject.add([.delivery], "it \(word): other failures are tried again")
        } else {
            subject.addOther("idempotent", ifNot: oldDelivery.isIdempotent == newDelivery.isIdempotent)
        }
        compare(oldDelivery.idempotencyKey, newDelivery.idempotencyKey, subject.part("idempotencyKey"))
        subject.addOther("was", ifNot: old.formerNames == new.formerNames)
        if oldDelivery.durability != newDelivery.durability {
            let message =
                switch (oldDelivery.durability, newDelivery.durability) {
                case (nil, _): "it is new: a durable queue keeps tasks on disk"
                case (_, nil): "it is gone: a durable queue does not keep tasks on disk any more"
                default: "it is not what it was"
                }
            subject.part("durable").add([.delivery], message)
        }
        if oldDelivery.uniqueness != newDelivery.uniqueness {
            let words = [oldDelivery, newDelivery].map { $0.uniqueness?.text ?? "none" }
            subject.part("unique").add([.delivery], "it was \(words[0]) and is \(words[1])")
        }
        subject.addHarmlessChanges(SpecLanguage.endpoint, oldDelivery, newDelivery)
        subject.addHarmlessChanges(SpecLanguage.endpoint, old.settings, new.settings)
    }

    private func compare(_ old: Delivery.IdempotencyKey?, _ new: Delivery.IdempotencyKey?, _ subject: Subject) {
        guard old != new else { return }
        switch (old, new) {
        case (nil, let key?):
            subject.add([.delivery], "it is new: a key is sent as \(key.header.quotedForMessage)")
        case (let key?, nil):
            subject.add([.server, .delivery], "the key \(key.header.quotedForMessage) is not sent any more")
        case (let old?, let new?):
            let words = [old, new].map { $0.header.quotedForMessage + ($0.isQuoted ? " with quotes" : "") }
            let isOtherHeader = old.header.lowercased() != new.header.lowercased()
            let isOnWire = isOtherHeader || old.isQuoted != new.isQuoted
            subject.add(isOnWire ? [.server, .delivery] : [.other], "it was \(words[0]) and is \(words[1])")
        case (nil, nil): break
        }
    }
}

extension Delivery.Uniqueness {
    /// As a message has it.
    fileprivate var text: String {
        switch identity {
        case .request: "`\(policy.rawValue)` by the whole request"
        case .params(let names): "`\(policy.rawValue)` by \(names.map(\.quotedForMessage).joined(separator: ", "))"
        }
    }
}
