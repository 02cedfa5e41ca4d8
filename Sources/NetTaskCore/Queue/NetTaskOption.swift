public import NetTaskSystem

/// A setting for one task, given when the task is added to a queue.
///
///     queue.add(GetPost(id: 1), .priority(.high), .tag("feed"))
public enum NetTaskOption: Sendable {
    /// A label that identifies the task. May be given more than once.
    case tag(String)
    /// Replaces the task's own ``NetTaskSettings/retry``.
    case retry(RetryPolicy)
    /// Decides on each retry that the task's policy and the handler would make. The closure receives the error of the attempt,
    /// such as a ``StatusError`` or a ``TransportError``. If it returns `false`, the task ends with that error. Called on a
    /// thread of the concurrency pool.
    case retryIf(@Sendable (any Error) -> Bool)
    /// Replaces the task's own ``NetTaskSettings/timeout``.
    case timeout(Duration)
    /// Replaces the task's own ``NetTaskSettings/deadline``.
    case deadline(Duration)
    /// An option for the handler, which reads it from ``NetTaskContext/handlerOptions``. HTTP has ``headers(_:)``,
    /// ``baseURL(_:)``, ``timeouts(_:)`` and ``download(to:)``.
    case forHandler(any Sendable)
    /// The priority among the ready tasks. Default: the ``NetTaskSettings/priority-swift.property`` of the task.
    case priority(NetTaskPriority)
    /// The task does not start before this date.
    case notBefore(Date)
    /// No attempt starts at this date or later. A task that still waits at this date fails with a ``NetTaskTimeoutError``; an
    /// attempt that is running continues. Replaces the task's own ``NetTaskSettings/expires``.
    case expires(Date)
    /// The task does not start before another task has ended. May be given more than once; see ``after(_:onFailure:)``.
    case dependency(NetTaskDependency)
    /// What happens if a duplicate of the task is in the queue. Replaces the policy of the task and of the queue. Tasks of the
    /// same type are duplicates if they were given the same identity here or, without an identity here, if their
    /// ``NetTaskSettings/identity-swift.property`` is equal.
    case duplicates(DuplicatePolicy, of: String? = nil)
    /// The key that groups tasks for ``NetTaskQueue/limitPerKey`` and for a server's limits. Replaces the key of the task and
    /// of the queue, such as the host.
    case key(String)
    /// The idempotency key of this task, such as `order-17`, in place of one that the queue generates. Use the same key for
    /// each request that the server should act on only once.
    ///
    /// The key consists of printable ASCII characters without quotes and backslashes. If the key is invalid, or if the task's
    /// settings have no ``NetTaskSettings/idempotencyKey``, the task ends with a ``PackError`` and nothing is sent. In a group,
    /// each task has its own key: the text followed by `-1` for the first task, and so on.
    case idempotencyKey(String)

    /// The task does not start before another task has ended. May be given more than once.
    ///
    /// - Parameters:
    ///   - handle: a task of the same queue.
    ///   - onFailure: whether the task runs if the other one did not succeed. Default: it does not, and is cancelled.
    public static func after<T: NetTask>(
        _ handle: NetTaskHandle<T>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> NetTaskOption {
        .dependency(NetTaskDependency(handle, onFailure: onFailure))
    }
}

/// The options of one task, merged into one value.
struct NetTaskOptions: Sendable {
    var tags: [String] = []
    var run = NetTaskRunOptions()
    /// `nil` for the task's own priority. The same applies to the following properties.
    var priority: NetTaskPriority?
    var notBefore: Date?
    var expires: Date?
    var dependencies: [NetTaskDependency] = []
    /// `nil` for the policy of the task or of the queue.
    var duplicates: DuplicatePolicy?
    var identity: String?

    /// If an option occurs several times, the last one applies.
    init(_ options: [NetTaskOption] = []) {
        for option in options {
            switch option {
            case .tag(let tag): tags.append(tag)
            case .retry(let policy): run.retry = policy
            case .retryIf(let predicate): run.predicates.append(predicate)
            case .timeout(let limit): run.timeout = limit
            case .deadline(let limit): run.deadline = limit
            case .forHandler(let option): run.handlerOptions.append(option)
            case .priority(let priority): self.priority = priority
            case .notBefore(let date): notBefore = date
            case .expires(let date): expires = date
            case .dependency(let dependency): dependencies.append(dependency)
            case .duplicates(let policy, let identity): (duplicates, self.identity) = (policy, identity)
            case .key(let key): run.key = key
            case .idempotencyKey(let key): run.idempotencyKey = key
            }
        }
    }

    /// The options for one member of a group, made from the options of the group.
    func ofMember(_ index: Int) -> NetTaskOptions {
        // An invalid key stays unchanged, so that packing rejects it.
        guard let key = run.idempotencyKey, NetTaskIdempotencyKey.refusal(of: key) == nil else { return self }
        // With the same key for all members, a server would act only on the first one.
        var options = self
        options.run.idempotencyKey = "\(key)-\(index + 1)"
        return options
    }
}

/// The options for the attempts of one task. Few tasks have any.
struct NetTaskRunOptions: Sendable {
    // `nil` for the task's own setting.

    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var predicates: [@Sendable (any Error) -> Bool] = []
    var handlerOptions: [any Sendable] = []
    var key: String?
    /// The key of the call, or the key that the queue generated; `nil` for tasks without one.
    var idempotencyKey: String?
    /// Set if the task is a run of a task that another queue keeps.
    var kept: KeptRun?

    var isEmpty: Bool {
        retry == nil && timeout == nil && deadline == nil && predicates.isEmpty && handlerOptions.isEmpty
            && key == nil && idempotencyKey == nil && kept == nil
    }
}
