public import HTTPTypes
public import NetTaskSystem

/// How the limits that servers state are handled.
public enum HTTPRateLimits: Sendable, Hashable, CaseIterable {
    /// No task with the same key starts before the time that the server states. The remaining requests may be sent without
    /// delay.
    case obey
    /// The same as ``obey``, but the remaining requests are spread evenly until the server's reset.
    case spread
    /// Limits hold no tasks. A retry still waits for the `Retry-After` of its own reply.
    case ignore
}

/// Reads a server's limits from the headers of its replies.
///
/// `Retry-After` is read without a reader. `RateLimitFields` of the module NetTaskRateLimits reads `RateLimit`,
/// `X-RateLimit-Remaining` and similar headers.
public protocol HTTPRateLimitReader: Sendable {
    /// Returns the limit that the head of a reply states, or `nil` if there is none or it cannot be parsed. Called for each
    /// reply, on a thread of the transport; must not block.
    ///
    /// - Parameters:
    ///   - response: the head of the reply.
    ///   - sentAt: the date of the reply, to compare dates with. It is the `Date` header, or the local time without one.
    func limit(in response: HTTPResponse, sentAt: Date) -> NetTaskLimit?
}

extension NetTaskOption {
    /// Replaces ``HTTPConfiguration/rateLimits`` for the replies to this task.
    public static func rateLimits(_ rateLimits: HTTPRateLimits) -> NetTaskOption {
        .forHandler(HTTPCallOptions(rateLimits: rateLimits))
    }
}

extension HTTPNetTaskQueueHandler {
    /// Reports the limit that the head of a reply states to the queue.
    func reportLimit(in response: HTTPResponse, to call: HTTPCall) {
        // The limits of another server, such as the target of a redirect, do not apply to the task's key.
        guard call.request.authority == call.ownAuthority, response.status.kind != .informational else { return }
        call.operation.context.countReply()
        if call.rateLimits == .ignore { return }
        let now = configuration.wallClock
        var limit = NetTaskLimit()
        if let reader = configuration.rateLimitReader {
            let sentAt = response.headerFields[.date].flatMap { DateText.httpDate(from: $0, now: now) } ?? now()
            limit = reader.limit(in: response, sentAt: sentAt) ?? limit
        }
        if [429, 503].contains(response.status.code),
            let wait = response.headerFields.retryAfter(now: now)
        {
            limit.wait = max(limit.wait ?? wait, wait)
        }
        if limit.isEmpty { return }
        limit.spreads = call.rateLimits == .spread
        call.operation.context.reportLimit(limit)
    }
}
