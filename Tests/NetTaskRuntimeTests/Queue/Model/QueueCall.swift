import NetTaskRuntime

/// A call of a queue's state machine, to the model and to the machine alike. Tasks go by the number that they were
/// added with, and all times are whole seconds, so that many fall together.
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

/// A call, and when it is made.
struct QueueStep: Sendable {
    var now: Int
    var call: QueueCall

    init(_ now: Int, _ call: QueueCall) {
        self.now = now
        self.call = call
    }
}

/// What is said of a task when it is added. `notBefore` and `expiry` are moments, the others are spans.
struct PlainTerms: Sendable {
    var priority = NetTaskPriority.normal
    var key: String?
    /// 0 is none.
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

/// What a queue is made with.
struct QueueSetup: Sendable {
    var limit = 0
    var limitPerKey = 0
    var order = NetTaskOrder.fifo
}
