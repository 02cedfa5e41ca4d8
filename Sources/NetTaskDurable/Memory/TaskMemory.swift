/// What several ``MemoryTaskStore``s share: the tasks, the owners that are alive, and the listeners.
struct TaskMemory {
    var tasks: MemoryTasks
    /// The stores that are open.
    private(set) var owners: Set<Int> = []
    private var lastOwner = 0
    private var listeners: [Int: Listener] = [:]
    private var lastListener = 0

    private struct Listener {
        let owner: Int
        let stream: AsyncStream<Void>.Continuation
    }

    init(_ tasks: MemoryTasks) {
        self.tasks = tasks
    }

    /// The streams of who listens. To be told without the lock.
    var streams: [AsyncStream<Void>.Continuation] { listeners.values.map(\.stream) }

    mutating func addOwner() -> Int {
        lastOwner += 1
        owners.insert(lastOwner)
        return lastOwner
    }

    /// - Returns: the streams that are to be finished, without the lock.
    mutating func removeOwner(_ owner: Int) -> [AsyncStream<Void>.Continuation] {
        owners.remove(owner)
        let gone = listeners.filter { $0.value.owner == owner }
        listeners = listeners.filter { $0.value.owner != owner }
        return gone.values.map(\.stream)
    }

    mutating func addListener(_ stream: AsyncStream<Void>.Continuation, of owner: Int) -> Int {
        lastListener += 1
        listeners[lastListener] = Listener(owner: owner, stream: stream)
        return lastListener
    }

    mutating func removeListener(_ number: Int) {
        listeners[number] = nil
    }
}
