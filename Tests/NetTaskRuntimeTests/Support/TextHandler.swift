import NetTaskRuntime
import NetTaskTesting

/// A handler of a protocol other than HTTP. Requests and replies are text, and the test controls the replies and their order.
typealias TextHandler = ManualHandler<String, String>

/// The errors with which tests make attempts fail.
enum TestError: Error, Equatable {
    case unsent, transient, final
    case throttled(Duration)
    case numbered(Int)

    /// Classifies each error as its name states.
    static func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        switch error as? TestError {
        case .unsent: .unsent
        case .transient, .numbered: .transient
        case .throttled(let wait): .throttled(after: wait)
        case .final: .final
        case nil: error is NetTaskTimeoutError ? .transient : .final
        }
    }
}

extension HeldAttempt where Reply == String {
    func succeed() {
        succeed("")
    }
}
