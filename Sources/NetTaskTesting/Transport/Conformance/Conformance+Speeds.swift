import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// A server and a reader of different speeds, ten times each. Each attempt must be one request at the server.
    static let speeds: [Case] = [
        Case("A slow reader of a fast server has the whole stream, from one request") { ground in
            try await read(HTTPMessage(uri: "a"), on: ground)
        },
        Case("A slow reader of a fast server has the whole stream, from one POST") { ground in
            try await read(HTTPMessage(method: .post, uri: "a", body: .data(Data("a".utf8))), on: ground)
        },
        Case("A fast reader of a slow server has the whole stream, from one request") { ground in
            for round in 1...10 {
                let pace = HTTPPace()
                let pieces = (1...5).map { Data("\($0)".utf8) }
                ground.answer { _ in .stream(HTTPReply(status: .ok), pieces: pieces, pace: pace) }
                let (sending, recorder) = ground.stream()
                for count in 1...5 {
                    pace.release(1)
                    try await recorder.wait { $0.count == count }
                }
                try ground.expect(await sending.value, .reply(200), "the end")
                try ground.expect(recorder.text, "12345", "the stream")
                try ground.expect(ground.requests.count, round, "the number of requests")
            }
        },
        Case("A file from a fast server is whole, from one request") { ground in
            let body = ConformanceGround.bytes(5_000_000)
            ground.answer { _ in .reply(HTTPReply(status: .ok, body: body)) }
            var message = HTTPMessage(uri: "a")
            message.receivesFile = true
            for round in 1...10 {
                let reply = try await ground.send(message)
                try ground.expect(try reply.file?.data() == body, "the file has other bytes")
                try ground.expect(ground.requests.count, round, "the number of requests")
            }
        },
        Case(
            "A request that is cancelled while its stream waits for the reader ends immediately and closes its connection"
        ) { ground in
            ground.answer { _ in .fault(.endlessBody) }
            for round in 1...10 {
                let (sending, recorder) = ground.stream(StreamRecorder(room: 100_000))
                try await recorder.wait { $0.count > 100_000 }
                sending.cancel()
                try ground.expect(await sending.value, .cancelled, "the end")
                try await ground.waitForClosing()
                try ground.expect(ground.requests.count, round, "the number of requests")
            }
        },
    ]

    /// Slowly reads 3 MB that the server sends at full speed.
    private static func read(_ message: HTTPMessage, on ground: ConformanceGround) async throws {
        let body = ConformanceGround.bytes(3_000_000)
        ground.answer { _ in .reply(HTTPReply(status: .ok, body: body)) }
        for round in 1...10 {
            let (sending, recorder) = ground.stream(StreamRecorder(room: 0, kept: .max), message)
            for count in stride(from: 0, to: body.count, by: 250_000) {
                try await recorder.wait { $0.count > count }
                recorder.makeRoom(250_000)
            }
            try ground.expect(await sending.value, .reply(200), "the end")
            try ground.expect(recorder.body == body, "the stream has other bytes")
            try ground.expect(ground.requests.count, round, "the number of requests")
        }
    }
}
