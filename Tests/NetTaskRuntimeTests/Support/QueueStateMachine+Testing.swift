import NetTaskRuntime

@testable import NetTaskCore

extension QueueStateMachine {
    /// What is to be done since the last call.
    mutating func takeActions() -> [Action] {
        defer { clearActions() }
        return actions
    }

    /// A change of its own.
    @discardableResult
    mutating func change<Result>(now: Duration = .zero, _ body: (inout Self) -> Result) -> Result {
        begin(now: now)
        defer { pump() }
        return body(&self)
    }
}
