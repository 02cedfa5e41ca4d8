/// `retry:` with the endpoint's keys merged over the defaults'. A nil was not written, and the runtime's default holds.
package struct Retry: Sendable, Equatable {
    package var maxRetryCount: Int?
    package var interval: Duration?
    package var backoff: Backoff?
    package var maxInterval: Duration?
    package var jitter: Bool?
    package var when: Condition?

    package enum Backoff: String, Sendable, CaseIterable {
        case constant
        case exponential
    }

    package enum Condition: String, Sendable, CaseIterable {
        case transient
        case unsent
        case all
    }
}
