import NetTaskSpec

/// Compares the payload versions of a client's durable tasks with what they were: apps of before that still run beside the new
/// one run what they can read, and have to leave the rest alone.
struct PayloadVersionComparison {
    /// What apps of before cannot read of what is stored now.
    private let unread: Findings
    private var payloads: StoredClientComparison

    init(_ old: Spec, _ new: Spec, _ isPrefixed: Bool, _ found: Findings) {
        unread = found.empty()
        payloads = StoredClientComparison(new, old, isPrefixed, unread, isForOlderApps: true)
    }

    /// - Parameters:
    ///   - kinds: What they are called on disk. Apps of before know no tasks of another name.
    ///   - subject: The new one, which takes what is found.
    mutating func compare(_ old: Endpoint, _ new: Endpoint, _ kinds: (was: String, is: String), _ subject: Subject) {
        guard let before = old.payloadVersion, let now = new.payloadVersion else { return }
        let start = subject.found.strandings.count
        let durable = subject.part("durable")
        if now < before {
            durable.strand(
                "its payload version was \(before) and is \(now), and tasks of a higher version are left alone",
                "say `durable: {payloadVersion: \(before)}`, or a higher one"
            )
        } else if now == before, kinds.was == kinds.is, let change = firstUnread(old, new, kinds.is, subject) {
            durable.unread(
                "an app of before cannot read all that is stored now, such as `\(change.path)`",
                "where one still runs, say `durable: {payloadVersion: \(before + 1)}`, and it leaves these tasks alone"
            )
        }
        subject.found.add(task: kinds.was, to: start..<subject.found.strandings.count)
    }

    private mutating func firstUnread(
        _ old: Endpoint,
        _ new: Endpoint,
        _ kind: String,
        _ subject: Subject
    ) -> StrandedTasks? {
        let subject = Subject(found: unread, path: subject.path, side: subject.side, range: subject.range)
        return payloads.comparePayload(new, old, kind, subject).map { unread.strandings[$0] }
    }
}

extension Endpoint {
    /// nil for a task that is not durable.
    fileprivate var payloadVersion: Int? {
        settings.delivery.durability.map { $0.payloadVersion ?? RuntimeDefaults.payloadVersion }
    }
}
