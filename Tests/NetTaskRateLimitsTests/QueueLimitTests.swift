#if RateLimits
    import Foundation
    import HTTPTypes
    import NetTaskRateLimits
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    private struct Get: HTTPNetTask {
        typealias Response = Void
        var uri: String
    }

    /// A server that takes 100 requests a minute, and counts what it refuses by minutes.
    private final class LimitedServer: @unchecked Sendable {
        private let lock = NSLock()
        private var counts: [Int: Int] = [:]
        private var refusals: [Int: Int] = [:]
        private let clock: TestClock
        private let fields: @Sendable (_ remaining: Int, _ reset: Int) -> [(String, String)]

        init(_ clock: TestClock, _ fields: @escaping @Sendable (_ remaining: Int, _ reset: Int) -> [(String, String)]) {
            (self.clock, self.fields) = (clock, fields)
        }

        var refusalsByMinute: [Int: Int] { lock.withLock { refusals } }

        func answer() -> HTTPAnswer {
            lock.withLock {
                let second = Int(clock.now.offset.components.seconds)
                counts[second / 60, default: 0] += 1
                let remaining = 100 - (counts[second / 60] ?? 0)
                var headers = HTTPFields()
                for (name, value) in fields(max(remaining, 0), 60 - second % 60) {
                    if let name = HTTPField.Name(name) { headers[name] = value }
                }
                if remaining >= 0 { return .status(.ok, headers: headers) }
                refusals[second / 60, default: 0] += 1
                headers[.retryAfter] = "\(60 - second % 60)"
                return .status(.tooManyRequests, headers: headers)
            }
        }
    }

    @Suite("A queue against a server that takes 100 requests a minute", .timeLimit(.minutes(5)))
    struct QueueLimitTests {
        private let clock = TestClock()

        /// Runs tasks until all have ended, and moves the clock from minute to minute.
        private func run(_ count: Int, against server: LimitedServer) async throws {
            let clock = clock
            let queue = HTTPNetTaskQueue(
                transport: HTTPMockTransport { _ in server.answer() },
                baseURL: "http://limited.test",
                limit: 8
            ) {
                $0.rateLimitReader = RateLimitFields()
                $0.timeouts = .none
                $0.retryQuota = nil
                $0.clock = clock
                $0.wallClock = { clock.date }
                $0.random = SeededRandom(seed: 24)
            }
            let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 200, interval: .zero))
            let handles = (1...count).map { queue.add(Get(uri: "items/\($0)"), retry) }
            // Nothing but the queue sleeps by this clock, and only for its lane, until the next minute.
            let mover = Task {
                while true { try await clock.advance(by: .seconds(60)) }
            }
            for handle in handles { try await handle.value }
            mover.cancel()
            _ = await mover.result
        }

        @Test(
            "B44: after the first header was read, no request is rejected",
            arguments: ["draft", "x"]
        )
        func told(_ form: String) async throws {
            // given
            let server = LimitedServer(clock) { remaining, reset in
                form == "draft"
                    ? [("RateLimit", "\"a\";r=\(remaining);t=\(reset)"), ("RateLimit-Policy", #""a";q=100;w=60"#)]
                    : [("X-RateLimit-Remaining", "\(remaining)"), ("X-RateLimit-Reset", "\(reset)")]
            }
            // when
            try await run(2_000, against: server)
            // then
            #expect(server.refusalsByMinute.values.reduce(0, +) == 0)
        }

        @Test(
            "B44: with a server that states the limit only in rejections, at most the queue's limit is rejected per minute"
        )
        func refused() async throws {
            // given
            let server = LimitedServer(clock) { _, _ in [] }
            // when
            try await run(2_000, against: server)
            // then
            #expect(server.refusalsByMinute.values.allSatisfy { $0 <= 8 })
            #expect(!server.refusalsByMinute.isEmpty)
        }
    }
#endif
