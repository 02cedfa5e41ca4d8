/// What the runtime does where a spec says nothing: checks and the reference of the language go by it. It is said here once, and a
/// test compares it with the runtime.
package enum RuntimeDefaults {
    package static let maxRetryCount = 0
    package static let retryInterval = Time("1s")
    package static let retryBackoff = Retry.Backoff.constant
    package static let maxRetryInterval = Time("20s")
    package static let retryJitter = true
    package static let retryCondition = Retry.Condition.transient
    /// The statuses that `transient` means.
    package static let transientStatuses = [408, 425, 429, 500, 502, 503, 504]
    package static let maxRunCount = 25
    package static let runInterval = Time("10s")
    package static let maxRunInterval = Time("6h")
    package static let payloadVersion = 1
    package static let pollInterval = Time("2s")
    package static let priority = Delivery.Priority.normal
    /// How deep JSON is read.
    package static let jsonDepth = 512

    /// A duration as a spec has it, and its value.
    package struct Time: Sendable {
        package let text: String
        package let duration: Duration

        fileprivate init(_ text: String) {
            guard case .success(let duration) = Duration.parsing(text) else {
                preconditionFailure("\(text) is no duration")
            }
            self.text = text
            self.duration = duration
        }
    }
}
