import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

/// An endpoint that streams events, or lines, only if a param asks for it. `Response` is what it replies with otherwise.
private struct Answer<Form: AnswerForm, Response: JSONReadable & Sendable>: HTTPStreamTask {
    typealias Element = Int

    var stream: Bool?

    static var endpoint: HTTPEndpoint { HTTPEndpoint("Answer", .get, "answer") }
    static var stream: HTTPStreamFormat { HTTPStreamFormat(Form.framing, isConditional: true) }

    func pack(into packer: inout ParameterPacker) { packer.add("stream", stream) }
    func parse(_ reply: HTTPReply) throws -> Response { try reply.json() }
}

private protocol AnswerForm { static var framing: HTTPStreamFormat.Framing { get } }
private enum Events: AnswerForm { static var framing: HTTPStreamFormat.Framing { .events } }
private enum Lines: AnswerForm { static var framing: HTTPStreamFormat.Framing { .lines } }

@Suite("An endpoint that streams only if a param asks for it")
struct ConditionalStreamTests {
    /// Runs the task against a server whose stream never ends.
    private func error<T: HTTPStreamTask>(of task: T) async throws -> NetTaskError<T.Failure>? {
        let server = try HTTPLoopbackServer { request in
            guard request.head.path == "/answer?stream=true" else { return .json("1") }
            return T.stream.framing == .events
                ? .events(["data: 1\n\n"], end: .silence) : .lines(["1\n"], end: .silence)
        }
        let queue = HTTPNetTaskQueue(baseURL: server.baseURL) { $0.timeouts.idle = .seconds(2) }
        var failure: NetTaskError<T.Failure>?
        do {
            _ = try await queue.run(task)
        } catch {
            failure = error
        }
        // The connection of a stream that was refused is closed at once.
        if failure != nil { try await server.waitForConnections(atMost: 0) }
        await server.stop()
        return failure
    }

    @Test("rejects a stream of events at its head if the task was run")
    func events() async throws {
        let error = try await error(of: Answer<Events, Int>(stream: true))
        let refusal = try #require(error?.underlying as? ParseError)
        #expect(refusal.reason.hasPrefix("it is a stream (\"text/event-stream\"); use `stream`"))
        #expect(refusal.status == 200)
        #expect(refusal.url?.hasSuffix("/answer?stream=true") == true)
    }

    @Test("rejects lines in the same way, even if the other form is a list of the same elements")
    func lines() async throws {
        let error = try await error(of: Answer<Lines, [Int]>(stream: true))
        let refusal = try #require(error?.underlying as? ParseError)
        #expect(refusal.reason.hasPrefix("it is a stream (\"application/x-ndjson\"); use `stream`"))
    }

    @Test("runs normally without the param")
    func whole() async throws {
        #expect(try await error(of: Answer<Events, Int>()) == nil)
    }
}
