public import NetTaskHTTP
public import Observation

/// The contents of a queue, for a view.
///
///     let model = NetTaskQueueModel()
///     let queue = HTTPNetTaskQueue(observers: [model])
///
///     ProgressView("\(model.runningCount) of \(model.tasks.count) at work")
///
/// The model is an observer, which is passed to the initializer of the queue. It updates on the main actor, a moment after the
/// events. Events in quick succession are combined into one update.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class NetTaskQueueModel {
    /// A task in the queue.
    public struct Entry: Sendable, Identifiable {
        /// The number of the task in its queue.
        public let id: NetTaskID
        /// The task as it was added.
        public let task: any NetTask
        /// The tags that it was added with.
        public let tags: [String]
        /// The current phase: waiting, running, or waiting for the next attempt.
        public internal(set) var phase = NetTaskPhase.waiting
        /// The number of attempts that have begun; 0 before the first.
        public internal(set) var attempt = 0

        /// The name of the task's operation.
        public var name: String { type(of: task).name }
    }

    /// The tasks in the queue, in the order in which they were added.
    public private(set) var tasks: [Entry] = []
    /// The number of tasks that have ended, by phase.
    public private(set) var endCounts: [NetTaskPhase: Int] = [:]
    /// The number of tasks that have ended since the queue was last empty.
    public private(set) var endedCount = 0
    /// The error of the latest failure.
    public private(set) var lastError: (any Error)?

    /// The number of running tasks.
    public var runningCount: Int { tasks.count { $0.phase == .running } }
    /// The number of tasks that wait for their start or their next attempt.
    public var waitingCount: Int { tasks.count - runningCount }

    /// The share of ended tasks among the tasks since the queue was last empty, from 0 to 1. It is 1 for an empty queue.
    public var fraction: Double { tasks.isEmpty ? 1 : Double(endedCount) / Double(endedCount + tasks.count) }

    /// The events that are not shown yet.
    private nonisolated let pending = Locked<[NetTaskQueueEvent]>([])

    /// Makes a model without tasks. Give it to a queue as an observer.
    public init() {}

    private func showPending() {
        let events = pending.withLock { events in
            defer { events = [] }
            return events
        }
        var tasks = tasks
        for event in events { show(event, in: &tasks) }
        self.tasks = tasks
    }

    private func show(_ event: NetTaskQueueEvent, in tasks: inout [Entry]) {
        switch event.kind {
        case .accepted:
            if tasks.isEmpty { endedCount = 0 }
            tasks.append(Entry(id: event.id, task: event.task, tags: event.tags))
        case .started(let attempt, _):
            if let index = index(of: event, in: tasks) {
                (tasks[index].phase, tasks[index].attempt) = (.running, attempt)
            }
        case .retrying:
            if let index = index(of: event, in: tasks) { tasks[index].phase = .retrying }
        case .pending:
            if let index = index(of: event, in: tasks) { tasks[index].phase = .waiting }
        case .resent, .retryRefused, .held, .stillHeld:
            break
        case .ended(let phase, _, _, _):
            if let index = index(of: event, in: tasks) { tasks.remove(at: index) }
            endedCount += 1
            endCounts[phase, default: 0] += 1
            if phase == .failed { lastError = event.error }
        }
    }

    /// A binary search: the numbers of the tasks in a queue are ascending.
    private func index(of event: NetTaskQueueEvent, in tasks: [Entry]) -> Int? {
        var range = tasks.startIndex..<tasks.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if tasks[middle].id == event.id { return middle }
            range = tasks[middle].id < event.id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension NetTaskQueueModel: NetTaskObserver {
    public nonisolated func observe(_ event: NetTaskQueueEvent) {
        let isFirst = pending.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { Task { @MainActor in showPending() } }
    }
}
