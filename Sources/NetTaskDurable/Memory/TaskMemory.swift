/// What several ``MemoryTaskStore``s share: the tasks, and the owners that are alive.
struct TaskMemory {
    var tasks: MemoryTasks
    /// The stores that are open, each with those who listen to it.
    private(set) var owners: [Int: TaskChangeSource] = [:]
    private var lastOwner = 0

    init(_ tasks: MemoryTasks) {
        self.tasks = tasks
    }

    mutating func addOwner() -> Int {
        lastOwner += 1
        owners[lastOwner] = TaskChangeSource()
        return lastOwner
    }

    /// - Returns: its listeners, who are to be told without the lock.
    mutating func removeOwner(_ owner: Int) -> TaskChangeSource? {
        owners.removeValue(forKey: owner)
    }
}
