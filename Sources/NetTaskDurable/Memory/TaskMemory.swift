/// The tasks that several ``MemoryTaskStore``s share, and the open stores.
struct TaskMemory {
    var tasks: MemoryTasks
    /// The open stores, with their listeners.
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

    /// - Returns: the listeners of the store. Notify them without the lock.
    mutating func removeOwner(_ owner: Int) -> TaskChangeSource? {
        owners.removeValue(forKey: owner)
    }
}
