import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The behavior that KTBTaskQueue's tests require", .timeLimit(.minutes(5)))
struct KTBTaskQueueTests {
    // B-KTB-1: if nothing was due at a resume, the queue slept until a task was added.
    @Test("B35: a task whose date is after the resume starts at its date, without another event")
    func dateAfterResume() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        text.add("a", .notBefore(text.date(in: 60)))
        text.clock.move(by: .seconds(10))
        // when
        text.queue.resume()
        try await text.clock.advance(to: .seconds(60))
        // then
        #expect(try await text.answer(1) == ["a"])
    }

    // B-KTB-1, for the other settings of a queue.
    @Test("B09: a retry that gets a slot from a higher limit starts after its wait")
    func limitDuringRetryWait() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.add("a", retries(1, interval: .seconds(60)))
        text.add("b")
        try await text.handler.next().fail(TestError.transient)
        _ = try await text.handler.next()
        // when
        text.queue.limit = 2
        try await text.clock.advance(to: .seconds(60))
        // then
        let attempt = try await text.handler.next()
        #expect(attempt.request == "a")
        #expect(attempt.context.attempt == 2)
        text.queue.cancelAll()
    }

    // B-KTB-2: an executor that never reported blocked the queue.
    @Test("A handler that never returns and ignores cancellation keeps no slot beyond the timeout")
    func deadHandler() async throws {
        // given
        let text = TextQueue(limit: 1, endsWhenCancelled: false)
        let handle = text.queue.add(SayInTime(word: "a"), retries(0))
        text.add("b")
        let dead = try await text.handler.next()
        // when
        try await text.clock.advance(to: .seconds(30))
        // then
        let next = try await text.handler.next()
        #expect(next.request == "b")
        #expect(await handle.result.isFailure)
        #expect(text.handler.inFlightCount == 2)
        #expect(text.queue.count == 1)
        // when
        dead.succeed("late")
        next.succeed()
        // then
        #expect(handle.status.phase == .failed)
        #expect(handle.status.reply == nil)
    }

    // B-KTB-3: a task that was retried forever without a delay always ran first.
    @Test("B38: a task with unlimited retries without waits does not block others")
    func noStarving() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.add("a", retries(.max, interval: .zero))
        text.add("b")
        text.add("c")
        // when
        for _ in 0..<5 {
            let attempt = try await text.handler.next()
            if attempt.request == "a" { attempt.fail(TestError.transient) } else { attempt.succeed() }
        }
        // then
        #expect(text.handler.requests.prefix(5) == ["a", "b", "c", "a", "a"])
        text.queue.cancelAll()
    }

    // B-KTB-4: adding a task returned no number, and tasks that could not be stored were lost without an error.
    @Test("Each task has a unique number, in the order of adding, even if it fails or is rejected at once")
    func numbers() async throws {
        // given
        let text = TextQueue()
        text.queue.suspend()
        // when
        let handles = [
            text.add("a"), text.add(""), text.add("a", .duplicates(.rejectNew)),
            text.add("a", .duplicates(.rejectNew)), text.add("b", .priority(.high)),
        ]
        // then
        #expect(handles[3].cancellationReason == .duplicate(of: handles[2].id))
        #expect(zip(handles, handles.dropFirst()).allSatisfy { $0.id < $1.id })
        #expect(text.queue.tasks.map(\.id) == [0, 1, 2, 4].map { handles[$0].id })
        text.queue.cancelAll()
    }

    // B-KTB-8: one thread for all queues.
    @Test("An attempt that never returns does not block another queue, even with the same handler")
    func otherQueue() async throws {
        // given
        let handler = TextHandler(endsWhenCancelled: false)
        let queues = [TestQueue(limit: 1, handler: handler), TestQueue(limit: 1, handler: handler)]
        queues[0].add(Say("never"))
        let dead = try await handler.next()
        // when
        let handles = ["a", "b"].map { queues[1].add(Say($0)) }
        for _ in handles {
            let attempt = try await handler.next()
            attempt.succeed(attempt.request)
        }
        // then
        #expect(try await handles[0].value == "A")
        #expect(try await handles[1].value == "B")
        #expect(queues[0].count == 1)
        dead.succeed()
    }

    // There, -1 means forever. Here, it is `.max`.
    @Test("B06: a negative number of retries means none")
    func negativeCount() async throws {
        // given
        let mock = MockHandler<String, String>()
        mock.on(Say.self) { _, attempt in
            if attempt == 1 { throw TestError.transient }
            return "again"
        }
        let queue = TestQueue(handler: mock)
        // when
        let result = await queue.add(Say("a"), retries(-1, interval: .zero)).result
        // then
        #expect(result.isFailure)
        #expect(mock.requests == ["a"])
        #expect(queue.count == 0)
    }
}
