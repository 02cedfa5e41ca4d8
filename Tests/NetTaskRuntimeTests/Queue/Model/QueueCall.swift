import NetTaskRuntime

/// A call for both the model and the state machine of a queue. Tasks are identified by numbers in the order in which they were
/// added. All times are whole seconds, so that many coincide.
enum QueueCall: Sendable {
    case add(Int, PlainTerms)
    case succeed(Int, attempt: Int)
    case fail(Int, attempt: Int, retryAfter: Int?)
    case cancel(Int)
    /// Cancels those of these tasks that are still in the queue.
    case cancelAll([Int])
    case setPriority(NetTaskPriority, of: Int)
    case raisePriority(NetTaskPriority, of: Int)
    case addDependency(of: Int, PlainDependency)
    case setLimit(Int)
    case setLimitPerKey(Int)
    case setOrder(NetTaskOrder)
    case suspend
    case resume
    case release
    case shutDown
    case passTime
}

/// A call and its time.
struct QueueStep: Sendable {
    var now: Int
    var call: QueueCall

    init(_ now: Int, _ call: QueueCall) {
        self.now = now
        self.call = call
    }
}

/// The options of a task. `notBefore` and `expiry` are points in time, the others are durations.
struct PlainTerms: Sendable {
    var priority = NetTaskPriority.normal
    var key: String?
    /// 0 for none.
    var group = 0
    var notBefore: Int?
    var expiry: Int?
    var timeout: Int?
    var deadline: Int?
    var dependencies: [PlainDependency] = []
}

struct PlainDependency: Sendable {
    var on: Int
    var onFailure: NetTaskDependency.FailurePolicy

    init(on: Int, _ onFailure: NetTaskDependency.FailurePolicy = .cancel) {
        self.on = on
        self.onFailure = onFailure
    }
}

/// The settings of a queue.
struct QueueSetup: Sendable {
    var limit = 0
    var limitPerKey = 0
    var order = NetTaskOrder.fifo
}
