import Foundation
import NetTaskCore

/// The observers of a queue's tasks: handles, and closures for the ends of all tasks of a type.
final class TaskWatch: Sendable {
    private struct WeakTask {
        weak var task: (any WatchedTask)?
        var stage = Stage.unknown
    }

    private enum Stage {
        /// The task was not read yet.
        case unknown
        /// The task has the type of its handle, and had not ended.
        case open
        /// Its end was reported.
        case reported
    }

    /// An end that came before the handle of its task was made.
    private struct EarlyEnd {
        var outcome: any Sendable
        var type: ObjectIdentifier
        /// The latest enqueuing at that moment. Later ones cannot concern this task.
        var ticket: Int
    }

    private struct State {
        /// The records are also kept by type, since a handle may name a wrong type beside handles of the right one.
        var tasks: [DurableTaskID: [ObjectIdentifier: WeakTask]] = [:]
        var sweepAt = 64
        var enqueuing: Set<Int> = []
        var lastTicket = 0
        var earlyEnds: [DurableTaskID: EarlyEnd] = [:]
        var reported: ReportedEnds
        var endActions: [ObjectIdentifier: [Int: any Sendable]] = [:]
        var lastAction = 0
    }

    private let state: Locked<State>

    /// - Parameter since: when the queue was made.
    init(since: Date) {
        state = Locked(State(reported: ReportedEnds(since: since)))
    }

    // MARK: Handles

    /// Returns the state that the handles of a task share. It is made if there is none.
    func record<T: DurableNetTask>(of id: DurableTaskID, _ type: T.Type) -> DurableRecord<T> {
        state.withLock { state in
            let type = ObjectIdentifier(T.self)
            if let record = state.tasks[id]?[type]?.task as? DurableRecord<T> { return record }
            let record = DurableRecord<T>(id)
            state.tasks[id, default: [:]][type] = WeakTask(task: record)
            if let early = state.earlyEnds[id], early.type == type,
                let outcome = early.outcome as? DurableRecord<T>.Outcome
            {
                record.end(outcome)
            }
            if state.tasks.count > state.sweepAt {
                state.tasks = state.tasks.compactMapValues { tasks in
                    let alive = tasks.filter { $0.value.task != nil }
                    return alive.isEmpty ? nil : alive
                }
                state.sweepAt = max(64, state.tasks.count * 2)
            }
            return record
        }
    }

    /// Removes the handles of a task whose transaction was rolled back. Its number was given to another task.
    func remove(_ id: DurableTaskID) {
        let old = state.withLock { $0.tasks.removeValue(forKey: id)?.values.compactMap(\.task) ?? [] }
        old.forEach { $0.markRemoved() }
    }

    func existingRecord<T: DurableNetTask>(of id: DurableTaskID, _ type: T.Type) -> DurableRecord<T>? {
        state.withLock { $0.tasks[id]?[ObjectIdentifier(type)]?.task as? DurableRecord<T> }
    }

    /// The records of a task, one for each type of its handles.
    func watchedTasks(_ id: DurableTaskID) -> [any WatchedTask] {
        state.withLock { $0.tasks[id]?.values.compactMap(\.task) ?? [] }
    }

    /// The tasks that have not ended as far as is known.
    var openTasks: [any WatchedTask] {
        let tasks = state.withLock { $0.tasks.values.flatMap { $0.values.compactMap(\.task) } }
        return tasks.filter { !$0.isEnded }
    }

    /// Records that the task has the type of its handle, and has not ended.
    func recordOpen(_ watched: any WatchedTask) {
        let type = ObjectIdentifier(watched.type)
        state.withLock { state in
            guard let entry = state.tasks[watched.id]?[type], entry.task === watched else { return }
            if entry.stage == .unknown, !watched.isEnded {
                state.tasks[watched.id]?[type]?.stage = .open
            }
        }
    }

    /// Whether the task was seen before its end.
    func isOpen(_ watched: any WatchedTask) -> Bool {
        state.withLock { $0.tasks[watched.id]?[ObjectIdentifier(watched.type)]?.stage == .open }
    }

    // MARK: Ends

