import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The behavior that SwiftQueue's tests require", .timeLimit(.minutes(5)))
struct SwiftQueueTests {
    // testRetryUnlimitedShouldRetryManyTimes.
    @Test("B38: without a limit a task is retried until it succeeds")
    func manyRetries() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", retries(.max, interval: .zero))
        // when
        for _ in 0..<99 {
            try await text.handler.next().fail(TestError.transient)
        }
        try await text.handler.next().succeed("x")
        // then
        #expect(try await handle.value == "X")
        #expect(handle.status.attempt == 100)
        #expect(text.handler.requests.count == 100)
    }

    // testCancelRunningOperationByTag: from inside the job, which then reports a failure.
    @Test("B29: a task that is cancelled within its attempt ends as cancelled, regardless of the attempt's result")
    func cancelledFromWithin() async throws {
        // given
        let mock = MockHandler<String, String>()
        let queue = TestQueue(handler: mock)
        mock.on(Say.self) { [weak queue] _, _ in
            queue?.cancel(tag: "t")
            throw TestError.transient
        }
        // when
        let handle = queue.add(Say("a"), .tag("t"), retries(3, interval: .zero))
        // then
        _ = await handle.result
        #expect(handle.cancellationReason == .tag("t"))
        #expect(mock.requests == ["a"])
        #expect(queue.count == 0)
    }

    // B-SQ-2: the end of the old job removed the entry of the new one.
    @Test("With cancelOld, a late result of the old one does not affect the new one")
    func oldAnswer() async throws {
        // given
        let old = Signal()
        let queue = TestQueue(duplicates: .cancelOld, handler: StubbornHandler(end: old))
        let (diary, write) = Diary.make()
        func add(_ word: String, _ witness: Witness? = nil) -> NetTaskHandle<Say> {
            queue.add(Say(word) { _ in witness == nil }, .duplicates(.cancelOld, of: "sync"))
        }
        var first: NetTaskHandle<Say>? = add("old", Witness("gone", write))
        let second = add("new")
        #expect(first?.cancellationReason == .replaced(by: second.id))
        // when
        first = nil
        old.report()
        // Its answer has been discarded when the task has been released.
        #expect(await diary.entries(1) == ["gone"])
        let third = add("new")
        // then
        #expect(second.cancellationReason == .replaced(by: third.id))
        #expect(queue.count == 1)
        queue.cancelAll()
    }

    // B-SQ-6: the timer of the first attempt ended a later attempt.
    @Test("The timeout of an ended attempt does not affect the next")
    func oldTimeout() async throws {
        // given
        let text = TextQueue()
        let handle = text.queue.add(SayInTime(word: "a"), retries(1, interval: .seconds(1)))
        let first = try await text.handler.next()
        text.clock.move(by: .seconds(28))
        first.fail(TestError.transient)
        try await text.clock.advance(to: .seconds(29))
        let second = try await text.handler.next()
        // when
        text.clock.move(by: .seconds(2))
        // Any call makes the queue check the clock.
        text.queue.limit = 1
        // then
        #expect(handle.status.phase == .running)
        #expect(!second.isCancelled)
        second.succeed("b")
        #expect(try await handle.value == "b")
        #expect(handle.status.attempt == 2)
    }

    // testScheduleWhenQueueStop, with more than one resume.
    @Test("B35: a task added while the queue was suspended starts once, regardless of the number of resumes")
    func resumedTwice() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        text.queue.suspend()
        let handles = ["a", "b"].map { text.add($0) }
        #expect(handles.map(\.status.phase) == [.waiting, .waiting])
        // when
        text.queue.resume()
        text.queue.resume()
        // then
        #expect(handles.map(\.status.phase) == [.running, .running])
        try await text.answer(2)
        for handle in handles { _ = try await handle.value }
        #expect(Set(text.handler.requests) == ["a", "b"])
        #expect(text.handler.requests.count == 2)
    }
}

/// Answers "old" on request, even if cancelled. Does not retain tasks.
private struct StubbornHandler: NetTaskQueueHandler {
    let end: Signal

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        if request != "old" { try await untilCancelled() }
        // A separate Swift task, which is not cancelled.
        await Task { await end.wait() }.value
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}
