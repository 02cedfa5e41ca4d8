import Foundation
public import NetTaskHTTP

extension StatusError: DurableRejection {
    /// The statuses as in the IETF draft of `Idempotency-Key`.
    var keyConflict: IdempotencyKeyConflict? {
        switch code {
        case 409: .inProgress
        case 422: .otherContent
        default: nil
        }
    }

    var sealedDescription: String { "StatusError, status \(code)" }

    var storedReply: Data? { reply.stored() }

    init(storedReply: Data) throws {
        self.init(reply: try HTTPReply(stored: storedReply))
    }

    var failureReason: DurableFailure.Reason? {
        switch code {
        case 401, 403: .unauthorized
        case 409, 412: .conflict
        case 408, 425, 429: nil
        case 400..<500: .rejected
        default: nil
        }
    }
}

extension DurableFailure {
    /// The reply that rejected the last run, such as one with the current value of the server; nil if it was not stored.
    public var reply: HTTPReply? { rejection.map(\.reply) }

    /// Returns the typed body of ``reply``, as the `errors` of the task's spec declare it; nil if there is none.
    ///
    ///     if failure.reason == .conflict, case .note(let current)? = failure.body(of: SaveNote.self) { … }
    public func body<T: HTTPNetTask>(of type: T.Type) -> T.Failure? {
        rejection.flatMap { try? T.failure(in: $0.reply) }
    }

    private var rejection: StatusError? { storedReply.flatMap { try? StatusError(storedReply: $0) } }
}
