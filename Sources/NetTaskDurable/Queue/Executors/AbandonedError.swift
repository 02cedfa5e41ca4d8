import Foundation
public import NetTaskRuntime

/// That a closure answered ``TaskAnswer/abandon(_:)``.
public struct AbandonedError: DescribedError {
    /// What it said.
    public var reason: any Error

    /// Wraps a reason.
    public init(reason: any Error) {
        self.reason = reason
    }

    public var description: String { String(describing: reason) }
}
