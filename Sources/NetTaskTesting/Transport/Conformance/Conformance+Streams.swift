import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Replies that are read as they arrive.
    static let streams: [Case] = [
        Case("The head of a stream comes before its end, and each piece before the next") { ground in
            let pace = HTTPPace()
            ground.answer { _ in .events(["data: 1\n\n", "data: 2\n\n"], pace: pace, end: .silence) }
            let (sending, recorder) = ground.stream()
            try await recorder.wait { $0.head?.status == .ok }
            try ground.expect(recorder.text, "", "the bytes that came with the head")
            pace.release(1)
            try await recorder.wait { $0.body == Data("data: 1\n\n".utf8) }
            pace.release(1)
            try await recorder.wait { $0.body == Data("data: 1\n\ndata: 2\n\n".utf8) }
            sending.cancel()
            try ground.expect(await sending.value, .cancelled, "the end")
            try await ground.waitForClosing()
        },
        Case("A stream is whole at all positions of chunk boundaries") { ground in
            let event = "id: 7\r\nevent: a\r\ndata: {\"text\": \"ü\"}\r\n\r\n"
            for cut in 1..<event.utf8.count {
                let pieces = [Data(event.utf8.prefix(cut)), Data(event.utf8.dropFirst(cut))]
                ground.answer { _ in .stream(HTTPReply(status: .ok), pieces: pieces) }
                let (sending, recorder) = ground.stream()
                try ground.expect(await sending.value, .reply(200), "the end")
                try ground.expect(recorder.text, event, "the stream, cut at \(cut)")
                try ground.expect(recorder.isFinished, "its end was not reported, cut at \(cut)")
            }
        },
        Case("A stream whose receiver needs no more ends immediately, and closes its connection") { ground in
            ground.answer { _ in .events(["data: 1\n\n"], end: .silence) }
            let (sending, recorder) = ground.stream(StreamRecorder(wanted: 9))
            try ground.expect(await sending.value, .reply(200), "the end")
            try ground.expect(recorder.text, "data: 1\n\n", "the stream")
            try await ground.waitForClosing()
        },
        Case("The received part of a stream is available when its connection is lost") { ground in
            let pace = HTTPPace()
            ground.answer { _ in
                .stream(HTTPReply(status: .ok), pieces: [Data("1".utf8), Data()], pace: pace, end: .lost)
            }
            let (sending, recorder) = ground.stream()
            pace.release(1)
            try await recorder.wait { $0.body == Data("1".utf8) }
            pace.releaseAll()
            try ground.expect(await sending.value, .transport(.connectionLost), "the end")
        },
        Case("A stream that is not read receives no more bytes") { ground in
            ground.answer { request in request.head.path == "/next" ? .status(.ok) : .fault(.endlessBody) }
            let (sending, recorder) = ground.stream(StreamRecorder(room: 100_000))
            try await recorder.wait { $0.count > 100_000 }
            // While these requests run, the stream could receive more.
            for _ in 1...100 { _ = try await ground.send(HTTPMessage(uri: "next")) }
            try ground.expect(recorder.count < 4_000_000, "it received \(recorder.count) bytes that were not read")
            recorder.makeRoom()
            try await recorder.wait { $0.count > 8_000_000 }
            sending.cancel()
            try ground.expect(await sending.value, .cancelled, "the end")
            // The connection of the other requests stays open for reuse.
            try await ground.waitForClosing(atMost: 1)
            try ground.expect(ground.requests.count, 101, "the number of requests")
        },
        Case("A stream without data ends with its idle timeout") { ground in
            ground.answer { _ in .events(["data: 1\n\n"], end: .silence) }
            let (sending, recorder) = ground.stream(StreamRecorder(idle: .milliseconds(100)))
            try ground.expect(await sending.value, .timeout(.idle), "the end")
            try ground.expect(recorder.text, "data: 1\n\n", "the stream")
            try await ground.waitForClosing()
        },
        Case("An error reply is not a stream") { ground in
            ground.answer { _ in .status(.notFound, "gone") }
            let recorder = StreamRecorder()
            var message = HTTPMessage(uri: "a")
            message.receiver = recorder
            let reply = try await ground.send(message)
            try ground.expect(String(decoding: reply.body, as: UTF8.self), "gone", "the body")
            try ground.expect(recorder.text, "", "the stream")
        },
    ]
}

extension ConformanceGround {
    /// Sends a request whose reply is read as it arrives.
    func stream(
        _ recorder: StreamRecorder = StreamRecorder(),
        _ message: HTTPMessage = HTTPMessage(uri: "a")
    ) -> (sending: Task<ConformanceOutcome, Never>, recorder: StreamRecorder) {
        var message = message
        message.receiver = recorder
        return (Task { [message] in await outcome(of: message) }, recorder)
    }
}

/// Records a stream.
final class StreamRecorder: HTTPReplyReceiver {
    struct State: Sendable {
        var head: HTTPReply?
        /// The bytes that are kept.
        var body = Data()
        var count = 0
        var isFinished = false
        var room: Int
        var waiting: [@Sendable () -> Void] = []
    }

    let idle: Duration?
    private let wanted: Int
    private let limit: Int
    private let kept: Int
    private let state: Watched<State>

    /// - Parameters:
    ///   - wanted: the number of bytes that it needs.
    ///   - room: the number of bytes that it accepts until ``makeRoom()``.
    ///   - limit: the number of bytes beyond which it throws.
    ///   - kept: the number of bytes that it keeps.
    init(wanted: Int = .max, room: Int = .max, limit: Int = .max, kept: Int = 100_000, idle: Duration? = nil) {
        (self.wanted, self.limit, self.kept, self.idle) = (wanted, limit, kept, idle)
        state = Watched(State(room: room))
    }

    var body: Data { state.value.body }
    var text: String { String(decoding: body, as: UTF8.self) }
    var count: Int { state.value.count }
    var isFinished: Bool { state.value.isFinished }

    func wait(until isDone: @escaping @Sendable (State) -> Bool) async throws {
        try await state.wait { isDone($0) ? () : nil }
    }

    func makeRoom(_ count: Int = .max) {
        let waiting = state.update { state in
            state.room += min(count, .max - state.room)
            defer { state.waiting = [] }
            return state.waiting
        }
        for resume in waiting { resume() }
    }

    // MARK: Use by the transport

    var isFull: Bool { state.value.count > state.value.room }

    func begin(_ head: HTTPReply, limit: Int) {
        state.update { $0.head = head }
    }

    func receive(_ data: Data) throws -> Bool {
        let count = state.update { state in
            state.body.append(data.prefix(max(kept - state.body.count, 0)))
            state.count += data.count
            return state.count
        }
        if count > limit { throw TransportError(.replyTooLarge, reason: "the stream is too long") }
        return count < wanted
    }

    func finish() -> HTTPFile? {
        state.update { $0.isFinished = true }
        return nil
    }

    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.update { state in
            if state.count <= state.room { return true }
            state.waiting.append(resume)
            return false
        }
        if isReady { resume() }
    }
}
