/// The tasks that a queue can run now.
public struct TaskClaim: Sendable, Hashable {
    /// The largest number of tasks.
    public var limit: Int
    /// The kinds, each with the latest ``StoredForm/payloadVersion`` that can be read. Tasks of other kinds and of later
    /// versions stay in the store.
    public var kinds: [String: Int]
    /// The conditions that are fulfilled now. Tasks that require more wait.
    public var fulfilled: TaskRequirements
    /// The largest number of tasks that have lost two leases. They run one at a time, so that a task that makes its process
    /// crash does not move the tasks beside it to the dead letters.
    public var suspectLimit: Int

    /// Makes a claim for at most this number of tasks.
    public init(limit: Int, kinds: [String: Int], fulfilled: TaskRequirements = [], suspectLimit: Int = 1) {
        self.limit = limit
        self.kinds = kinds
        self.fulfilled = fulfilled
        self.suspectLimit = suspectLimit
    }

    /// Whether a task can be run by this claim.
    package func takes(_ task: NewTask) -> Bool {
        takes(task.kind, task.payloadVersion, task.requirements)
    }

    package func takes(_ kind: String, _ payloadVersion: Int, _ requirements: TaskRequirements) -> Bool {
        kinds[kind].map { payloadVersion <= $0 } == true && requirements.isSubset(of: fulfilled)
    }
}

/// The right to run a task and to report the end of the run. Each claim has a new token, so that a queue that has lost the
/// lease cannot report an end.
public struct TaskLease: Sendable, Hashable {
    /// The task that may run.
    public var id: DurableTaskID
    /// The number of the claim. It grows with each claim of the task.
    public var token: Int64

    /// Makes a lease.
    public init(id: DurableTaskID, token: Int64) {
        self.id = id
        self.token = token
    }
}

/// A task to run now. Its run is counted already.
public struct ClaimedTask: Sendable, Hashable {
    /// The right to run the task.
    public var lease: TaskLease
    /// The task, with the current run in its count.
    public var task: StoredTask

    /// Makes a claimed task.
    public init(lease: TaskLease, task: StoredTask) {
        self.lease = lease
        self.task = task
    }
}
