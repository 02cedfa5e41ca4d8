public import Foundation
public import HTTPTypes

/// What is done about the limits that servers tell.
public enum HTTPRateLimits: Sendable, Hashable, CaseIterable {
    /// Nothing of that key starts before the time that a server says. What remains until then may be spent at once.
    case obey
    /// The same, and what remains is spread evenly up to the time at which the server counts anew.
    case spread
    /// They hold nobody. A task whose attempt failed still waits by the `Retry-After` of its own reply.
    case ignore
}

/// Reads what a server says of its limits in the headers of its replies. `Retry-After` is read without one;
/// `RateLimitFields` of the module NetTaskRateLimits reads `RateLimit`, `X-RateLimit-Remaining` and the like.
public protocol HTTPRateLimitReader: Sendable {
    /// What the head of a reply says; nil if it says nothing that can be understood. Called for each reply, on a thread of the
    /// transport; must not block.
    ///
    /// - Parameters:
    ///   - response: the head.
    ///   - sentAt: the moment to compare dates with: the `Date` of the reply, or the time here if it has none.
    func limit(in response: HTTPResponse, sentAt: Date) -> NetTaskLimit?
}

extension NetTaskOption {
    /// Takes the place of ``HTTPConfiguration/rateLimits``, for what the replies to this task say.
    public static func rateLimits(_ rateLimits: HTTPRateLimits) -> NetTaskOption {
        .forHandler(HTTPCallOptions(rateLimits: rateLimits))
    }
}

extension HTTPNetTaskQueueHandler {
    /// Tells the queue what the head of a reply says of its server's limits.
    func reportLimit(in response: HTTPResponse, to call: HTTPCall) {
        // Of another server than the task's, such as one that a redirect leads to, the limits are not those of its key.
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
