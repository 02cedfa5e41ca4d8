import Foundation
import HTTPTypes

@testable import NetTaskHTTP
@testable import NetTaskTesting

/// A server and a reader of different speeds.
enum SpeedCheck: String, Check, CaseIterable {
    /// A reader that reads a part of the available bytes each time.
    case slowReader, slowReaderOfPost
    /// A server that sends a byte each time the reader has read the previous one.
    case slowServer
    case download
    /// 200 MB, as fast as the server can send.
    case largeStream, largeDownload

    var name: String { rawValue }

    func batchSize(on ground: CheckGround) -> Int { isLarge ? 1 : 20 }

    private var isLarge: Bool { self == .largeStream || self == .largeDownload }

    func run(_ rounds: Int, on ground: CheckGround) async throws -> CheckResult {
        let body = ConformanceGround.bytes(1_000_000)
        let pace = Watched(HTTPPace())
        let server = try HTTPLoopbackServer { _ in
            switch self {
            case .slowReader, .slowReaderOfPost, .download: .reply(HTTPReply(status: .ok, body: body))
            case .slowServer:
                .stream(HTTPReply(status: .ok), pieces: (1...5).map { Data("\($0)".utf8) }, pace: pace.value)
            case .largeStream, .largeDownload: .fault(.endlessBody)
            }
        }
        let clock = ContinuousClock()
        var result = CheckResult()
        for round in 1...rounds {
            pace.update { $0 = HTTPPace() }
            let start = clock.now
            do {
                try await self.round(body, pace.value, server.baseURL, ground)
            } catch {
                result.record("\(error)")
            }
            result.slowest = max(result.slowest, clock.now - start)
            if server.requests.count != round {
                result.record("the server has seen \(server.requests.count) requests in \(round) rounds")
            }
        }
        await server.stop()
        return result
    }

    private func round(_ body: Data, _ pace: HTTPPace, _ baseURL: String, _ ground: CheckGround) async throws {
        let size = 200_000_000
        let handler = ground.handler(baseURL, HTTPConfiguration { if isLarge { $0.maxFileSize = Int64(size) } })
        let context = NetTaskContext(name: "Speed")
        var message = HTTPMessage(uri: "a")
        if self == .slowReaderOfPost { message = HTTPMessage(method: .post, uri: "a", body: .data(Data("x".utf8))) }
        if self == .download || self == .largeDownload {
            message.receivesFile = true
            do {
                let reply = try await handler.send(message, context: context)
                if try reply.file?.data() != body { throw Wrong("the file has other bytes") }
            } catch let error as TransportError where isLarge && error.kind == .replyTooLarge {}
            return
        }
        let recorder = StreamRecorder(wanted: isLarge ? size : .max, room: 0, kept: isLarge ? 0 : .max)
        message.receiver = recorder
        let sending = Task { [message] in try await handler.send(message, context: context) }
        // Without a timeout, a lost stream would block the check.
        let reading = Task {
            switch self {
            case .slowServer:
                for count in 1...5 {
                    pace.release(1)
                    try await recorder.wait { $0.count >= count }
                    recorder.makeRoom(1)
                }
            default:
                let total = isLarge ? size : body.count
                let step = isLarge ? 1_000_000 : 100_000
                for count in stride(from: 0, to: total, by: step) {
                    try await recorder.wait { $0.count > count }
                    recorder.makeRoom(step)
                }
            }
        }
        do {
            _ = try await sending.value
        } catch {
            reading.cancel()
            throw error
        }
        try await reading.value
        if isLarge { return }
        let expected = self == .slowServer ? Data("12345".utf8) : body
        if recorder.body != expected { throw Wrong("the stream has other bytes") }
    }

    private struct Wrong: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