    /// Reports an end to the handles of the task.
    ///
    /// - Returns: whether the end is also to be reported to the closures of its type.
    func end<T: DurableNetTask>(
        _ task: StoredTask,
        _ outcome: DurableRecord<T>.Outcome,
        _ type: T.Type,
        _ source: EndSource,
        now: Date
    ) -> Bool {
        let id = task.id
        let type = ObjectIdentifier(type)
        let (record, shouldReport) = state.withLock { state -> (DurableRecord<T>?, Bool) in
            let isPast = source == .seen && state.reported.isPast(task)
            let isNew = state.reported.add(task, now: now)
            guard let entry = state.tasks[id]?[type], let record = entry.task as? DurableRecord<T> else {
                if !state.enqueuing.isEmpty {
                    state.earlyEnds[id] = EarlyEnd(outcome: outcome, type: type, ticket: state.lastTicket)
                }
                return (nil, isNew && !isPast)
            }
            state.tasks[id]?[type]?.stage = .reported
            // A handle that has waited since before the end is notified, whatever the dates are.
            return (record, entry.stage == .open || (isNew && !isPast))
        }
        record?.end(outcome)
        return shouldReport
    }

    /// - Returns: whether the end of a task of an unknown type is to be reported.
    func end(_ task: StoredTask, now: Date) -> Bool {
        state.withLock { $0.reported.add(task, now: now) }
    }

    /// Marks tasks as not ended, whatever was reported of them. Their new handles share nothing with the old ones, which have
    /// an end.
    func forget(_ ids: [DurableTaskID]) {
        state.withLock { state in
            for id in ids {
                state.reported.remove(id)
                let open = state.tasks[id]?.filter { $0.value.task?.isEnded == false } ?? [:]
                state.tasks[id] = open.isEmpty ? nil : open
            }
        }
    }

    /// Marks those of the tasks that have not ended as not ended. An end that was reported before was undone by a retry from
    /// the dead letters.
    func markOpen(_ tasks: [StoredTask]) {
        forget(tasks.filter { !$0.state.isEnd }.map(\.id))
    }

    // MARK: Enqueuing

    /// Until ``endEnqueuing(_:)``, ends of tasks without a handle are kept, since a task may end before its caller knows its
    /// number.
    func beginEnqueuing() -> Int {
        state.withLock { state in
            state.lastTicket += 1
            state.enqueuing.insert(state.lastTicket)
            return state.lastTicket
        }
    }

    func endEnqueuing(_ ticket: Int) {
        state.withLock { state in
            state.enqueuing.remove(ticket)
            if state.earlyEnds.isEmpty { return }
            let oldest = state.enqueuing.min() ?? .max
            state.earlyEnds = state.earlyEnds.filter { $0.value.ticket >= oldest }
        }
    }

    // MARK: Ends of all tasks of a type

    typealias EndAction<T: DurableNetTask> = @Sendable (DurableNetTaskEnd<T>) -> Void

    func addEndAction<T: DurableNetTask>(_ type: T.Type, _ action: @escaping EndAction<T>) -> DurableSubscription {
        let number = state.withLock { state in
            state.lastAction += 1
            state.endActions[ObjectIdentifier(type), default: [:]][state.lastAction] = action
            return state.lastAction
        }
        return DurableSubscription { [weak self] in
            _ = self?.state.withLock { $0.endActions[ObjectIdentifier(type)]?.removeValue(forKey: number) }
        }
    }

    /// The closures of a type, in the order in which they were added.
    func endActions<T: DurableNetTask>(of type: T.Type) -> [EndAction<T>] {
        let actions = state.withLock { $0.endActions[ObjectIdentifier(type)] ?? [:] }
        return actions.sorted { $0.key < $1.key }.compactMap { $0.value as? EndAction<T> }
    }
}

/// A task that has a handle.
protocol WatchedTask: AnyObject, Sendable {
    var id: DurableTaskID { get }
    /// The type that the handle expects.
    var type: any NetTask.Type { get }
    var isEnded: Bool { get }
    /// Updates the record of a task that has not ended.
    ///
    /// - Parameter start: the operation that the task has started and polls.
    func update(_ task: StoredTask, _ start: KeptStart?)
    /// Ends the record of a task that the store does not have, or that has another type.
    func markRemoved()
}

/// How a queue knows of an end.
enum EndSource {
    /// The queue caused it: by a run, by a call of a method, or by its maintenance.
    case own
    /// The queue read it from the store for a handle.
    case seen
}

/// A subscription to ends, which can be cancelled. Releasing it does not cancel it.
public struct DurableSubscription: Sendable {
    let remove: @Sendable () -> Void

    /// Stops calls of the closure. A current call continues. A second call of this method has no effect.
    public func cancel() {
        remove()
    }
}
