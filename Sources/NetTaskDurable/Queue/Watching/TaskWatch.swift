import Foundation
import NetTaskCore

/// Who watches tasks of a queue: handles, and closures for the ends of all tasks of a type.
final class TaskWatch: Sendable {
    private struct WeakTask {
        weak var task: (any WatchedTask)?
        var stage = Stage.unknown
    }

    private enum Stage {
        /// Nobody has looked yet.
        case unknown
        /// It is of its handle's type, and had not ended.
        case open
        /// Its end was told.
        case told
    }

    /// An end that came before the handle of its task was made.
    private struct EarlyEnd {
        var outcome: any Sendable
        var type: ObjectIdentifier
        /// The youngest enqueuing of that moment. Later ones cannot be about this task.
        var ticket: Int
    }

    private struct State {
        /// By type, too: a handle may be of one that the task is not of, beside handles of the right one.
        var tasks: [DurableTaskID: [ObjectIdentifier: WeakTask]] = [:]
        var sweepAt = 64
        var enqueuing: Set<Int> = []
        var lastTicket = 0
        var earlyEnds: [DurableTaskID: EarlyEnd] = [:]
        var told: ToldEnds
        var endActions: [ObjectIdentifier: [Int: any Sendable]] = [:]
        var lastAction = 0
    }

    private let state: Locked<State>

    /// - Parameter since: when the queue was made.
    init(since: Date) {
        state = Locked(State(told: ToldEnds(since: since)))
    }

    // MARK: Handles

    /// What the handles of a task share; made if there is none.
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

    /// Handles of that number are of a task that was rolled back, since the number was given again.
    func vanish(_ id: DurableTaskID) {
        let old = state.withLock { $0.tasks.removeValue(forKey: id)?.values.compactMap(\.task) ?? [] }
        old.forEach { $0.vanish() }
    }

    func existingRecord<T: DurableNetTask>(of id: DurableTaskID, _ type: T.Type) -> DurableRecord<T>? {
        state.withLock { $0.tasks[id]?[ObjectIdentifier(type)]?.task as? DurableRecord<T> }
    }

    /// One for each type that there is a handle of.
    func watchedTasks(_ id: DurableTaskID) -> [any WatchedTask] {
        state.withLock { $0.tasks[id]?.values.compactMap(\.task) ?? [] }
    }

    /// Those that have not ended as far as is known.
    var openTasks: [any WatchedTask] {
        let tasks = state.withLock { $0.tasks.values.flatMap { $0.values.compactMap(\.task) } }
        return tasks.filter { !$0.isEnded }
    }

    /// Somebody has seen that the task is of the type of its handle, and has not ended.
    func noticeOpen(_ watched: any WatchedTask) {
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

    /// Tells those who wait for the task.
    ///
    /// - Returns: whether all others are to be told, too.
    func end<T: DurableNetTask>(
        _ task: StoredTask,
        _ outcome: DurableRecord<T>.Outcome,
        _ type: T.Type,
        _ source: EndSource,
        now: Date
    ) -> Bool {
        let id = task.id
        let type = ObjectIdentifier(type)
        let (record, isNews) = state.withLock { state -> (DurableRecord<T>?, Bool) in
            let isPast = source == .seen && state.told.isPast(task)
            let isNew = state.told.add(task, now: now)
            guard let entry = state.tasks[id]?[type], let record = entry.task as? DurableRecord<T> else {
                if !state.enqueuing.isEmpty {
                    state.earlyEnds[id] = EarlyEnd(outcome: outcome, type: type, ticket: state.lastTicket)
                }
                return (nil, isNew && !isPast)
            }
            state.tasks[id]?[type]?.stage = .told
            // Who has waited since before the end is told, whatever the dates are.
            return (record, entry.stage == .open || (isNew && !isPast))
        }
        record?.end(outcome)
        return isNews
    }

    /// - Returns: whether the end of a task whose type nobody knows is to be told.
    func end(_ task: StoredTask, now: Date) -> Bool {
        state.withLock { $0.told.add(task, now: now) }
    }

    /// These have not ended, whatever was told of them. New handles of them share nothing with the old ones, which know of
    /// an end.
    func forget(_ ids: [DurableTaskID]) {
        state.withLock { state in
            for id in ids {
                state.told.remove(id)
                let open = state.tasks[id]?.filter { $0.value.task?.isEnded == false } ?? [:]
                state.tasks[id] = open.isEmpty ? nil : open
            }
        }
    }

    /// Of those that have not ended but were told to have: somebody took them out of the dead letters.
    func notice(_ tasks: [StoredTask]) {
        forget(tasks.filter { !$0.state.isEnd }.map(\.id))
    }

    // MARK: Enqueuing

    /// Between the two, ends of tasks without a handle are kept: a task may have ended before the one who enqueues it
    /// knows its number.
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

    /// In the order in which they were added.
    func endActions<T: DurableNetTask>(of type: T.Type) -> [EndAction<T>] {
        let actions = state.withLock { $0.endActions[ObjectIdentifier(type)] ?? [:] }
        return actions.sorted { $0.key < $1.key }.compactMap { $0.value as? EndAction<T> }
    }
}

/// A task that somebody has a handle of.
protocol WatchedTask: AnyObject, Sendable {
    var id: DurableTaskID { get }
    /// The type that the handle takes it for.
    var type: any NetTask.Type { get }
    var isEnded: Bool { get }
    /// Something may have changed; the task has not ended.
    ///
    /// - Parameter start: what it has started and polls.
    func learn(_ task: StoredTask, _ start: KeptStart?)
    /// The store knows it no more, or it is of another type.
    func vanish()
}

/// How a queue knows of an end.
enum EndSource {
    /// By its own doing: a run, a method that was called, its housekeeping.
    case own
    /// It looked for a handle.
    case seen
}

/// A means to stop a closure from being called. It may be dropped; the closure goes on being called then.
public struct DurableSubscription: Sendable {
    let remove: @Sendable () -> Void

    /// Has the closure called no more; a call that is under way goes on. Called twice, it does nothing the second time.
    public func cancel() {
        remove()
    }
}
