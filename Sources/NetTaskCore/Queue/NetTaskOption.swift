public import Foundation

/// Something to say about one task when it is added to a queue.
public enum NetTaskOption: Sendable {
    /// A label to recognise the task by. May be given more than once.
    case tag(String)
    /// Takes the place of the task's own ``NetTaskSettings/retry``.
    case retry(RetryPolicy)
    /// Asked before each retry that the task's policy and the handler would make, with the error of the attempt: a
    /// ``StatusError``, a ``TransportError`` and so on. false ends the task with it. Called on a thread of the concurrency
    /// pool.
    case retryIf(@Sendable (any Error) -> Bool)
    /// Takes the place of the task's own ``NetTaskSettings/timeout``.
    case timeout(Duration)
    /// Takes the place of the task's own ``NetTaskSettings/deadline``.
    case deadline(Duration)
    /// Something for the handler; it finds it in ``NetTaskContext/handlerOptions``. For HTTP there are
    /// ``headers(_:)``, ``baseURL(_:)``, ``timeouts(_:)`` and ``download(to:)``.
    case forHandler(any Sendable)
    /// How soon it is started among others. Default: what the task's ``NetTaskSettings`` says.
    case priority(NetTaskPriority)
    /// It is not started before that date.
    case notBefore(Date)
    /// No attempt is started at that date or later: if it is waiting then, it fails with a ``NetTaskTimeoutError``. An attempt
    /// that is under way goes on. Takes the place of the task's own ``NetTaskSettings/expires``.
    case expires(Date)
    /// It is not started before that other task has ended. May be given more than once; see ``after(_:onFailure:)``.
    case dependency(NetTaskDependency)
    /// What to do if one like it is in the queue; takes the place of the task's own policy and of the queue's. Alike are
    /// tasks of the same type that were given the same identity, or, without one, that are by their
    /// ``NetTaskSettings/identity-swift.property``.
    case duplicates(DuplicatePolicy, of: String? = nil)
    /// The key by which it counts for ``NetTaskQueue/limitPerKey`` and a server's limits; takes the place of the task's own and
    /// of the queue's, such as the host.
    case key(String)
    /// The idempotency key of this task, in place of one that the queue makes up: the same text for what the server is to
    /// do once, such as `order-17`. Of printable ASCII without quotes and backslashes; with another text, or with a task
    /// whose settings have no ``NetTaskSettings/idempotencyKey``, the task ends with a ``PackError``, and nothing
    /// is sent. With a group, each task has a key of its own: the text with `-1` after it for the first, and so on.
    case idempotencyKey(String)

    /// It is not started before that other task has ended. May be given more than once.
    ///
    /// - Parameters:
    ///   - handle: a task of the same queue.
    ///   - onFailure: whether it runs if the other one did not succeed. By default it does not, and ends as cancelled.
    public static func after<T: NetTask>(
        _ handle: NetTaskHandle<T>,
        onFailure: NetTaskDependency.FailurePolicy = .cancel
    ) -> NetTaskOption {
        .dependency(NetTaskDependency(handle, onFailure: onFailure))
    }
}

/// All options of one task, settled.
struct NetTaskOptions: Sendable {
    var tags: [String] = []
    var run = NetTaskRunOptions()
    /// nil means the task's own, of this and the next ones.
    var priority: NetTaskPriority?
    var notBefore: Date?
    var expires: Date?
    var dependencies: [NetTaskDependency] = []
    /// nil means the task's own, or the queue's.
    var duplicates: DuplicatePolicy?
    var identity: String?

    /// Later options win over earlier ones.
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

    /// Those of one task of a group, which were said for all of them.
    func ofMember(_ index: Int) -> NetTaskOptions {
        // One that is refused stays as it is, to be refused.
        guard let key = run.idempotencyKey, NetTaskIdempotencyKey.refusal(of: key) == nil else { return self }
        // With one key for all of them a server would do what the first one asks, and nothing else.
        var options = self
        options.run.idempotencyKey = "\(key)-\(index + 1)"
        return options
    }
}

/// What was said about the attempts of one task; few tasks have any.
struct NetTaskRunOptions: Sendable {
    // nil means the task's own.

    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var predicates: [@Sendable (any Error) -> Bool] = []
    var handlerOptions: [any Sendable] = []
    var key: String?
    /// That of the call, or the one that the queue has made; nil for tasks that have none.
    var idempotencyKey: String?
    /// Set if it is a run of a task that another queue keeps.
    var kept: KeptRun?

    var isEmpty: Bool {
        retry == nil && timeout == nil && deadline == nil && predicates.isEmpty && handlerOptions.isEmpty
            && key == nil && idempotencyKey == nil && kept == nil
    }
}
