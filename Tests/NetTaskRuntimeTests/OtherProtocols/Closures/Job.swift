import NetTaskCore

/// Work that a closure does, with no request and no reply.
protocol Job: NetTask where Request == Void, Reply == Void, Response == Void {}

extension Job {
    // A job says by its outcome whether it may be tried again.
    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() {}
}

/// What a closure says at the end of its work.
enum Outcome: Sendable {
    case success
    /// To be tried again, as the retry policy says.
    case failure(String)
    /// Not to be tried again, whatever the policy says.
    case abandon(String)
}
