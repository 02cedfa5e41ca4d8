/// What an endpoint says of how its task is delivered, with the defaults applied. A nil was said nowhere.
package struct Delivery: Sendable, Equatable {
    /// `idempotent:`; nil where it is the method that says it.
    package var isIdempotent: Bool?
    package var idempotencyKey: IdempotencyKey?
    package var durability: Durability?
    package var uniqueness: Uniqueness?
    package var priority: Priority?
    /// From when the task is added.
    package var expires: Duration?
    package var limitKey: String?
    package var rate: Rate?

    package struct IdempotencyKey: Sendable, Equatable {
        /// The name of the header.
        package var header: String
        /// Whether it is a string of structured fields (RFC 9651, section 3.3.3), which stands in quotes.
        package var isQuoted = false
    }

    /// What a nil was not written for has the runtime's default.
    package struct Durability: Sendable, Equatable {
        package var maxRunCount: Int?
        package var interval: Duration?
        package var maxInterval: Duration?
        /// The name under which a durable queue is given what makes bytes of a task.
        package var codec: String?
        /// What has to be there for a run, in the order of all cases.
        package var requirements: [Requirement]?
        /// From 1 to ``maxPayloadVersion``.
        package var payloadVersion: Int?

        /// What all stores can keep.
        package static let maxPayloadVersion = Int(Int32.max)

        package enum Requirement: String, Sendable, CaseIterable {
            case network
            case unmeteredNetwork
            case power
        }
    }

    /// How many attempts may start in a span of time.
    package struct Rate: Sendable, Equatable {
        /// At least 1.
        package var limit: Int
        package var per: Duration
        /// What those share that it counts for; nil for the host.
        package var key: String?
    }

    /// What becomes of a task while one like it is in the queue.
    package struct Uniqueness: Sendable, Equatable {
        package var identity: Identity
        package var policy: Policy = .rejectNew

        package enum Identity: Sendable, Equatable {
            /// Tasks that make the same request are alike.
            case request
            /// Tasks are alike that have the same values of these params, by their written names.
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
    /// Whether sending the request twice does no more than sending it once, as far as the spec says.
    package var isIdempotent: Bool {
        settings.delivery.isIdempotent ?? (method.isIdempotent || settings.delivery.idempotencyKey != nil)
    }
}

extension Endpoint.Method {
    /// As RFC 9110, section 9.2.2, has it.
    package var isIdempotent: Bool { self != .post && self != .patch }

    /// As RFC 9110, section 9.2.1, has it.
    var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }
}

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
