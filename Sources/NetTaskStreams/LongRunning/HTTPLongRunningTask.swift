import Foundation
public import NetTaskHTTP

import HTTPTypes

/// A task that starts something which takes long, and brings what comes of it; what generated code conforms to where a spec
/// says `longRunning`.
///
///     let export = try await queue.run(Exports.StartExport(format: "csv"))
///
/// The reply to its own request says whom to ask: by params of the task ``Poll``, or by a header `Location`. It is asked, as
/// one task of the queue, until it says that it is over. A task that waits for its next poll holds no slot of the queue.
///
/// - The wait between two polls is what `Retry-After` of the latest reply says, or the `pollInterval` of its settings, 2
///   seconds by default. `Retry-After: 0` waits for the interval, but no longer than for a second.
/// - A reply with the status 202 and no body is not over, whatever else it may be; `isPending(_:)` can say more.
/// - A poll is retried as the settings of ``Poll`` say, and each of them has all of the retries. Retries of the task itself are
///   those of the request that starts it. The deadline of the task bounds it all.
/// - What has failed ends the task with ``HTTPLongRunningError``, as `NetTaskError.other`.
/// - `handle.progress` tells how many polls were answered, and observers see each poll as an attempt.
/// - It is over with its first reply, without a poll, if that is a final one: ``state(of:)`` says so, or the reply has another
///   status than 202 and names nobody to ask.
public protocol HTTPLongRunningTask: HTTPNetTask, NetTaskPolling {
    /// The task that asks how far it has come.
    associatedtype Poll: HTTPNetTask where Poll.Response == Response

    /// How far it has come, by the response of a poll. Called once for each poll, on a thread of the concurrency pool.
    /// Default: it is done.
    static func state(of response: Response) -> HTTPLongRunningState

    /// The task that asks how far it has come, with its params of the reply that has accepted it; nil if the reply does not have
    /// them, so that its header `Location` counts. Called several times in each attempt, on a thread of the concurrency pool.
    /// Default: nil.
    func poll(after start: HTTPReply) throws -> Poll?
}

/// How far something has come that takes long.
public enum HTTPLongRunningState: Sendable, Hashable, CaseIterable {
    /// It is not over.
    case pending
    /// It is over, and has succeeded.
    case done
    /// It is over, and has failed.
    case failed
}

/// What was started has failed, as the server says. It ends the task as `NetTaskError.other`:
///
///     catch .other(let error as HTTPLongRunningError<Job>) { show(error.response.message) }
public struct HTTPLongRunningError<Response: Sendable>: DescribedError, NetTaskFinalError {
    /// The name of the task's operation.
    public var task: String
    /// What the server says of it.
    public var response: Response
    /// The status and the headers of the reply that says so.
    public var reply: HTTPReply

    /// Makes an error; queues do so by themselves.
    public init(task: String, response: Response, reply: HTTPReply) {
        self.task = task
        self.response = response
        self.reply = reply
    }

    public var description: String {
        "\(task) has failed, as \(reply.method.rawValue) \(reply.url) says (attempt \(reply.attempt))"
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
            // What cannot be read does not have them either.
        }
        if let location = start.location { return FollowedPoll(base: task, url: location) }
        throw ParseError("it has neither what \(Poll.name) needs, nor a header Location", reply: start)
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
        // What the start is answered with may be something else than what a poll is.
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
    /// What `Retry-After` says, or the interval.
    package func wait(beforePoll interval: Duration) -> Duration {
        retryAfter.map { max($0, min(interval, .seconds(1))) } ?? interval
    }

    /// The URL in `Location`; nil if there is none.
    package var location: String? {
        headers[.location].flatMap { $0.isEmpty ? nil : wholeURL($0) }
    }
}

extension HTTPMessage {
    /// The request that asks how far it has come which this one has started, without the body of this one.
    ///
    /// - Parameter url: where; of the same origin.
    package func polling(at url: String) -> HTTPMessage {
        var message = self
        message.method = .get
        for name in [HTTPField.Name.contentType, .contentLength, .contentEncoding] { message.headers[name] = nil }
        (message.body, message.receivesFile) = (nil, false)
        message.goOn(at: url)
        return message
    }
}

/// Asks at the URL that the reply to the start gave, which has to be of the origin of the start.
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
