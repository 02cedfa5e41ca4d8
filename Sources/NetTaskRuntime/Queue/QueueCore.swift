import Foundation

/// What a queue and its tasks share: the scheduler, which knows no types, and what speaks the queue's protocol.
final class QueueCore<Request: Sendable, Reply: Sendable>: Sendable {
    let scheduler: QueueScheduler
    let handler: any NetTaskQueueHandler<Request, Reply>
    let random: RandomSource
    private let duplicates: DuplicatePolicy
    private let key: (@Sendable (any NetTask, [any Sendable]) -> String?)?
    private let wallClock: @Sendable () -> Date

    init(
        machine: QueueStateMachine<QueueJob>,
        observers: [any NetTaskObserver],
        handler: any NetTaskQueueHandler<Request, Reply>,
        duplicates: DuplicatePolicy,
        key: (@Sendable (any NetTask, [any Sendable]) -> String?)?,
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
        whenEnded: (@Sendable (TaskOutcome) -> Void)? = nil
    ) -> TaskRecord<T>
    where T.Request == Request, T.Reply == Reply {
        let settings = T.settings
        if settings.idempotencyKey != nil, options.run.idempotencyKey == nil {
            // Only here are the options copied: most tasks have no key, and pay nothing for it.
            var options = options
            options.run.idempotencyKey = random.uuid()
            return add(task, options, group: group, whenEnded: whenEnded)
        }
        let record = TaskRecord(task, options, in: self)
        if let whenEnded {
            record.watch().waiters.append(whenEnded)
        }
        var terms = terms(of: task, options, settings)
        let policy = options.duplicates ?? settings.duplicates ?? duplicates
        if policy != .allow, let identity = identity(of: task, options, settings) {
            addUnique(record, identity, policy, options, terms)
        } else {
            terms.group = group
            scheduler.change { state, now in
                scheduler.number(record, in: &state)
                scheduler.enter(record, terms: terms, dependencies: options.dependencies, in: &state, now: now)
            }
        }
        return record
    }

    // MARK: Tasks that are like others

    /// Adds a task to the run that is there for its like, or makes one. All who share a run follow it, the first too.
    private func addUnique<T: NetTask>(
        _ record: TaskRecord<T>,
        _ identity: TaskIdentity,
        _ policy: DuplicatePolicy,
        _ options: NetTaskOptions,
        _ terms: QueueTerms
    ) where T.Request == Request, T.Reply == Reply {
        let run = TaskRecord(record.task, options, in: self)
        scheduler.change { state, now in
            // A task that will be refused takes nobody's place.
            let old = state.refusal == nil ? scheduler.job(like: identity, in: state) : nil
            switch (policy, old) {
            case (.coalesce, let old?):
                old.admit(record)
                state.machine.raisePriority(terms.priority, of: old.place, now: now)
            case (.rejectNew, let old?):
                scheduler.number(record, in: &state)
                scheduler.refuse(record, .cancelled(.duplicate(of: old.place.id)), in: &state)
            case (_, let old):
                scheduler.number(run, in: &state)
                run.admit(record)
                run.watch().identity = identity
                scheduler.enter(run, terms: terms, dependencies: options.dependencies, in: &state, now: now)
                // Not before: the new one may be refused, or be said to follow the old one.
                if let old, run.result == nil {
                    state.machine.cancel(old.place, .replaced(by: run.place.id), now: now)
                }
            }
        }
    }

    private func identity<T: NetTask>(
        of task: T,
        _ options: NetTaskOptions,
        _ settings: NetTaskSettings
    ) -> TaskIdentity? where T.Request == Request {
        let type = ObjectIdentifier(T.self)
        if let name = options.identity {
            return TaskIdentity(type: type, value: AnyHashable(name))
        }
        // What cannot be packed will fail on its own, and is like nothing.
        if settings.identity == .params {
            return (try? ParameterPacker.identity(of: task)).map { TaskIdentity(type: type, value: $0) }
        }
        guard let request = (try? task.pack()) as? any Hashable else { return nil }
        return TaskIdentity(type: type, value: AnyHashable(request))
    }

    // MARK: Terms

    /// With moments counted from now.
    private func terms<T: NetTask>(
        of task: T,
        _ options: NetTaskOptions,
        _ settings: NetTaskSettings
    ) -> QueueTerms {
        QueueTerms(
            priority: options.priority ?? settings.priority,
            key: options.key ?? settings.limitKey ?? key?(task, options.run.handlerOptions),
            notBefore: options.notBefore.map(fromNow),
            expiry: options.expires.map(fromNow) ?? settings.expires,
            timeout: options.run.timeout ?? settings.timeout,
            deadline: options.run.deadline ?? settings.deadline
        )
    }

    private func fromNow(_ date: Date) -> Duration {
        let seconds = date.timeIntervalSince(wallClock())
        // A date that is further away than a hundred years is as good as never, and would not fit into a duration.
        return seconds > 0 ? .seconds(min(seconds, 100 * 365 * 86_400)) : .zero
    }
}
