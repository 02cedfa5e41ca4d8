import NetTaskHTTP

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
}
