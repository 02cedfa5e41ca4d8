/// The runtime's defaults, for the checks and the reference of the spec language. A test compares them with the runtime, on
/// which this module does not depend.
package enum RuntimeDefaults {
    package static let maxRetryCount = 0
    package static let retryInterval = Time("1s")
    package static let retryBackoff = Retry.Backoff.constant
    package static let maxRetryInterval = Time("20s")
    package static let retryJitter = true
    package static let retryCondition = Retry.Condition.transient
    /// The statuses that the condition `transient` includes.
    package static let transientStatuses = [408, 425, 429, 500, 502, 503, 504]
    package static let maxRunCount = 25
    package static let runInterval = Time("10s")
    package static let maxRunInterval = Time("6h")
    package static let payloadVersion = 1
    package static let pollInterval = Time("2s")
    package static let priority = Delivery.Priority.normal
    /// The deepest JSON that the runtime reads.
    package static let jsonDepth = 512

    /// A duration as written in a spec, and its value.
    package struct Time: Sendable {
        package let text: String
        package let duration: Duration

        fileprivate init(_ text: String) {
            guard case .success(let duration) = Duration.parsing(text) else {
                preconditionFailure("\(text) is not a duration")
            }
            self.text = text
            self.duration = duration
        }
    }
}
