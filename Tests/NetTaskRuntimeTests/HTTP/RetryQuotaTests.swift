import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The quota of retries")
struct RetryQuotaTests {
    private let thrice = NetTaskOption.retry(RetryPolicy(maxRetryCount: 3, interval: .zero))

    private func queue(_ quota: RetryQuota?, _ transport: HTTPMockTransport) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport) {
            $0.retryQuota = quota
        }
    }

    @Test("A retry costs 14 of 500 tokens, and for a throttling server 5")
    func costs() async {
        // given
        let quota = RetryQuota()
        // when
        _ = await queue(quota, HTTPMockTransport { _ in .status(500) }).add(Blog.GetPost(id: 1), thrice).result
        // then
        #expect(quota.available == 500 - 3 * 14)
        // when
        _ = await queue(quota, HTTPMockTransport { _ in .status(429) }).add(Blog.GetPost(id: 1), thrice).result
        // then
        #expect(quota.available == 500 - 3 * 14 - 3 * 5)
    }

    @Test("Without enough tokens there is no retry, and the task ends with its error")
    func empty() async {
        // given
        let quota = RetryQuota(capacity: 20)
        let transport = HTTPMockTransport { _ in .status(503) }
        // when
        let result = await queue(quota, transport).add(Blog.GetPost(id: 1), thrice).result
        // then
        guard case .failure(.status(.serviceUnavailable, _)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(transport.requests.count == 2)
        #expect(quota.available == 6)
    }

    @Test("A retry that succeeds gives back what it cost")
    func refund() async throws {
        // given
        let quota = RetryQuota()
        let transport = HTTPMockTransport { request in
            .status(request.number < 3 ? .internalServerError : .ok, #"{"id":1,"title":"t"}"#)
        }
        // when
        _ = try await queue(quota, transport).add(Blog.GetPost(id: 1), thrice).value
        // then: two retries were paid for, and the last comes back
        #expect(quota.available == 500 - 14)
    }

    @Test("A success in the first attempt returns one token, up to the capacity")
    func firstTry() async throws {
        // given
        let quota = RetryQuota()
        let queue = queue(quota, HTTPMockTransport { _ in .status(200, #"{"id":1,"title":"t"}"#) })
        #expect(quota.spend(for: .transient))
        // when
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        #expect(quota.available == 500 - 13)
        // when
        for _ in 0..<20 { _ = try await queue.run(Blog.GetPost(id: 1)) }
        // then
        #expect(quota.available == 500)
    }

    @Test("Without a quota, only the policies limit retries")
    func none() async {
        // given
        let transport = HTTPMockTransport { _ in .status(500) }
        let policy = RetryPolicy(maxRetryCount: 100, interval: .zero)
        // when
        _ = await queue(nil, transport).add(Blog.GetPost(id: 1), .retry(policy)).result
        // then
        #expect(transport.requests.count == 101)
    }
}
