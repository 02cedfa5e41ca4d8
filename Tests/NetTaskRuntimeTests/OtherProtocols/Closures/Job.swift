import NetTaskCore

/// Work that a closure performs, without a request or a reply.
protocol Job: NetTask where Request == Void, Reply == Void, Response == Void {}

extension Job {
    // The outcome of a job states whether it may be retried.
    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() {}
}

/// The outcome of a closure.
enum Outcome: Sendable {
    case success
    /// To be retried according to the retry policy.
    case failure(String)
    /// Not to be retried, regardless of the policy.
    case abandon(String)
}
