import NetTaskSystem

/// The scheduler of a queue, which is independent of the tasks' types, and the parts that depend on the queue's protocol.
final class QueueCore<Request: Sendable, Reply: Sendable>: Sendable {
    let scheduler: QueueScheduler
    let handler: any NetTaskQueueHandler<Request, Reply>
    let random: RandomSource
    let key: (@Sendable (any NetTask) -> String?)?
    private let duplicates: DuplicatePolicy
    /// Whether the queue was made with a limit per key.
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

    /// - Parameter group: the group that is notified of the end. The state machine ends the tasks of a group together, except
    ///   those that share a run with tasks outside the group: the group cancels them itself.
    func add<T: NetTask<Request, Reply>>(
        _ task: T,
        _ options: NetTaskOptions,
        group: NetTaskGroupHandle? = nil
    ) -> TaskRecord {
        let settings = T.settings
        if settings.idempotencyKey != nil, options.run.idempotencyKey == nil {
            // The options are copied only here, so that tasks without a key, most of them, do not pay for it.
            var options = options
            options.run.idempotencyKey = random.uuid()
            return add(task, options, group: group)
        }
        let work = TypedWork(task: task, queue: self)
        let record = TaskRecord(work, options, in: scheduler)
        if let group {
            record.whenEnded(notify: group)
        }
        let policy = options.duplicates ?? settings.duplicates ?? duplicates
        let identity = policy == .allow ? nil : identity(of: task, options)
        // Every task that shares a run follows a separate record for the run, including the first one.
        let run = identity == nil ? record : TaskRecord(work, options, in: scheduler)
        let lane = work.lane(of: run, settings)
        var entry = NewTask(
            record: record,
            run: run,
            identity: identity,
            policy: policy,
            options: QueueTaskOptions(
                priority: options.priority ?? settings.priority,
                key: lane.key,
                rate: lane.rate,
                group: identity == nil ? group.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0 : 0,
                notBefore: options.notBefore.map(fromNow),
                expiry: options.expires.map(fromNow) ?? settings.expires,
                timeout: lane.timeout,
                deadline: options.run.deadline ?? settings.deadline
            ),
            dependencies: options.dependencies
        )
        // Finding the key of the handler costs time, and the key is unused unless there is a limit.
        run.mayLackKey = lane.key == nil
        var needsKey = limitsKeys
        repeat {
            if needsKey, run.mayLackKey {
                entry.options.key = work.limitKey(of: run)
                run.mayLackKey = false
            }
            needsKey = !scheduler.enter(entry)
        } while needsKey
        return record
    }

    private func identity<T: NetTask>(of task: T, _ options: NetTaskOptions) -> TaskIdentity?
    where T.Request == Request {
        // A task that cannot be packed will fail by itself, and has no duplicates.
        let value = options.identity.map { AnyHashable($0) } ?? (try? T.identity(of: task)) ?? nil
        return value.map { TaskIdentity(type: ObjectIdentifier(T.self), value: $0) }
    }

    private func fromNow(_ date: Date) -> Duration {
        let seconds = date.timeIntervalSince(wallClock())
        // Dates more than a hundred years away are never reached in practice, and would overflow a `Duration`.
        return seconds > 0 ? .seconds(min(seconds, 100 * 365 * 86_400)) : .zero
    }
}

/// A task to add to a queue.
struct NewTask {
    let record: TaskRecord
    /// The record that runs if the task does not join the run of another: `record` itself, or a run that other tasks can join.
    let run: TaskRecord
    let identity: TaskIdentity?
    let policy: DuplicatePolicy
    /// Times are relative to now. The dependencies are not included.
    var options: QueueTaskOptions
    let dependencies: [NetTaskDependency]
}
