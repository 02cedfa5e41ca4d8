/// The delivery settings of an endpoint, with the defaults applied. `nil` means the runtime's default.
package struct Delivery: Sendable, Equatable {
    /// `idempotent:`; `nil` if the method determines it.
    package var isIdempotent: Bool?
    package var idempotencyKey: IdempotencyKey?
    package var durability: Durability?
    package var uniqueness: Uniqueness?
    package var priority: Priority?
    /// The time after which the task no longer starts, measured from when it was added.
    package var expires: Duration?
    package var limitKey: String?
    package var rate: Rate?

    package struct IdempotencyKey: Sendable, Equatable {
        /// The name of the header.
        package var header: String
        /// Whether the key is a string of structured fields (RFC 9651, section 3.3.3), in quotes.
        package var isQuoted = false
    }

    /// The settings of a durable task. `nil` means the runtime's default.
    package struct Durability: Sendable, Equatable {
        package var maxRunCount: Int?
        package var interval: Duration?
        package var maxInterval: Duration?
        /// The name of the codec in the durable queue.
        package var codec: String?
        /// The conditions of a run, in the order of all cases.
        package var requirements: [Requirement]?
        /// From 1 to ``maxPayloadVersion``.
        package var payloadVersion: Int?

        /// The greatest value that all stores support.
        package static let maxPayloadVersion = Int(Int32.max)

        package enum Requirement: String, Sendable, CaseIterable {
            case network
            case unmeteredNetwork
            case power
        }
    }

    /// The maximum number of attempts in a span of time.
    package struct Rate: Sendable, Equatable {
        /// At least 1.
        package var limit: Int
        package var per: Duration
        /// The key of the tasks that share the rate; `nil` for the host.
        package var key: String?
    }

    /// The handling of a task while a duplicate is in the queue.
    package struct Uniqueness: Sendable, Equatable {
        package var identity: Identity
        package var policy: Policy = .rejectNew

        package enum Identity: Sendable, Equatable {
            /// Tasks with the same request are duplicates.
            case request
            /// Tasks with the same values of these params are duplicates. The params have their written names.
            case params([String])
        }

        package enum Policy: String, Sendable, CaseIterable {
            case rejectNew
            case cancelOld
            case coalesce
        }
    }

    package enum Priority: String, Sendable, CaseIterable {
        case veryLow
        case low
        case normal
        case high
        case veryHigh
    }
}

extension Endpoint {
    /// Whether sending the request twice has the same effect as sending it once, according to the spec.
    package var isIdempotent: Bool {
        settings.delivery.isIdempotent ?? (method.isIdempotent || settings.delivery.idempotencyKey != nil)
    }
}

extension Endpoint.Method {
    /// According to RFC 9110, section 9.2.2.
    package var isIdempotent: Bool { self != .post && self != .patch }

    /// According to RFC 9110, section 9.2.1.
    var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}

/// `retry:` with the endpoint's keys merged over the defaults'. `nil` means the runtime's default.
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
