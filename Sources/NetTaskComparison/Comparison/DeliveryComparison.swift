import NetTaskSpec

/// Compares how tasks are delivered: what no caller compiles against, and mostly no server sees.
struct DeliveryComparison {
    typealias Subject = DifferenceCollector.Subject

    let found: DifferenceCollector

    func compare(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        compareIdempotency(old, new, subject)
        found.addOther(subject, ifNot: old.formerNames == new.formerNames, "was")
        compareDurability(old.delivery.durability, new.delivery.durability, subject.part("durable"))
        if old.delivery.uniqueness != new.delivery.uniqueness {
            let words = [old, new].map { $0.delivery.uniqueness?.text ?? "none" }
            found.add([.delivery], subject.part("unique"), "it was \(words[0]) and is \(words[1])")
        }
        found.addOther(subject, ifNot: old.delivery.priority == new.delivery.priority, "priority")
        found.addOther(subject, ifNot: old.delivery.expires == new.delivery.expires, "expires")
        found.addOther(subject, ifNot: old.delivery.limitKey == new.delivery.limitKey, "limitKey")
        found.addOther(subject, ifNot: old.retry == new.retry, "retry")
        found.addOther(subject, ifNot: old.timeout == new.timeout, "timeout")
        found.addOther(subject, ifNot: old.deadline == new.deadline, "deadline")
    }

    private func compareIdempotency(_ old: Endpoint, _ new: Endpoint, _ subject: Subject) {
        if old.isIdempotent != new.isIdempotent {
            let word = new.isIdempotent ? "was not idempotent, and is" : "was idempotent, and is not"
            found.add([.delivery], subject, "it \(word): other failures are tried again")
        } else {
            found.addOther(
                subject,
                ifNot: old.delivery.isIdempotent == new.delivery.isIdempotent,
                "idempotent"
            )
        }
        let (oldKey, newKey) = (old.delivery.idempotencyKey, new.delivery.idempotencyKey)
        guard oldKey != newKey else { return }
        let subject = subject.part("idempotencyKey")
        switch (oldKey, newKey) {
        case (nil, let key?):
            found.add([.delivery], subject, "it is new: a key is sent as \(key.header.quotedForMessage)")
        case (let key?, nil):
            found.add([.server, .delivery], subject, "the key \(key.header.quotedForMessage) is not sent any more")
        case (let oldKey?, let newKey?):
            let words = [oldKey, newKey].map { $0.header.quotedForMessage + ($0.isQuoted ? " with quotes" : "") }
            let isOtherHeader = oldKey.header.lowercased() != newKey.header.lowercased()
            let isOnWire = isOtherHeader || oldKey.isQuoted != newKey.isQuoted
            found.add(
                isOnWire ? [.server, .delivery] : [.other],
                subject,
                "it was \(words[0]) and is \(words[1])"
            )
        case (nil, nil):
            break
        }
    }

    private func compareDurability(_ old: Delivery.Durability?, _ new: Delivery.Durability?, _ subject: Subject) {
        guard old != new else { return }
        let message =
            switch (old, new) {
            case (nil, _): "it is new: a durable queue keeps tasks on disk"
            case (_, nil): "it is gone: a durable queue does not keep tasks on disk any more"
            default: "it is not what it was"
            }
        found.add([.delivery], subject, message)
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
