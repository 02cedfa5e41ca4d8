import NetTaskHTTP

extension StatusError: DurableRejection {
    /// As the IETF's draft on the header `Idempotency-Key` defines the statuses.
    var keyConflict: IdempotencyKeyConflict? {
        switch code {
        case 409: .inProgress
        case 422: .otherContent
        default: nil
        }
    }

    var sealedDescription: String { "StatusError, status \(code)" }
}
