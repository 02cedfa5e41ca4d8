import Foundation

/// What a queue and the work of its tasks share: the scheduler, which knows no types, and what speaks the queue's protocol.
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

    /// - Parameter group: the group that is told of the end, and whose tasks end together. Of tasks that share a run with
    ///   others the group has to see to that by itself.
    func add<T: NetTask<Request, Reply>>(
        _ task: T,
        _ options: NetTaskOptions,
        group: NetTaskGroupHandle? = nil
    ) -> TaskRecord {
        let settings = T.settings
        if settings.idempotencyKey != nil, options.run.idempotencyKey == nil {
            // Only here are the options copied: most tasks have no key, and pay nothing for it.
            var options = options
            options.run.idempotencyKey = random.uuid()
            return add(task, options, group: group)
        }
        let work = TypedWork(task: task, queue: self)
        let record = TaskRecord(work, options, in: scheduler)
        if let group {
            record.whenEnded(tell: group)
        }
        let policy = options.duplicates ?? settings.duplicates ?? duplicates
        let identity = policy == .allow ? nil : identity(of: task, options)
        // All who share a run follow it, the first too.
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
        // To find out the key of the handler costs something, and is for nothing as long as there is no limit.
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

/// A task that is to be added to a queue.
struct NewTask {
    let record: TaskRecord
    /// What runs for it, unless it joins the run of another one: itself, or a run that others can join.
    let run: TaskRecord
    let identity: TaskIdentity?
    let policy: DuplicatePolicy
    /// With moments counted from now, and without dependencies.
    var options: QueueTaskOptions
    let dependencies: [NetTaskDependency]
}
