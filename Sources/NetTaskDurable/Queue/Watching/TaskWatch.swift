import NetTaskRuntime

/// Who watches tasks of a queue: handles, and closures for the ends of all tasks of a type.
final class TaskWatch: Sendable {
    private struct WeakTask {
        weak var task: (any WatchedTask)?
    }

    /// An end that came before the handle of its task was made.
    private struct EarlyEnd {
        var outcome: any Sendable
        /// The youngest enqueuing of that moment. Later ones cannot be about this task.
        var ticket: Int
    }

    private struct State {
        var tasks: [DurableTaskID: WeakTask] = [:]
        var sweepAt = 64
        var enqueuing: Set<Int> = []
        var lastTicket = 0
        var earlyEnds: [DurableTaskID: EarlyEnd] = [:]
        var endActions: [ObjectIdentifier: [Int: any Sendable]] = [:]
        var lastAction = 0
    }

    private let state = Locked(State())

    // MARK: Handles

    /// What the handles of a task share; made if there is none.
    func record<T: DurableNetTask>(of id: DurableTaskID, _ type: T.Type) -> DurableRecord<T> {
        state.withLock { state in
            if let record = state.tasks[id]?.task as? DurableRecord<T> { return record }
            let record = DurableRecord<T>(id)
            state.tasks[id] = WeakTask(task: record)
            if let early = state.earlyEnds[id]?.outcome as? DurableRecord<T>.Outcome {
                record.end(early)
            }
            if state.tasks.count > state.sweepAt {
                state.tasks = state.tasks.filter { $0.value.task != nil }
                state.sweepAt = max(64, state.tasks.count * 2)
            }
            return record
        }
    }

    /// Handles of that number are of a task that was rolled back, since the number was given again.
    func vanish(_ id: DurableTaskID) {
        let old = state.withLock { $0.tasks.removeValue(forKey: id)?.task }
        old?.vanish()
    }

    func existingRecord<T: DurableNetTask>(of id: DurableTaskID, _ type: T.Type) -> DurableRecord<T>? {
        state.withLock { $0.tasks[id]?.task as? DurableRecord<T> }
    }

    func watchedTask(_ id: DurableTaskID) -> (any WatchedTask)? {
        state.withLock { $0.tasks[id]?.task }
    }

    /// Those that have not ended as far as is known.
    var openTasks: [any WatchedTask] {
        let tasks = state.withLock { $0.tasks.values.compactMap(\.task) }
        return tasks.filter { !$0.isEnded }
    }

    /// - Returns: whether that was not known before.
    func end<T: DurableNetTask>(_ id: DurableTaskID, _ outcome: DurableRecord<T>.Outcome, _ type: T.Type) -> Bool {
        let record: DurableRecord<T>? = state.withLock { state in
            if let record = state.tasks[id]?.task as? DurableRecord<T> { return record }
            if !state.enqueuing.isEmpty {
                state.earlyEnds[id] = EarlyEnd(outcome: outcome, ticket: state.lastTicket)
            }
            return nil
        }
        return record?.end(outcome) ?? true
    }

    /// New handles of these tasks share nothing with the old ones, which know of an end.
    func forget(_ ids: [DurableTaskID]) {
        state.withLock { state in
            for id in ids where state.tasks[id]?.task?.isEnded ?? true {
                state.tasks[id] = nil
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
