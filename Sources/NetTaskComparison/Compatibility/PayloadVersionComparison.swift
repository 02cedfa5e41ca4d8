import NetTaskSpec

/// Compares the payload versions of a client's durable tasks with the earlier ones. Older apps that still run run the stored
/// tasks that they can read, and must ignore the others.
struct PayloadVersionComparison {
    /// The new stored values that older apps cannot read.
    private let unread: Findings
    private var payloads: StoredClientComparison

    init(_ old: Spec, _ new: Spec, _ isPrefixed: Bool, _ found: Findings) {
        unread = found.empty()
        payloads = StoredClientComparison(new, old, isPrefixed, unread, isForOlderApps: true)
    }

    /// - Parameters:
    /// - kinds: The stored names. Older apps ignore tasks with other names.
    /// - subject: The new task, to which findings are added.
    mutating func compare(_ old: Endpoint, _ new: Endpoint, _ kinds: (was: String, is: String), _ subject: Subject) {
        guard let before = old.payloadVersion, let now = new.payloadVersion else { return }
        let start = subject.found.strandings.count
        let durable = subject.part("durable")
        if now < before {
            durable.strand(
                "its payload version changed from \(before) to \(now), and tasks of a higher version are ignored",
                "write `durable: {payloadVersion: \(before)}`, or a higher one"
            )
        } else if now == before, kinds.was == kinds.is, let change = firstUnread(old, new, kinds.is, subject) {
            durable.unread(
                "an older app cannot read all new stored values, such as `\(change.path)`",
                "if one still runs, write `durable: {payloadVersion: \(before + 1)}`, so that it ignores these tasks"
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
    /// The payload version; `nil` for a task that is not durable.
    fileprivate var payloadVersion: Int? {
        settings.delivery.durability.map { $0.payloadVersion ?? RuntimeDefaults.payloadVersion }
    }
}
