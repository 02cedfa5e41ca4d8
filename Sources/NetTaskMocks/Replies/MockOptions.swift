package import Foundation

/// The settings of a mock.
package struct MockOptions: Sendable {
    /// Another seed makes other values.
    package var seed: UInt64
    /// Whether replies occasionally have nulls, empty lists, unknown cases, and each of several types.
    package var varies: Bool
    /// Whether the mock forgets what requests change.
    package var isStateless: Bool
    /// The rate of all requests together; `nil` for those of the spec.
    package var limit: MockRate?
    /// The duration of a long-running operation.
    package var operationTime: Duration
    /// The time between two elements of a stream.
    package var pace: Duration
    package var faults: [MockFaultRule]
    package var now: @Sendable () -> Date

    package init(
        seed: UInt64 = 0,
        varies: Bool = false,
        isStateless: Bool = false,
        limit: MockRate? = nil,
        operationTime: Duration = .seconds(3),
        pace: Duration = .milliseconds(200),
        faults: [MockFaultRule] = [],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.seed = seed
        self.varies = varies
        self.isStateless = isStateless
        self.limit = limit
        self.operationTime = operationTime
        self.pace = pace
        self.faults = faults
        self.now = now
    }
}
