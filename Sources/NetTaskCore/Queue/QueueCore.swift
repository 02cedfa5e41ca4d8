import Foundation

/// What a queue and its tasks share: the scheduler, which knows no types, and what speaks the queue's protocol.
final class QueueCore<Request: Sendable, Reply: Sendable>: Sendable {
    let scheduler: QueueScheduler
    let handler: any NetTaskQueueHandler<Request, Reply>
    let random: RandomSource
    let key: (@Sendable (any NetTask) -> String?)?
    private let duplicates: DuplicatePolicy
    /// Whether there was a limit per key from the start.
    private let limitsKeys: Bool
    private let wallClock: @Sendable () -> Date

    init(
        machine: QueueStateMachine<TaskRecord>,
        observers: [any NetTaskObserver],
        handler: any NetTaskQueueHandler<Request, Reply>,
        duplicates: DuplicatePolicy,
        key: (@Sendable (any NetTask) -> String?)?,
        time: TimeSource,
        wallClock: @escaping @Sendable () -> Date,
        random: RandomSource
    ) {
        limitsKeys = machine.limitPerKey > 0
        self.scheduler = QueueScheduler(machine: machine, observers: observers, time: time)
        self.handler = handler
        self.duplicates = duplicates
        self.key = key
        self.wallClock = wallClock
        self.random = random
    }

    /// - Parameter group: the group that is told of the end, and the number by which its tasks end together. Of tasks
    ///   that share a run with others the group has to see to that by itself.
    func add<T: NetTask>(
        _ task: T,
        _ options: NetTaskOptions,
        group: (handle: NetTaskGroupHandle, number: Int)? = nil
    ) -> TypedRecord<T>
    where T.Request == Request, T.Reply == Reply {
        let settings = T.settings
        if settings.idempotencyKey != nil, options.run.idempotencyKey == nil {
            // Only here are the options copied: most tasks have no key, and pay nothing for it.
            var options = options
            options.run.idempotencyKey = random.uuid()
            return add(task, options, group: group)
        }
        let record = TypedRecord(task, options, in: self)
        if let group {
            record.whenEnded(tell: group.handle)
        }
        let policy = options.duplicates ?? settings.duplicates ?? duplicates
        let identity = policy == .allow ? nil : identity(of: task, options)
        // All who share a run follow it, the first too.
        let run = identity == nil ? record : TypedRecord(task, options, in: self)
        let lane = run.lane(settings)
        var taskOptions = QueueTaskOptions(
            priority: options.priority ?? settings.priority,
            key: lane.key,
            rate: lane.rate,
            group: identity == nil ? group?.number ?? 0 : 0,
            notBefore: options.notBefore.map(fromNow),
            expiry: options.expires.map(fromNow) ?? settings.expires,
            timeout: lane.timeout,
            deadline: options.run.deadline ?? settings.deadline
        )
        // To find out the key of the handler costs something, and is for nothing as long as there is no limit.
        run.mayLackKey = lane.key == nil
        var needsKey = limitsKeys
        repeat {
            if needsKey, run.mayLackKey {
                taskOptions.key = run.limitKey()
                run.mayLackKey = false
            }
            needsKey = scheduler.change { state in
                if run.mayLackKey, state.machine.asksForKeys { return true }
                enter(record, run, identity, policy, taskOptions, options.dependencies, &state)
                return false
            }
        } while needsKey
        return record
    }

    /// The same for a task of any type.
    func addMember(
        _ task: some NetTask<Request, Reply>,
        _ options: NetTaskOptions,
        group: (handle: NetTaskGroupHandle, number: Int)? = nil
    ) -> any QueueWork {
        add(task, options, group: group)
    }

    /// Adds a task, if need be to the run that is there for its like.
    private func enter(
        _ record: TaskRecord,
        _ run: TaskRecord,
        _ identity: TaskIdentity?,
        _ policy: DuplicatePolicy,
        _ options: QueueTaskOptions,
        _ dependencies: [NetTaskDependency],
        _ state: inout QueueScheduler.State
    ) {
        // A task that will be refused takes nobody's place.
        let old = state.refusal == nil ? identity.flatMap { state.recordsByIdentity[$0] } : nil
        switch (policy, old) {
        case (.coalesce, let old?):
            old.addFollower(record)
            state.machine.raisePriority(options.priority, of: old.place)
        case (.rejectNew, let old?):
            scheduler.number(record, in: &state)
            scheduler.refuse(record, .cancelled(.duplicate(of: old.place.id)), in: &state)
        case (_, let old):
            scheduler.number(run, in: &state)
            if let identity {
                run.addFollower(record)
                run.watch().identity = identity
            }
            scheduler.enter(run, options, dependencies: dependencies, in: &state)
            // Not before: the new one may be refused, or be said to follow the old one.
            if let old, run.result == nil {
                state.machine.cancel(old.place, .replaced(by: run.place.id))
            }
        }
    }

    private func identity<T: NetTask>(of task: T, _ options: NetTaskOptions) -> TaskIdentity?
    where T.Request == Request {
        // What cannot be packed will fail on its own, and is like nothing.
        let value = options.identity.map { AnyHashable($0) } ?? (try? T.identity(of: task)) ?? nil
        return value.map { TaskIdentity(type: ObjectIdentifier(T.self), value: $0) }
    }

    private func fromNow(_ date: Date) -> Duration {
        let seconds = date.timeIntervalSince(wallClock())
        // A date that is further away than a hundred years is as good as never, and would not fit into a duration.
        return seconds > 0 ? .seconds(min(seconds, 100 * 365 * 86_400)) : .zero
    }
}

/// The keys of tasks, by which limits count.
extension QueueScheduler {
    /// Takes in what the reply to an attempt says of its server's limits, unless the attempt is over.
    func takeLimit(_ limit: NetTaskLimit, of record: TaskRecord, attempt: Int) {
        askForKeys()
        change { $0.machine.note(limit, of: record.place, attempt: attempt) }
    }

    /// Sees to it that all tasks have their keys, as a limit of one key is not to hold the tasks of others.
    private func askForKeys() {
        let hasKeys = withLock { state in
            state.machine.needsKeys = true
            return state.machine.hasKeys
        }
        if hasKeys { return }
        findKeys()
        withLock { $0.machine.hasKeys = true }
    }

    /// Finds out the keys of those tasks that were added while there was no limit per key.
    func findKeys() {
        let records = withLock { $0.machine.tasks.map(\.job).filter(\.mayLackKey) }
        // Not under the lock, as it is code of the user's.
        let keys = records.map { ($0, $0.work.limitKey()) }
        if keys.isEmpty { return }
        change { state in
            for (record, key) in keys where record.mayLackKey {
                record.mayLackKey = false
                state.machine.setKey(key, of: record.place)
            }
        }
    }
}
