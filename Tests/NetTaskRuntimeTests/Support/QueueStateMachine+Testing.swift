@testable import NetTaskRuntime

extension QueueStateMachine {
    /// What is to be done since the last call.
    mutating func takeActions() -> [Action] {
        defer { clearActions() }
        return actions
    }
}
