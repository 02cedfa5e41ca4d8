import NetTaskSpec

extension ClientComparison {
    /// Compares how tasks are delivered. Such changes do not affect the code of callers, and mostly not the server.
    func compareDelivery(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        let (oldDelivery, newDelivery) = (old.delivery, new.delivery)
        if old.isIdempotent != new.isIdempotent {
            let word = new.isIdempotent ? "is now idempotent" : "is no longer idempotent"
            subject.add([.delivery], "it \(word), which changes the failures that are retried")
        } else {
            subject.addOther("idempotent", ifNot: oldDelivery.isIdempotent == newDelivery.isIdempotent)
        }
        compare(oldDelivery.idempotencyKey, newDelivery.idempotencyKey, subject.part("idempotencyKey"))
        subject.addOther("was", ifNot: old.formerNames == new.formerNames)
        if oldDelivery.durability != newDelivery.durability {
            let message =
                switch (oldDelivery.durability, newDelivery.durability) {
                case (nil, _): "it was added: a durable queue stores tasks on disk"
                case (_, nil): "it was removed: a durable queue no longer stores tasks on disk"
                default: "it changed"
                }
            subject.part("durable").add([.delivery], message)
        }
        if oldDelivery.uniqueness != newDelivery.uniqueness {
            let words = [oldDelivery, newDelivery].map { $0.uniqueness?.text ?? "none" }
            subject.part("unique").add([.delivery], "it changed from \(words[0]) to \(words[1])")
        }
        subject.addHarmlessChanges(SpecLanguage.endpoint, oldDelivery, newDelivery)
        subject.addHarmlessChanges(SpecLanguage.endpoint, old.settings, new.settings)
    }

    private func compare(_ old: Delivery.IdempotencyKey?, _ new: Delivery.IdempotencyKey?, _ subject: Subject) {
        guard old != new else { return }
        switch (old, new) {
        case (nil, let key?):
            subject.add([.delivery], "it was added: a key is sent as \(key.header.quotedForMessage)")
        case (let key?, nil):
            subject.add([.server, .delivery], "the key \(key.header.quotedForMessage) is no longer sent")
        case (let old?, let new?):
            let words = [old, new].map { $0.header.quotedForMessage + ($0.isQuoted ? " with quotes" : "") }
            let isOtherHeader = old.header.lowercased() != new.header.lowercased()
            let isOnWire = isOtherHeader || old.isQuoted != new.isQuoted
            subject.add(isOnWire ? [.server, .delivery] : [.other], "it changed from \(words[0]) to \(words[1])")
        case (nil, nil): break
        }
    }
}

extension Delivery.Uniqueness {
    /// The text in messages.
    fileprivate var text: String {
        switch identity {
        case .request: "`\(policy.rawValue)` by the whole request"
        case .params(let names): "`\(policy.rawValue)` by \(names.map(\.quotedForMessage).joined(separator: ", "))"
        }
    }
}
