/// What the state machine knows of a task in its queue.
struct QueueEntry: Sendable {
    let id: NetTaskID
    let lane: Int
    let group: Int
    let timeout: Duration?
    let deadline: Duration?
    /// No attempt starts at this moment or later.
    var latest: Duration?
    /// While it waits for a date or a retry: until when.
    var due: Duration?
    /// Whether nothing but that moment is missing.
    var isTimed = false
    var isRunning = false
    /// False once it has left, until the slot is used again.
    var isHere = true
    var priority: NetTaskPriority
    var attempt = 0
    /// How many alarms are set for it.
    var alarmCount = 0
    /// How many tasks it waits for.
    var openDependencies = 0
}
