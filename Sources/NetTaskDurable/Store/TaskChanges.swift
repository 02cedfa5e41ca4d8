import NetTaskCore

/// A change of a store.
public struct TaskChange: Sendable, Hashable {
    /// The kinds that may have new tasks to claim; nil for any kind.
    public var kinds: Set<String>?
    /// The tasks that changed in another way; nil for any task.
    public var ids: Set<DurableTaskID>?

    /// Makes a change. Default: nothing has changed.
    public init(kinds: Set<String>? = [], ids: Set<DurableTaskID>? = []) {
        self.kinds = kinds
        self.ids = ids
    }

    /// A change that may concern anything.
    public static let any = TaskChange(kinds: nil, ids: nil)

    /// Whether nothing has changed.
    public var isEmpty: Bool { kinds?.isEmpty == true && ids?.isEmpty == true }

    /// Adds another change. A change of more than 1,000 tasks is recorded as a change of any task.
    public mutating func merge(_ other: TaskChange) {
        kinds = Self.union(kinds, other.kinds)
        ids = Self.union(ids, other.ids)
    }

    private static func union<Element>(_ one: Set<Element>?, _ other: Set<Element>?) -> Set<Element>? {
        guard let one, let other, one.count + other.count <= 1_000 else { return nil }
        return one.union(other)
    }
}

extension TaskChange {
    /// The change that an insertion of tasks makes.
    package init(of insertions: [TaskInsertion], _ tasks: [NewTask]) {
        self.init()
        for (insertion, task) in zip(insertions, tasks) {
            switch insertion {
            case .inserted(let id):
                merge(TaskChange(kinds: [task.kind], ids: [id]))
            case .replaced(let old, by: let id):
                merge(TaskChange(kinds: nil, ids: Set(old + [id])))
            case .kept, .rejected: break
            }
        }
    }
}

/// Delivers changes one after the other. A slow listener gets several changes as one.
public struct TaskChanges: AsyncSequence, Sendable {
    public typealias Element = TaskChange

    let signals: AsyncStream<Void>
    let pending: Locked<TaskChange?>

    public func makeAsyncIterator() -> Iterator {
        Iterator(signals: signals.makeAsyncIterator(), pending: pending)
    }

    /// Returns the changes one after the other. Changes that were not read yet are merged into one.
    public struct Iterator: AsyncIteratorProtocol {
        var signals: AsyncStream<Void>.Iterator
        let pending: Locked<TaskChange?>

        /// Returns the next change; nil after the store is closed or the caller is cancelled.
        public mutating func next() async -> TaskChange? {
            while await signals.next() != nil {
                let change = pending.withLock { pending in
                    defer { pending = nil }
                    return pending
                }
                if let change { return change }
            }
            return nil
        }
    }
}

/// The source of a store's ``TaskChanges``.
public final class TaskChangeSource: Sendable {
    private struct Listener: Sendable {
        /// The queue whose own changes are not sent to this listener.
        let author: Int64?
        let signal: AsyncStream<Void>.Continuation
        let pending: Locked<TaskChange?>
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var last = 0
        var isFinished = false
    }

    /// The number of the queue that makes the changes of the current Swift task. The queue takes them from the results of its
    /// store, and is not notified of them.
    @TaskLocal package static var author: Int64?

    private let state = Locked(State())

    /// Makes a source without listeners.
    public init() {}

    /// A source that is closed.
    package static var ended: TaskChangeSource {
        let source = TaskChangeSource()
        source.finish()
        return source
    }

    /// Returns a new subscription to later changes. A queue that subscribes is not notified of its own changes.
    public func changes() -> TaskChanges {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = Listener(author: Self.author, signal: signal, pending: Locked(nil))
        let number: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.last += 1
            state.listeners[state.last] = listener
            return state.last
        }
        if let number {
            signal.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        } else {
            signal.finish()
        }
        return TaskChanges(signals: signals, pending: listener.pending)
    }

    /// Notifies all listeners but the queue that made the change, unless the change is empty. Call it on the Swift task of the
    /// caller that made the change.
    public func send(_ change: TaskChange) {
        send(change, by: Self.author)
    }

    /// Notifies all listeners but the author, unless the change is empty.
    package func send(_ change: TaskChange, by author: Int64?) {
        if change.isEmpty { return }
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners where author == nil || listener.author != author {
            listener.pending.withLock { pending in
                pending =
                    pending.map { old in
                        var merged = old
                        merged.merge(change)
                        return merged
                    } ?? change
            }
            listener.signal.yield()
        }
    }

    /// Ends all subscriptions. Later subscriptions end immediately.
    public func finish() {
        let listeners = state.withLock { state in
            state.isFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.signal.finish() }
    }
}
