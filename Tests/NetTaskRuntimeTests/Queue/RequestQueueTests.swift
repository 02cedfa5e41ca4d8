import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskURLSession

@Suite("The behavior that RequestQueue requires", .timeLimit(.minutes(5)))
struct RequestQueueTests {
    private let once = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
    private let part = Blog.GetPart(post: "p", day: Date(timeIntervalSince1970: 0))

    // B-RQ-2: the body of the second attempt was appended to the partial body of the first.
    @Test("B07: the reply of a retry contains nothing of the previous attempt")
    func ownReply() async throws {
        // given
        let transport = HTTPMockTransport { request in
            request.number == 1 ? .status(503, "part", headers: [.eTag: "old"]) : .status(200, "whole")
        }
        // when
        let handle = HTTPNetTaskQueue(transport: transport).add(part, once)
        // then
        #expect(try await handle.value == "whole")
        #expect(handle.status.reply?.attempt == 2)
        #expect(handle.status.reply?.body == Data())
        #expect(handle.status.reply?.headers[.eTag] == nil)
    }

    @Test(
        "A GET is retried after transient failures, and not after others",
        arguments: TransportError.Kind.allCases
    )
    func kinds(kind: TransportError.Kind) async throws {
        // given
        let transport = HTTPMockTransport { _ in throw TransportError(kind, reason: "no luck") }
        // when
        let handle = HTTPNetTaskQueue(transport: transport).add(part, once)
        // then
        #expect(await handle.result.isFailure)
        let isRetried =
            switch kind {
            case .cannotConnect, .connectionLost, .malformedReply, .other: true
            case .notSecure, .invalidRequest, .replyTooLarge, .redirect: false
            }
        // A request that was not sent is sent once more before it counts.
        #expect(transport.requests.count == (kind == .cannotConnect ? 4 : isRetried ? 2 : 1))
    }

    // The six codes that it retries by default.
    @Test(
        "A GET is retried for each error code of a missing network",
        arguments: [
            .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
            .notConnectedToInternet,
        ] as [URLError.Code]
    )
    func codes(code: URLError.Code) async throws {
        // given
        let transport = HTTPMockTransport { request in
            let error = TransportError(urlSession: URLError(code))
            // A request that was not sent is sent once more before it counts.
            if request.number == 1 || error.isUnsent && request.number == 2 { throw error }
            return .status(200, "x")
        }
        // when
        let handle = HTTPNetTaskQueue(transport: transport).add(part, once)
        // then
        #expect(try await handle.value == "x")
        #expect(handle.status.retryCount == 1)
    }

    // B-RQ-1: two replaced requests that are never removed block the queue forever.
    @Test("Replaced waiting tasks leave at once, and block no others")
    func replacedWhileWaiting() async throws {
        // given
        let text = TextQueue(limit: 2, duplicates: .cancelOld)
        let first = ["a", "b"].map { text.add($0) }
        let running = [try await text.handler.next(), try await text.handler.next()]
        let old = ["c", "d"].map { text.add($0) }
        // when
        let new = ["c", "d"].map { text.add($0) }
        // then
        #expect(old.map(\.cancellationReason) == new.map { .replaced(by: $0.id) })
        #expect(old.map(\.status.attempt) == [0, 0])
        #expect(text.queue.count == 4)
        // when
        for attempt in running { attempt.succeed() }
        // then
        #expect(Set(try await text.answer(2)) == ["c", "d"])
        for handle in first + new { _ = try await handle.value }
        #expect(text.queue.count == 0)
        #expect(text.handler.requests.count == 4)
    }
}
