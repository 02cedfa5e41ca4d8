import NetTaskRuntime
import NetTaskTesting

/// A handler of a protocol that is not HTTP: text goes out, text comes back, and the test says when and which.
typealias TextHandler = ManualHandler<String, String>

/// What the tests let attempts fail with.
enum TestError: Error, Equatable {
    case unsent, transient, final
    case throttled(Duration)
    case numbered(Int)

    /// Judges as the name of the error says.
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
