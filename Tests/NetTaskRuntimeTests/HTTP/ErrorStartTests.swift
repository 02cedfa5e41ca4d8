import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The start of an error", .timeLimit(.minutes(5)))
struct ErrorStartTests {
    private let clock = TestClock()

    private func queue(_ transport: HTTPMockTransport) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport) {
            $0.clock = clock
            $0.retryQuota = nil
        }
    }

    @Test(
        "is the method, the URL and the attempt, whatever has failed",
        arguments: [
            (404, "gone", "status 404: gone"),
            (200, #"{"id":"x"}"#, "the reply with status 200 could not be read at id, byte 6: "),
            (200, "{}", "the reply with status 200 could not be read at id: it is missing"),
            (nil, "the connection was lost", "the connection was lost"),
        ] as [(Int?, String, String)]
    )
    func attempts(code: Int?, text: String, expected: String) async {
        // given
        let once = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero, when: .all))
        let transport = HTTPMockTransport { _ in
            guard let code else { throw TransportError(.connectionLost, reason: text) }
            return .status(.init(code: code), text)
        }
        // when
        let result = await queue(transport).add(Blog.GetPost(id: 1), once).result
        // then
        guard case .failure(let error) = result else { return #expect(Bool(false), "\(result)") }
        let start = "GET http://blog.test/v1/posts/1 (attempt 2): "
        #expect("\(error)".hasPrefix(start + expected), "\(error)")
    }

    @Test("is the same for a timeout of the exchange; the queue knows only the uri of the spec")
    func timeouts() async throws {
        // given
        let silent = HTTPMockTransport { _ in try await untilCancelled() }
        let timeouts = HTTPTimeouts(firstByte: .seconds(5))
        // when
        let exchange = queue(silent).add(Blog.GetPost(id: 1), .timeouts(timeouts))
        let attempt = queue(silent).add(Blog.GetPost(id: 1), .timeout(.seconds(3)))
        try await clock.sleeper(until: .seconds(5))
        try await clock.advance(to: .seconds(3))
        try await clock.advance(to: .seconds(5))
        // then
        let first = await exchange.result
        let second = await attempt.result
        #expect(
            "\(first)".contains("GET http://blog.test/v1/posts/1 (attempt 1): no reply within 5.0 seconds"),
            "\(first)"
        )
        #expect("\(second)".contains("GET posts/{id} (attempt 1): it took longer than its timeout of 3.0 seconds"))
    }

    @Test("says that nothing was sent if the task cannot be packed, or its URL is invalid")
    func unsent() async {
        // given
        let queue = queue(HTTPMockTransport { _ in .status(.ok) })
        // when
        let unpacked = await queue.add(Blog.GetPart(post: "..", day: Date())).result
        let unsent = await queue.add(Blog.GetPost(id: 1), .baseURL("http://[")).result
        // then
        #expect(
            "\(unpacked)".contains("GET posts/{post}/parts/on-{day} (not sent): \"post\" cannot be packed: "),
            "\(unpacked)"
        )
        #expect("\(unsent)".contains("GET posts/1 (attempt 1): "), "\(unsent)")
    }

    @Test(
        "of a file is its name, its content type and its size",
        arguments: [
            (
                HTTPFile(data: Data("four".utf8), name: "a.txt", contentType: "text/plain"),
                "a.txt (text/plain, 4 bytes)"
            ),
            (HTTPFile(data: Data()), "file (application/octet-stream, 0 bytes)"),
            (
                HTTPFile(at: URL(fileURLWithPath: "/x/b.png"), contentType: "image/png"),
                "b.png (image/png, at /x/b.png)"
            ),
            (
                HTTPFile(stream: FileStream(length: 7) { nil }, name: "c"),
                "c (application/octet-stream, a stream of 7 bytes)"
            ),
        ]
    )
    func file(file: HTTPFile, expected: String) {
        #expect("\(file)" == expected)
    }
}
