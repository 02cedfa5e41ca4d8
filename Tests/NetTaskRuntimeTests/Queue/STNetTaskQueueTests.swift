import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The behavior that STNetTaskQueue's tests require", .timeLimit(.minutes(5)))
struct STNetTaskQueueTests {
    // Its tests and its users share one queue.
    @Test("The shared queue is always the same, and has no limits")
    func shared() {
        #expect(HTTPNetTaskQueue.shared === HTTPNetTaskQueue.shared)
        #expect(HTTPNetTaskQueue.shared.limit == 0)
        #expect(HTTPNetTaskQueue.shared.limitPerKey == 0)
    }

    // B-ST-13: an unrequested cancellation by the session kept its slot forever.
    @Test(
        "B01: over HTTP, too, a cancellation by the transport ends the task and frees its slot",
        arguments: [CancellationError(), URLError(.cancelled), TransportError(.other, reason: "cancelled")]
            as [any Error]
    )
    func transportCancels(error: any Error) async throws {
        // given
        let transport = HTTPMockTransport { request in
            if request.number == 1 { throw error }
            return .status(200)
        }
        let queue = HTTPNetTaskQueue(transport: transport, limit: 1)
        // when
        let first = queue.add(GetAnywhere(uri: "http://h.test/1"))
        let second = queue.add(GetAnywhere(uri: "http://h.test/2"))
        // then
        let result = await first.result
        switch result {
        case .failure(.cancelled(.handler)) where error is CancellationError: break
        case .failure(.transport(let told)) where !(error is CancellationError): #expect(told.kind == .other)
        default: Issue.record("\(result)")
        }
        try await second.value
        #expect(transport.requests.count == 2)
        #expect(queue.count == 0)
    }

    // Adding a task object twice was an assertion failure. In release builds, it replaced the first completion (B-ST-17).
    @Test("A task is a value: added twice, it is two tasks with their own numbers, responses and ends")
    func addedTwice() async throws {
        // given
        let text = TextQueue(limit: 1)
        let task = Say("a")
        // when
        let handles = [text.queue.add(task), text.queue.add(task)]
        try await text.handler.next().succeed("x")
        try await text.handler.next().fail(TestError.final)
        // then
        #expect(handles[0].id != handles[1].id)
        #expect(try await handles[0].value == "X")
        #expect(await handles[1].result.isFailure)
        #expect(text.queue.count == 0)
    }

    // Also B-RQ-5: cancelled by identity, but distinguished by equality.
    @Test("B28: cancelling a task does not affect an equal one")
    func cancelOneOfTwo() async throws {
        // given
        let text = TextQueue()
        let handles = [text.add("a"), text.add("a")]
        let attempts = [try await text.handler.next(), try await text.handler.next()]
        // when
        handles[1].cancel()
        for attempt in attempts { attempt.succeed("x") }
        // then
        #expect(handles[1].cancellationReason == .handle)
        #expect(try await handles[0].value == "X")
        #expect(attempts.filter(\.isCancelled).map(\.context.id) == [handles[1].id])
    }

    // testRetryNetTask: a missing uri, two retries at intervals, and the error of the last one.
    @Test("B06: with `all` a 404 is retried after each interval, and reported in the end")
    func retried() async throws {
        // given
        let clock = TestClock()
        let transport = HTTPMockTransport { _ in .status(404) }
        let queue = HTTPNetTaskQueue(transport: transport) {
            $0.clock = clock
        }
        let policy = RetryPolicy(maxRetryCount: 2, interval: .milliseconds(200), when: .all)
        // when
        let handle = queue.add(Blog.GetPost(id: 1), .retry(policy))
        try await clock.advance(to: .milliseconds(200))
        try await clock.advance(to: .milliseconds(400))
        // then
        let result = await handle.result
        guard case .failure(.status(.notFound, _)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(handle.status.retryCount == 2)
        #expect(transport.requests.count == 3)
    }

    // B-ST-23: retries of permanent failures.
    @Test("B08: without `all` a 404 is not retried, regardless of the number of retries")
    func notRetried() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(404) }
        let queue = HTTPNetTaskQueue(transport: transport)
        // when
        let handle = queue.add(Blog.GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 2, interval: .zero)))
        // then
        #expect(await handle.result.isFailure)
        #expect(handle.status.retryCount == 0)
        #expect(transport.requests.count == 1)
    }
}
