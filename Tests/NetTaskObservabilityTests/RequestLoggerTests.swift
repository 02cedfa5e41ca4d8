import HTTPTypes
import NetTaskObservability
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A logger of requests", .timeLimit(.minutes(5)))
struct RequestLoggerTests {
    private struct Secretive: HTTPMiddleware {
        func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            var call = call
            call.secrets.append("hidden one")
            return try await next(call)
        }
    }

    @Test("It logs each attempt in two lines, without secrets")
    func lines() async throws {
        // given
        let lines = Locked<[String]>([])
        let logger = RequestLogger(clock: TestClock()) { line in lines.withLock { $0.append(line) } }
        let answers = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(200, "twenty bytes in all.") }) {
            $0.middleware = [logger]
        }
        let lost = HTTPNetTaskQueue(
            transport: HTTPMockTransport { _ in
                throw TransportError(.connectionLost, reason: "lost after hidden%20one")
            }
        ) {
            $0.middleware = [Secretive(), logger]
        }
        // when
        _ = try await answers.run(URLTask("http://blog.test/v1/posts/1"))
        _ = await lost.add(URLTask("http://blog.test/v1/posts/1")).result
        // then
        let told = lines.withLock { $0 }
        #expect(told.count == 4)
        #expect(told.first == "→ URLTask #1, attempt 1: GET http://blog.test/v1/posts/1")
        #expect(told.dropFirst().first == "← URLTask #1, attempt 1: 200, 20 bytes, 0.000 s")
        #expect(told.last?.contains("lost after <secret>") == true)
    }
}
