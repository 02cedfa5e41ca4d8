import NetTaskModels
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The model of a task", .timeLimit(.minutes(5)))
@MainActor
struct NetTaskModelTests {
    private let handler = ManualHandler<String, String>()
    private let clock = TestClock()

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func makeModel() -> NetTaskModel<Say> {
        NetTaskModel(in: NetTaskQueue(handler: handler, clock: clock))
    }

    @Test("is empty before its first run")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func empty() {
        let model = makeModel()
        #expect(model.phase == nil && model.value == nil && model.error == nil && model.task == nil)
        #expect(!model.isRunning)
    }

    @Test("shows a run from its start to its value")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func success() async throws {
        // given
        let model = makeModel()
        // when
        model.run(Say(word: "a"))
        // then
        #expect(model.phase == .waiting && model.isRunning)
        let attempt = try await handler.next()
        await until { model.phase == .running }
        #expect(model.attempt == 1)
        // when
        attempt.context.reportProgress(NetTaskProgress(.receiving, completed: 1, total: 2))
        // then
        await until { model.progress?.fraction == 0.5 }
        // when
        attempt.succeed("A")
        // then
        await until { model.phase == .succeeded }
        #expect(model.value == "A" && model.progress == nil && !model.isRunning)
    }

    @Test("shows a failure beside the previous value, until it runs again")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func failure() async throws {
        // given
        let model = makeModel()
        model.run(Say(word: "a"))
        try await handler.next().succeed("A")
        await until { model.phase == .succeeded }
        // when
        model.retry()
        try await handler.next().fail(Trouble())
        // then
        await until { model.phase == .failed }
        #expect(model.error?.underlying is Trouble)
        #expect(model.value == "A")
        // when
        model.retry()
        // then
        #expect(model.error == nil)
        try await handler.next().succeed("B")
        await until { model.value == "B" }
    }

    @Test("shows that it waits for its next attempt")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func retries() async throws {
        // given
        let model = makeModel()
        model.run(Say(word: "a"), .retry(RetryPolicy(maxRetryCount: 1, interval: .seconds(5), when: .all)))
        try await handler.next().fail(Trouble())
        await until { model.phase == .retrying }
        // when
        try await clock.advance(by: .seconds(5))
        try await handler.next().succeed("A")
        // then
        await until { model.phase == .succeeded }
        #expect(model.attempt == 2)
    }

    @Test("is cancelled")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func cancel() async throws {
        // given
        let model = makeModel()
        model.run(Say(word: "a"))
        _ = try await handler.next()
        // when
        model.cancel()
        // then
        await until { model.phase == .cancelled }
        #expect(!model.isRunning)
        guard case .cancelled? = model.error else {
            Issue.record("the error is \(String(describing: model.error))")
            return
        }
    }

    @Test("shows only the latest of two tasks, and cancels the other")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func replaced() async throws {
        // given
        let model = makeModel()
        model.run(Say(word: "a"))
        let former = try await handler.next()
        // when
        model.run(Say(word: "b"))
        former.succeed("A")
        try await handler.next().succeed("B")
        // then
        await until { model.phase == .succeeded }
        #expect(model.value == "B")
        #expect(model.task?.word == "b")
        #expect(former.isCancelled)
    }

    @Test("shows a run that it shares with the previous task", arguments: [DuplicatePolicy.coalesce, .rejectNew])
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func duplicates(policy: DuplicatePolicy) async throws {
        // given
        let model = makeModel()
        model.run(Say(word: "a"), .duplicates(policy))
        _ = try await handler.next()
        // when
        model.run(Say(word: "a"), .duplicates(policy))
        try await handler.next().succeed("A")
        // then
        await until { !model.isRunning }
        #expect(model.phase == .succeeded && model.value == "A")
    }

    @Test("is not retained by its task, which continues")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func released() async throws {
        // given
        var model: NetTaskModel<Say>? = makeModel()
        weak let released = model
        model?.run(Say(word: "a"))
        let attempt = try await handler.next()
        // when
        model = nil
        // then
        #expect(released == nil)
        #expect(!attempt.isCancelled)
    }
}
