import NetTaskRuntime
import NetTaskTesting
import Testing

private typealias TestGroup = NetTaskGroup<String, String>

@Suite("Groups", .timeLimit(.minutes(15)))
struct GroupTests {
    let text = TextQueue()

    @Test("B33: in a serial group each task is added when the previous one has succeeded")
    func serial() async throws {
        // given
        let group = text.queue.add(TestGroup(.serial, [Say("a"), SayInTime(word: "b"), Say("c")]))
        // then
        for word in ["a", "b", "c"] {
            #expect(text.queue.count == 1)
            let attempt = try await text.handler.next()
            #expect(attempt.request == word)
            attempt.succeed(word)
        }
        try await group.value
        #expect(group.status.phase == .succeeded)
        #expect(group.status.completed == 3)
        #expect(try await group.handles(of: Say.self).last?.value == "C")
        #expect(try await group.handles(of: SayInTime.self).first?.value == "b")
    }

    @Test("B33: a serial group ends with the first error, and the tasks after it never start")
    func serialFailure() async throws {
        // given
        let group = text.queue.add(TestGroup(.serial, [Say("a"), Say("b"), Say("c")]))
        // when
        try await text.answer(1)
        try await text.handler.next().fail(TestError.numbered(2))
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await group.value }
        #expect(error?.underlying as? TestError == .numbered(2))
        #expect(group.status.phase == .failed)
        #expect(group.status.completed == 1)
        #expect(text.handler.requests == ["a", "b"])
        #expect(text.queue.count == 0)
    }

    @Test("B33, B34: a group without tasks succeeds at once", arguments: TestGroup.Mode.allCases)
    fileprivate func empty(mode: TestGroup.Mode) async throws {
        let group = text.queue.add(TestGroup(mode, []))
        #expect(group.status.phase == .succeeded)
        #expect(group.status.fraction == 1)
        try await group.value
        try await text.queue.run(TestGroup(mode, []))
    }

    @Test("B33, B34: retries stay inside the task", arguments: TestGroup.Mode.allCases)
    fileprivate func retries(mode: TestGroup.Mode) async throws {
        // given
        let policy = RetryPolicy(maxRetryCount: 1, interval: .zero)
        let group = text.queue.add(TestGroup(mode, [Say("a")]), .retry(policy))
        // when
        try await text.handler.next().fail(TestError.transient)
        try await text.handler.next().succeed()
        // then
        try await group.value
        #expect(group.handles(of: Say.self).first?.status.retryCount == 1)
    }

    @Test("B34: the tasks of a concurrent group run concurrently, within the queue's limit")
    func concurrent() async throws {
        // given
        text.queue.limit = 2
        let group = text.queue.add(TestGroup(.concurrent, [Say("a"), Say("b"), Say("c")]), .tag("g"))
        #expect(text.queue.count == 3)
        #expect(text.queue.tasks.map(\.tags) == [["g"], ["g"], ["g"]])
        // when
        let attempts = [try await text.handler.next(), try await text.handler.next()]
        #expect(text.handler.inFlightCount == 2)
        attempts.forEach { $0.succeed() }
        #expect(group.status.phase == .running)
        try await text.answer(1)
        // then
        try await group.value
        #expect(group.status.completed == 3)
    }

    @Test("B34: on the first failure the others are cancelled, and the group ends once with that error")
    func concurrentFailure() async throws {
        // given
        text.queue.limit = 2
        let (diary, write) = Diary.make()
        let group = text.queue.add(TestGroup(.concurrent, [Say("a"), Say("b"), Say("c")]))
        group.subscribe(.finished) { write("finished \($0.phase)") }
        let first = try await text.handler.next()
        let second = try await text.handler.next()
        // when
        first.fail(TestError.numbered(1))
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await group.value }
        #expect(error?.underlying as? TestError == .numbered(1))
        #expect(second.isCancelled)
        let reasons = group.handles(of: Say.self).map(\.cancellationReason)
        #expect(reasons.filter { $0 == .group }.count == 2)
        #expect(text.queue.count == 0)
        #expect(text.handler.requests.count == 2)
        group.subscribe(.finished) { _ in write("late") }
        #expect(await diary.entries(2) == ["finished failed", "late"])
    }

    @Test("B34: a task that is cancelled from outside ends the group as cancelled", arguments: TestGroup.Mode.allCases)
    fileprivate func cancelledMember(mode: TestGroup.Mode) async throws {
        // given
        let (diary, write) = Diary.make()
        let group = text.queue.add(TestGroup(mode, [Say("a"), Say("b")]))
        group.subscribe(.finished) { _ in write("finished") }
        group.subscribe(.cancelled) { write("cancelled \($0.phase)") }
        // when
        group.handles(of: Say.self)[0].cancel()
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await group.value }
        guard case .cancelled(.handle)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(await diary.entries(1) == ["cancelled cancelled"])
        #expect(text.queue.count == 0)
    }

    @Test(
        "Cancelling a group cancels the tasks that have not ended; after its end it has no effect",
        arguments: TestGroup.Mode.allCases
    )
    fileprivate func cancel(mode: TestGroup.Mode) async throws {
        // given
        text.queue.limit = 1
        let group = text.queue.add(TestGroup(mode, [Say("a"), Say("b"), Say("c")]))
        try await text.handler.next().succeed("x")
        let second = try await text.handler.next()
        // when
        group.cancel()
        // then
        let handles = group.handles(of: Say.self)
        #expect(handles[0].status.phase == .succeeded)
        #expect(handles[1].cancellationReason == .group)
        #expect(text.queue.count == 0)
        #expect(second.isCancelled)
        #expect(group.status.phase == .cancelled)
        group.cancel()
        #expect(handles[0].status.phase == .succeeded)
    }

    @Test("Cancelling the caller of `run` cancels the group; cancelling a caller that awaits `value` does not")
    func callers() async throws {
        // given
        let group = text.queue.add(TestGroup(.serial, [Say("a")]))
        let watcher = Task { try await group.value }
        let owner = Task { [text] in try await text.queue.run(TestGroup(.concurrent, [Say("b")])) }
        _ = try await text.handler.next()
        _ = try await text.handler.next()
        // when
        watcher.cancel()
        owner.cancel()
        // then
        await #expect(throws: NetTaskError<Never>.self) { try await owner.value }
        #expect(group.status.phase == .running)
        #expect(text.queue.count == 1)
        text.queue.cancelAll()
        await #expect(throws: NetTaskError<Never>.self) { try await watcher.value }
    }

    @Test("Progress counts the tasks that have succeeded")
    func progress() async throws {
        // given
        let group = text.queue.add(TestGroup(.serial, [Say("a"), Say("b")]))
        var progress = group.progress.makeAsyncIterator()
        // then
        #expect(await progress.next()?.fraction == 0)
        try await text.answer(1)
        #expect(await progress.next()?.fraction == 0.5)
        try await text.answer(1)
        var last: NetTaskGroupStatus?
        while let status = await progress.next() { last = status }
        #expect(last?.phase == .succeeded)
        #expect(last?.fraction == 1)
    }

    @Test("A group's subscriber for the main actor is called on it")
    @MainActor
    func mainActor() async throws {
        let (diary, write) = Diary.make()
        let group = text.queue.add(TestGroup(.serial, []))
        group.subscribe(.finished, on: MainActor.shared) { status in
            MainActor.assertIsolated()
            write("\(status.phase)")
        }
        #expect(await diary.entries(1) == ["succeeded"])
    }

    @Test("A serial group of many tasks that end at once does not grow the stack")
    func long() async throws {
        // given
        await text.queue.shutdown()
        let queue = TestQueue(handler: Echo())
        // then
        try await queue.run(TestGroup(.serial, (0..<20_000).map { Say("\($0)") }))
    }

    // STNetTaskQueue: testNonErrorConcurrentNetTaskGroup, on a queue that runs one task at a time.
    @Test("B34: with a limit of 1, the tasks of a concurrent group run in order, and the group succeeds")
    func concurrentWithinLimit() async throws {
        // given
        text.queue.limit = 1
        let group = text.queue.add(TestGroup(.concurrent, ["a", "b", "c"].map { Say($0) }))
        // then
        #expect(try await text.answer(3) == ["a", "b", "c"])
        try await group.value
        #expect(group.status.completed == 3)
        #expect(text.handler.highestInFlightCount == 1)
    }

    // STNetTaskQueue: a group object could be started only once.
    @Test("A group runs each time that it is added, with its own handle")
    func again() async throws {
        // given
        let group = TestGroup(.serial, [Say("a"), Say("b")])
        // when
        let first = text.queue.add(group)
        try await text.answer(1)
        try await text.handler.next().fail(TestError.numbered(1))
        await #expect(throws: NetTaskError<Never>.self) { try await first.value }
        let second = text.queue.add(group)
        try await text.answer(2)
        // then
        try await second.value
        #expect(first.status.phase == .failed)
        #expect(text.handler.requests == ["a", "b", "a", "b"])
    }

    // STNetTaskQueue: testNonErrorSerialNetTaskGroup and testErrorSerialNetTaskGroup subscribe to the group twice.
    @Test(
        "B31: all subscribers to a group's end are called once, in order, with its error",
        arguments: [false, true]
    )
    func subscribers(fails: Bool) async throws {
        // given
        let (diary, write) = Diary.make()
        let group = text.queue.add(TestGroup(.serial, [Say("a"), Say("b")]))
        for name in ["first", "second"] {
            group.subscribe(.finished) { status in
                write("\(name) \(status.phase) \(status.error.map { "\($0)" } ?? "without error")")
            }
        }
        // when
        try await text.answer(1)
        let last = try await text.handler.next()
        if fails { last.fail(TestError.numbered(2)) } else { last.succeed() }
        _ = await diary.entries(2)
        group.subscribe(.finished) { _ in write("last") }
        // then
        let end = fails ? "failed numbered(2)" : "succeeded without error"
        #expect(await diary.entries(3) == ["first \(end)", "second \(end)", "last"])
    }

    // STNetTaskQueue: B-ST-18, groups that never end.
    @Test("A group that is added after the queue's shutdown ends as cancelled", arguments: TestGroup.Mode.allCases)
    fileprivate func shutDown(mode: TestGroup.Mode) async throws {
        // given
        await text.queue.shutdown()
        // when
        let group = text.queue.add(TestGroup(mode, [Say("a"), Say("b")]))
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await group.value }
        guard case .cancelled(.queueShutDown)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(group.status.phase == .cancelled)
    }

    // STNetTaskQueue: also B-ST-18, for a running group.
    @Test("A shutdown ends the groups of the queue", arguments: TestGroup.Mode.allCases)
    fileprivate func shutDownMeanwhile(mode: TestGroup.Mode) async throws {
        // given
        text.queue.limit = 1
        let group = text.queue.add(TestGroup(mode, [Say("a"), Say("b")]))
        let waiting = text.add("waiting", .notBefore(text.date(in: 99)))
        let attempt = try await text.handler.next()
        let end = Task { [text] in await text.queue.shutdown() }
        _ = await waiting.result
        // when
        attempt.succeed()
        // then
        await end.value
        await #expect(throws: NetTaskError<Never>.self) { try await group.value }
        #expect(group.status.phase == .cancelled)
        #expect(text.handler.requests == ["a"])
    }

    @Test("`awaitAll` returns the responses of tasks of any types, in order")
    func typed() async throws {
        // given
        async let both = awaitAll(text.add("a"), text.queue.add(SayInTime(word: "b")))
        // when
        for _ in 0..<2 {
            let attempt = try await text.handler.next()
            attempt.succeed(attempt.request + "!")
        }
        // then
        let (first, second) = try await both
        #expect(first == "A!")
        #expect(second == "b!")
    }

    @Test("`awaitAll` throws the first error, and cancels the others")
    func typedFailure() async throws {
        // given
        let (first, second) = (text.add("a"), text.add("b"))
        let caller = Task { try await awaitAll(first, second) }
        let attempts = [try await text.handler.next(), try await text.handler.next()]
        // when
        attempts.first { $0.request == "b" }?.fail(TestError.numbered(1))
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await caller.value }
        #expect(error?.underlying as? TestError == .numbered(1))
        #expect(first.cancellationReason == .group)
    }

    @Test("Cancelling the caller of `awaitAll` cancels the tasks")
    func typedCancellation() async throws {
        // given
        let (first, second) = (text.add("a"), text.add("b"))
        let caller = Task { try await awaitAll(first, second) }
        _ = try await text.handler.next()
        // when
        caller.cancel()
        // then
        await #expect(throws: NetTaskError<Never>.self) { try await caller.value }
        #expect(text.queue.count == 0)
        #expect(second.cancellationReason == .group)
    }

    @Test("An array of HTTP tasks, of one type or several, is a group; `awaitAll` returns their responses")
    func http() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(Blog.GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "t"}"#) }
        mock.on(Blog.ListPosts.self) { _, _ in .json(#"{"data": {"items": []}}"#) }
        let queue = HTTPNetTaskQueue(handler: mock)
        // when
        try await queue.run([Blog.GetPost(id: 1), Blog.ListPosts()].serialNetTaskGroup)
        try await queue.run([Blog.GetPost(id: 2), Blog.GetPost(id: 3)].concurrentNetTaskGroup)
        let (post, posts) = try await awaitAll(queue.add(Blog.GetPost(id: 4)), queue.add(Blog.ListPosts()))
        // then
        #expect(mock.calls(of: Blog.GetPost.self).map(\.task.id).sorted() == [1, 2, 3, 4])
        #expect(post.id == 4)
        #expect(posts.isEmpty)
    }

    @Test("A serial group ends when its suspended queue is released")
    func releasedGroup() async throws {
        // given
        let handler = TextHandler()
        var queue: TestQueue? = TestQueue(handler: handler)
        let group = queue!.add(TestGroup(.serial, [Say("a"), Say("b")]))
        let attempt = try await handler.next()
        queue!.suspend()
        // when
        queue = nil
        attempt.succeed("x")
        // then
        var last: NetTaskGroupStatus?
        for await status in group.progress { last = status }
        #expect(last?.phase == .cancelled)
        #expect(group.handles(of: Say.self).last?.cancellationReason == .queueReleased)
    }
}

/// Returns the request as the reply, immediately.
private struct Echo: NetTaskQueueHandler {
    func send(_ request: String, context: NetTaskContext) async throws -> String { request }
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}
