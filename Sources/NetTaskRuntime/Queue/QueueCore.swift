import Foundation

/// What a queue and its tasks share: the scheduler, which knows no types, and what speaks the queue's protocol.
final class QueueCore<Request: Sendable, Reply: Sendable>: Sendable {
    let scheduler: QueueScheduler
    let handler: any NetTaskQueueHandler<Request, Reply>
    let random: RandomSource
    let key: (@Sendable (any NetTask) -> String?)?
    private let duplicates: DuplicatePolicy
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
        self.scheduler = QueueScheduler(machine: machine, observers: observers, time: time)
        self.handler = handler
        self.duplicates = duplicates
        self.key = key
        self.wallClock = wallClock
        self.random = random
    }

    /// - Parameters:
    ///   - group: the number of the group whose tasks end together, or 0. Of tasks that share a run with others the group
    ///     has to see to it by itself.
    ///   - whenEnded: called once the task has ended, perhaps before this returns, and after it is called for those who
    ///     ended before in the same change.
    func add<T: NetTask>(
        _ task: T,
        _ options: NetTaskOptions,
        group: Int = 0,
        whenEnded: (@Sendable (TaskOutcome, TaskRecord) -> Void)? = nil
    ) -> TaskRecord
    where T.Request == Request, T.Reply == Reply {
        let delivery = T.delivery
        if delivery.idempotencyKey != nil, options.run.idempotencyKey == nil {
            // Only here are the options copied: most tasks have no key, and pay nothing for it.
            var options = options
            options.run.idempotencyKey = random.uuid()
            return add(task, options, group: group, whenEnded: whenEnded)
        }
        let work = TypedWork(typedTask: task, queue: self)
        let record = TaskRecord(work, options, in: scheduler)
        if let whenEnded {
            record.watch().audience.waiters.append(whenEnded)
        }
        let key = options.key ?? delivery.limitKey
        // To find out the key of the handler costs something, and without a limit is for nothing.
        let mayLackKey = key == nil && scheduler.withLock { $0.machine.limitPerKey == 0 }
        var taskOptions = QueueTaskOptions(
            priority: options.priority ?? delivery.priority,
            key: key ?? (mayLackKey ? nil : record.limitKey()),
            notBefore: options.notBefore.map(fromNow),
            expiry: options.expires.map(fromNow) ?? delivery.expires,
            timeout: options.run.timeout ?? T.timeout,
            deadline: options.run.deadline ?? T.deadline
        )
        let policy = options.duplicates ?? delivery.duplicates ?? duplicates
        // Whether a limit per key was set meanwhile.
        let isLate: Bool
        if policy != .allow, let identity = identity(of: task, options) {
            // All who share a run follow it, the first too.
            let run = TaskRecord(work, options, in: scheduler)
            run.mayLackKey = mayLackKey
            isLate = addUnique(record, run, identity, policy, options, taskOptions)
        } else {
            taskOptions.group = group
            record.mayLackKey = mayLackKey
            isLate = scheduler.change { state in
                scheduler.number(record, in: &state)
                scheduler.enter(record, taskOptions, dependencies: options.dependencies, in: &state)
                return mayLackKey && state.machine.limitPerKey > 0
            }
        }
        if isLate {
            scheduler.findKeys()
        }
        return record
    }

    /// Adds a task to the run that is there for its like, or to a new one.
    private func addUnique(
        _ record: TaskRecord,
        _ run: TaskRecord,
        _ identity: TaskIdentity,
        _ policy: DuplicatePolicy,
        _ options: NetTaskOptions,
        _ taskOptions: QueueTaskOptions
    ) -> Bool {
        scheduler.change { state in
            // A task that will be refused takes nobody's place.
            let old = state.refusal == nil ? state.recordsByIdentity[identity] : nil
            switch (policy, old) {
            case (.coalesce, let old?):
                old.addFollower(record)
                state.machine.raisePriority(taskOptions.priority, of: old.place)
            case (.rejectNew, let old?):
                scheduler.number(record, in: &state)
                scheduler.refuse(record, .cancelled(.duplicate(of: old.place.id)), in: &state)
            case (_, let old):
                scheduler.number(run, in: &state)
                run.addFollower(record)
                run.watch().identity = identity
                scheduler.enter(run, taskOptions, dependencies: options.dependencies, in: &state)
                // Not before: the new one may be refused, or be said to follow the old one.
                if let old, run.result == nil {
                    state.machine.cancel(old.place, .replaced(by: run.place.id))
                }
            }
            return run.mayLackKey && state.machine.limitPerKey > 0
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
