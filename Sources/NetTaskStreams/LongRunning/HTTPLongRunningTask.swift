public import NetTaskHTTP
import NetTaskSystem

import HTTPTypes

/// A task that starts a long-running operation, polls it, and returns its result. Generated tasks conform if their spec has
/// `longRunning`.
///
///     let export = try await queue.run(Exports.StartExport(format: "csv"))
///
/// The reply to the task's request determines how to poll: with params for the task ``Poll``, or with a `Location` header. The
/// queue polls until the operation completes; all of it is one task of the queue. While the task waits for its next poll, it
/// uses no slot.
///
/// - The delay between polls is the `Retry-After` of the latest reply, or the `pollInterval` of the settings. Default: 2
///   seconds. `Retry-After: 0` means the interval, but at most one second.
/// - A reply with the status 202 and no body means that the operation has not completed; `isPending(_:)` can add other
///   conditions.
/// - A poll is retried by the settings of ``Poll``, and each poll has all of its retries. The retries of the task itself apply
///   to the request that starts the operation. The deadline of the task limits all of it.
/// - An operation that fails ends the task with ``HTTPLongRunningError``, as `NetTaskError.other`.
/// - `handle.progress` reports the number of polls with a reply, and observers see each poll as an attempt.
/// - The task ends with its first reply, without a poll, if that is final: if ``state(of:)`` says so, or if the reply has a
///   status other than 202 and does not say how to poll.
public protocol HTTPLongRunningTask: HTTPNetTask, NetTaskPolling {
    /// The task that polls.
    associatedtype Poll: HTTPNetTask where Poll.Response == Response

    /// Returns the state of the operation that the response of a poll describes. Called once for each poll, on a thread of the
    /// concurrency pool. Default: `done`.
    static func state(of response: Response) -> HTTPLongRunningState

    /// Returns the task that polls, with params from the reply that accepted the operation; `nil` if the reply does not have
    /// them, so that its `Location` header applies. Called several times in each attempt, on a thread of the concurrency pool.
    /// Default: `nil`.
    func poll(after start: HTTPReply) throws -> Poll?
}

/// The state of a long-running operation.
public enum HTTPLongRunningState: Sendable, Hashable, CaseIterable {
    /// The operation has not completed.
    case pending
    /// The operation has succeeded.
    case done
    /// The operation has failed.
    case failed
}

/// The server reported that the operation has failed. The task ends with it as `NetTaskError.other`:
///
///     catch .other(let error as HTTPLongRunningError<Job>) { show(error.response.message) }
public struct HTTPLongRunningError<Response: Sendable>: DescribedError, NetTaskFinalError {
    /// The name of the task's operation.
    public var task: String
    /// The response that reports the failure.
    public var response: Response
    /// The status and the headers of the reply that reports the failure.
    public var reply: HTTPReply

    /// Makes an error. Queues make these errors themselves.
    public init(task: String, response: Response, reply: HTTPReply) {
        self.task = task
        self.response = response
        self.reply = reply
    }

    public var description: String {
        errorStart(reply.request, attempt: reply.attempt) + "the operation of \(task) has failed"
    }
}

extension HTTPLongRunningTask {
    public static var settings: NetTaskSettings {
        var settings = endpoint.settings
        settings.pollInterval = settings.pollInterval ?? .seconds(2)
        return settings
    }

    public static func isPending(_ reply: HTTPReply) -> Bool { reply.status == .accepted && reply.body.isEmpty }

    public static func state(of response: Response) -> HTTPLongRunningState { .done }

    public func poll(after start: HTTPReply) throws -> Poll? { nil }

    public static func poll(
        for task: Self,
        after start: HTTPReply
    ) throws -> any NetTask<HTTPMessage, HTTPReply> {
        do {
            if let poll = try task.poll(after: start) { return poll }
        } catch  where start.location != nil {
            // If the reply cannot be parsed, its Location applies.
        }
        if let location = start.location { return FollowedPoll(base: task, url: location) }
        throw ParseError("it has neither the values that \(Poll.name) needs, nor a Location header", reply: start)
    }

    public static func step(
        of task: Self,
        after reply: HTTPReply,
        start: HTTPReply?
    ) throws -> NetTaskStep<Response> {
        guard start != nil else { return try firstStep(of: task, after: reply) }
        if isPending(reply) { return .pending(after: wait(after: reply)) }
        let response = try task.parse(reply)
        return try end(with: response, reply) ?? .pending(after: wait(after: reply))
    }

    private static func firstStep(of task: Self, after reply: HTTPReply) throws -> NetTaskStep<Response> {
        // The reply to the start may differ from the reply to a poll.
        let response = isPending(reply) ? nil : try? task.parse(reply)
        if let response, let end = try end(with: response, reply) { return end }
        do {
            _ = try poll(for: task, after: reply)
        } catch {
            if reply.status != .accepted, let response { return .done(response) }
            throw error
        }
        return .pending(after: wait(after: reply))
    }

    private static func end(with response: Response, _ reply: HTTPReply) throws -> NetTaskStep<Response>? {
        switch state(of: response) {
        case .pending: return nil
        case .done: return .done(response)
        case .failed:
            var head = reply
            (head.body, head.file) = (Data(), nil)
            throw HTTPLongRunningError(task: name, response: response, reply: head)
        }
    }

    private static func wait(after reply: HTTPReply) -> Duration {
        reply.wait(beforePoll: settings.pollInterval ?? .seconds(2))
    }
}

extension HTTPReply {
    /// The delay in `Retry-After`, or the interval.
    package func wait(beforePoll interval: Duration) -> Duration {
        retryAfter.map { max($0, min(interval, .seconds(1))) } ?? interval
    }

    /// The URL in the `Location` header, or `nil` if there is none.
    package var location: String? {
        headers[.location].flatMap { $0.isEmpty ? nil : wholeURL($0) }
    }
}

extension HTTPMessage {
    /// Returns the request that polls the operation that this request has started, without the body of this request.
    ///
    /// - Parameter url: the URL to poll, of the same origin.
    package func polling(at url: String) -> HTTPMessage {
        var message = self
        message.method = .get
        for name in [HTTPField.Name.contentType, .contentLength, .contentEncoding] { message.headers[name] = nil }
        (message.body, message.receivesFile) = (nil, false)
        message.goOn(at: url)
        return message
    }
}

/// Polls at the URL in the reply to the start, which must have the origin of the start.
private struct FollowedPoll<Base: HTTPLongRunningTask>: HTTPNetTask {
    typealias Response = HTTPReply

    let base: Base
    let url: String

    static var endpoint: HTTPEndpoint { Base.Poll.endpoint }
    static var settings: NetTaskSettings { Base.Poll.settings }
    static func check(_ reply: HTTPReply) throws { try Base.Poll.check(reply) }

    var uri: String { url }

    func pack() throws -> HTTPMessage { try base.pack().polling(at: url) }

    func parse(_ reply: HTTPReply) -> HTTPReply { reply }
}
