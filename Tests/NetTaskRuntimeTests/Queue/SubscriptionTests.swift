import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Subscriptions", .timeLimit(.minutes(5)))
struct SubscriptionTests {
    let text = TextQueue()
    let diary: Diary
    let write: @Sendable (String) -> Void

    init() {
        (diary, write) = Diary.make()
    }

    @Test("B31: all subscribers to a moment are called once, in order, with the status at that moment")
    func order() async throws {
        // given
        let handle = text.add("a", retries(1, interval: .zero))
        let write = write
        for name in ["first", "second"] {
            handle.subscribe(.retrying) { write("\(name) retrying \($0.phase) \($0.attempt)") }
            handle.subscribe(.finished) { write("\(name) finished \($0.phase) \($0.attempt)") }
        }
        handle.subscribe(.cancelled) { _ in write("cancelled") }
        handle.subscribe(.started) { write("started \($0.attempt)") }
        // when
        try await text.handler.next().fail(TestError.transient)
        try await text.handler.next().succeed()
        // then
        #expect(
            await diary.entries(5) == [
                "first retrying retrying 1", "second retrying retrying 1", "started 2",
                "first finished succeeded 2", "second finished succeeded 2",
            ]
        )
    }

    @Test("B31: a subscriber after the end is called only for the end")
    func late() async throws {
        // given
        let write = write
        let succeeded = text.add("a")
        try await text.answer(1)
        _ = await succeeded.result
        let cancelled = text.add("b", .notBefore(text.date(in: 1_000_000)))
        cancelled.cancel()
        // when
        succeeded.subscribe(.cancelled) { _ in write("wrong") }
        succeeded.subscribe(.started) { _ in write("wrong") }
        succeeded.subscribe(.finished) { write("\($0.phase)") }
        _ = await diary.entries(1)
        cancelled.subscribe(.finished) { _ in write("wrong") }
        cancelled.subscribe(.cancelled) { write("\($0.phase)") }
        // then
        #expect(await diary.entries(2) == ["succeeded", "cancelled"])
    }

    @Test("B29: a cancelled task has not finished; it was cancelled")
    func cancelled() async throws {
        // given
        let write = write
        let handle = text.add("a")
        handle.subscribe(.finished) { _ in write("finished") }
        handle.subscribe(.cancelled) { write("cancelled \($0.phase)") }
        handle.subscribe(.ended) { write("ended \($0.phase)") }
        _ = try await text.handler.next()
        // when
        handle.cancel()
        handle.cancel()
        // then
        handle.subscribe(.cancelled) { _ in write("last") }
        #expect(await diary.entries(3) == ["cancelled cancelled", "ended cancelled", "last"])
    }

    @Test("A cancelled subscription is not called")
    func unsubscribe() async throws {
        // given
        let write = write
        let handle = text.add("a")
        let subscription = handle.subscribe(.finished) { _ in write("stopped") }
        handle.subscribe(.finished) { _ in write("finished") }
        // when
        subscription.cancel()
        try await text.answer(1)
        // then
        handle.subscribe(.finished) { _ in write("last") }
        #expect(await diary.entries(2) == ["finished", "last"])
    }

    @Test("A closure is never called on the thread that caused the event, so that it may take any lock")
    func reentrancy() async throws {
        // given
        let write = write
        let lock = Box(())
        let handle = text.add("a")
        let other = text.add("b", .notBefore(text.date(in: 1_000_000)))
        handle.subscribe(.cancelled) { _ in
            lock.update { _ in }
            other.cancel()
            write("\(other.status.phase)")
        }
        // when
        lock.update { _ in handle.cancel() }
        // then
        #expect(await diary.entries(1) == ["cancelled"])
    }

    @Test("A subscriber for the main actor is called on it, in order with the others")
    @MainActor
    func mainActor() async throws {
        // given
        let write = write
        let handle = text.add("a")
        var count = 0
        handle.subscribe(.finished) { _ in write("pool") }
        handle.subscribe(.finished, on: MainActor.shared) { _ in
            MainActor.assertIsolated()
            count += 1
            write("main")
        }
        handle.subscribe(.finished) { _ in write("pool again") }
        // when
        try await text.answer(1)
        // then
        #expect(await diary.entries(3) == ["pool", "main", "pool again"])
        #expect(count == 1)
    }

    @Test("Each use of `events` is its own subscription; dropping one does not affect others")
    func events() async throws {
        // given
        let handle = text.add("a", retries(1, interval: .zero))
        let first = Task { await names(of: handle.events) }
        var dropped: Task<Void, Never>? = Task { for await _ in handle.events { return } }
        await dropped?.value
        dropped = nil
        // when
        try await text.handler.next().fail(TestError.transient)
        let attempt = try await text.handler.next()
        let second = Task { await names(of: handle.events) }
        while handle.status.attempt < 2 { await Task.yield() }
        attempt.succeed()
        // then
        #expect(await first.value.suffix(3) == ["retrying 1", "started 2", "ended"])
        #expect(await second.value.last == "ended")
    }

    private func names(of events: NetTaskEvents<Say>) async -> [String] {
        var names: [String] = []
        for await event in events {
            switch event {
            case .waiting: names.append("waiting")
            case .started(let attempt): names.append("started \(attempt)")
            case .retrying(let retry, _, _, _): names.append("retrying \(retry)")
            case .ended: names.append("ended")
            }
        }
        return names
    }

    @Test("Progress is that of the handler, begins with the latest value, and ends with the task")
    func progress() async throws {
        // given
        let handle = text.add("a")
        let attempt = try await text.handler.next()
        attempt.context.reportProgress(NetTaskProgress(.sending, completed: 1))
        attempt.context.reportProgress(NetTaskProgress(.receiving, completed: 5, total: 10))
        var progress = handle.progress.makeAsyncIterator()
        // then
        let latest = await progress.next()
        #expect(latest == NetTaskProgress(.receiving, completed: 5, total: 10))
        #expect(latest?.fraction == 0.5)
        // when
        attempt.context.reportProgress(NetTaskProgress(.receiving, completed: 10, total: 10))
        #expect(await progress.next()?.fraction == 1)
        attempt.succeed()
        // then
        #expect(await progress.next() == nil)
        // when
        attempt.context.reportProgress(NetTaskProgress(.receiving, completed: 11, total: 10))
        var late = handle.progress.makeAsyncIterator()
        #expect(await late.next()?.completed == 10)
        #expect(await late.next() == nil)
    }

    @Test("A fraction is known only with a total; 0 of 0 is complete, and it is always from 0 to 1")
    func fraction() {
        #expect(NetTaskProgress(.sending, completed: 7).fraction == nil)
        #expect(NetTaskProgress(.sending, completed: 0, total: 0).fraction == 1)
        #expect(NetTaskProgress(.sending, completed: 9, total: 4).fraction == 1)
        #expect(NetTaskProgress(.sending, completed: -1, total: 4).fraction == 0)
        #expect(NetTaskProgress(.sending, completed: 1, total: -1).fraction == 1)
    }

    @Test("Reports of an ended attempt are ignored")
    func lateProgress() async throws {
        // given
        let handle = text.add("a", retries(1, interval: .zero))
        let first = try await text.handler.next()
        first.fail(TestError.transient)
        let second = try await text.handler.next()
        // when
        second.context.reportProgress(NetTaskProgress(.sending, completed: 1))
        first.context.reportProgress(NetTaskProgress(.sending, completed: 99))
        // then
        var progress = handle.progress.makeAsyncIterator()
        #expect(await progress.next()?.completed == 1)
        second.succeed()
    }

    // STNetTaskQueue: B-ST-22, a state for the start of each attempt.
    @Test("Each attempt is reported as started, each retry as retrying, and the end once, with the attempt's number")
    func moments() async throws {
        // given
        let write = write
        text.queue.suspend()
        let handle = text.add("a", retries(2, interval: .zero))
        for moment in NetTaskMoment.allCases {
            handle.subscribe(moment) { write("\(moment) \($0.attempt) \($0.isEnded)") }
        }
        // when
        text.queue.resume()
        try await text.handler.next().fail(TestError.transient)
        try await text.handler.next().fail(TestError.transient)
        try await text.handler.next().succeed()
        // then
        #expect(
            await diary.entries(7) == [
                "started 1 false", "retrying 1 false", "started 2 false", "retrying 2 false", "started 3 false",
                "finished 3 true", "ended 3 true",
            ]
        )
    }

    @Test("A cancelled subscription releases its closure")
    func closureGoes() {
        // given
        let handle = text.add("a")
        weak var object: Box<Int>?
        let subscription: NetTaskSubscription
        do {
            let box = Box(1)
            object = box
            subscription = handle.subscribe(.finished) { _ in box.value += 1 }
        }
        #expect(object != nil)
        // when
        subscription.cancel()
        // then
        #expect(object == nil)
        text.queue.cancelAll()
    }

    @Test("A subscription that is cancelled on the main actor is not called on it")
    @MainActor
    func cancelledOnMain() async {
        // given
        let handle = text.add("a", .after(TextQueue().add("x")))
        let write = write
        // when
        for _ in 0..<100 {
            let subscription = handle.subscribe(.finished, on: MainActor.shared) { _ in write("wrong") }
            // Gives the concurrency pool time to run it.
            for _ in 0..<200 { _ = handle.status }
            subscription.cancel()
        }
        // then
        handle.subscribe(.finished) { _ in write("last") }
        #expect(await diary.entries(1) == ["last"])
    }
}
