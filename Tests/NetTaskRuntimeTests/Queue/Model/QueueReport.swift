import NetTaskRuntime

@testable import NetTaskCore

/// An action for a task, by its number.
enum QueueAction: Sendable, Equatable {
    case start(Int, attempt: Int)
    case retry(Int, attempt: Int, after: Int)
    case timeOut(Int, attempt: Int)
    case end(Int, MachineEnd)

    var isEnd: Bool {
        if case .end = self { true } else { false }
    }

    var isTimeOut: Bool {
        if case .timeOut = self { true } else { false }
    }

    var isStart: Bool {
        if case .start = self { true } else { false }
    }

    var number: Int {
        switch self {
        case .start(let number, _), .retry(let number, _, _), .timeOut(let number, _), .end(let number, _): number
        }
    }
}

/// The result of adding a dependency.
enum QueueVerdict: Sendable, Equatable {
    case added, started
    case cycle([Int])
}

/// The observable state after a call.
struct QueueReport: Sendable {
    var actions: [QueueAction] = []
    var verdict: QueueVerdict?
    var count = 0
    var runningCount = 0
    var nextWake: Int?

    /// Whether both reports are equivalent. The order of ends is not guaranteed, and timeouts may come first. If there are
    /// several cycles, each side may report a different one.
    func agrees(with other: QueueReport) -> Bool {
        guard count == other.count, runningCount == other.runningCount, nextWake == other.nextWake else { return false }
        switch (verdict, other.verdict) {
        case (nil, nil), (.cycle, .cycle): break
        default: guard verdict == other.verdict else { return false }
        }
        guard actions.count == other.actions.count else { return false }
        return actions.isEmpty || actions == other.actions
            || (rest == other.rest && ends == other.ends && timeOuts == other.timeOuts)
    }

    private var rest: [QueueAction] { actions.filter { !$0.isEnd && !$0.isTimeOut } }
    private var timeOuts: [QueueAction] { actions.filter(\.isTimeOut) }
    private var ends: [QueueAction] { actions.filter(\.isEnd).sorted { $0.number < $1.number } }
}

extension QueueAction: CustomStringConvertible {
    var description: String {
        switch self {
        case .start(let number, let attempt): "start(\(number), attempt: \(attempt))"
        case .retry(let number, let attempt, let wait): "retry(\(number), attempt: \(attempt), after: \(wait))"
        case .timeOut(let number, let attempt): "timeOut(\(number), attempt: \(attempt))"
        case .end(let number, .cancelled(.dependency(let cause))): "end(\(number), for the end of \(cause))"
        case .end(let number, .cancelled(let reason)): "end(\(number), \(reason))"
        case .end(let number, let end): "end(\(number), \(end))"
        }
    }
}

extension QueueReport: CustomStringConvertible {
    var description: String {
        var parts = actions.map(\.description)
        if let verdict { parts.append("\(verdict)") }
        parts.append("\(runningCount) of \(count) run")
        if let nextWake { parts.append("wakes at \(nextWake)") }
        return parts.joined(separator: ", ")
    }
}
