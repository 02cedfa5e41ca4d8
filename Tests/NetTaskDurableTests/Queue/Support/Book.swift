import NetTaskRuntime

/// The events in order, for closures that may be called on any thread.
final class Book<Entry: Sendable>: Sendable {
    private let content = Locked<[Entry]>([])

    var entries: [Entry] { content.withLock { $0 } }
    var count: Int { entries.count }

    func write(_ entry: Entry) {
        content.withLock { $0.append(entry) }
    }
}
