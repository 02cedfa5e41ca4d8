import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("A durable queue has the features of the ancestors' queues", .timeLimit(.minutes(5)))
struct ParityTests {
    private let ground = Ground()
    private let executors = DurableExecutors()
    private let runs = Book<String>()

    /// Records each task when it runs.
    private func writing(startsSuspended: Bool = true) -> ExecutedTaskQueue {
        executors.on(Resize.self) { [runs] task, _ in runs.write(task.path) }
        return ground.executing(executors, startsSuspended: startsSuspended)
    }

    // MARK: SYNQueue

    @Test("A task runs after its dependency, even if it was enqueued first")
    func depend() async throws {
        // given
        let queue = writing()
        let form = try await queue.enqueue(Resize(path: "form"))
        let photo = try await queue.enqueue(Resize(path: "photo"))
        // when
        try await form.depend(on: photo)
        try await queue.drain()
        // then
        #expect(runs.entries == ["photo", "form"])
        await #expect(throws: TaskStoreError.begun(form.id)) { try await form.depend(on: photo) }
    }

    @Test("A task that gets a failed dependency ends, and this is reported")
    func dependOnFailed() async throws {
        // given
        executors.on(Upload.self) { _, _ in .abandon(TestError()) }
        let queue = writing()
        let photo = try await queue.enqueue(Upload(path: "photo"))
        try await queue.drain()
        let form = try await queue.enqueue(Resize(path: "form"))
        // when
        try await form.depend(on: photo)
        // then
        guard case .failure(.cancelled) = await form.result else {
            Issue.record("It did not end as cancelled")
            return
        }
    }

    @Test("A task is found by its unique key until it ends")
    func uniqueKey() async throws {
        // given
        let queue = writing()
        let handle = try await queue.enqueue(Resize(path: "a"), .unique("1234", .rejectNew))
        // then
        #expect(try await queue.handle(unique: "1234", of: Resize.self)?.id == handle.id)
        #expect(try await queue.handle(unique: "1234", of: Upload.self) == nil)
        #expect(try await queue.handle(unique: "5678", of: Resize.self) == nil)
        // when
        try await queue.drain()
        // then
        #expect(try await queue.handle(unique: "1234", of: Resize.self) == nil)
        #expect(try await queue.tasks(TaskQuery(uniqueKey: "1234")).map(\.id) == [handle.id])
    }

    @Test("A higher limit starts more tasks at once, and with a lower one running tasks continue")
    func limit() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        try await queue.enqueue((1...4).map { PlaceOrder(article: $0) })
        let first = try await handler.next()
        #expect(queue.runningCount == 1)
        // when
        queue.limit = 3
        // then
        let others = [try await handler.next(), try await handler.next()]
        #expect(queue.runningCount == 3)
        // when
        queue.limit = 0
        first.succeed(.json("1"))
        others.forEach { $0.succeed(.json("1")) }
        // then
        try await handler.next().succeed(.json("1"))
        #expect(queue.limit == 1)
    }

    @Test("The log has the start and the success of each run, and the date of the next one")
    func log() async throws {
        // given
        executors.on(Resize.self) { _, context in runs.count == 0 ? .failure(TestError()) : .success }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(Resize(path: "a"))
        // when
        try await queue.drain()
        runs.write("failed")
        ground.clock.move(by: .seconds(60))
        try await queue.drain()
        // then
        let lines = ground.log.entries.filter { $0.id == handle.id }
        #expect(lines.allSatisfy { $0.level == .info })
        #expect(lines.count == 4)
        #expect(lines.first?.text == "Run 1 of Resize begins")
        #expect(lines.dropFirst().first?.text.hasPrefix("Run 1 of Resize failed, and the next run is at ") == true)
        #expect(lines.dropFirst().first?.text.hasSuffix("Z: it went wrong") == true)
        #expect(lines.suffix(2).map(\.text) == ["Run 2 of Resize begins", "Run 2 of Resize has succeeded"])
    }

    @Test("An explanation has the last error and the number of runs")
    func explanation() async throws {
        // given
        executors.on(Resize.self) { _, _ in .failure(TestError("no space")) }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(Resize(path: "a"), .durability(NetTaskDurability(maxRunCount: 3)))
        #expect(try await queue.explain(handle.id)?.description.hasSuffix(". Runs used: 0 of 3") == true)
        // when
        try await queue.drain()
        // then
        let explanation = try #require(try await queue.explain(handle.id))
        #expect(explanation.runCount == 1)
        #expect(explanation.maxRunCount == 3)
        #expect(explanation.lastError == "no space")
        #expect(explanation.description.hasSuffix(". Runs used: 1 of 3. The last error: no space"))
    }

    // MARK: KTBTaskQueue

    @Test("With an interval of zero a task is run again at once, as often as it may be")
    func noInterval() async throws {
        // given
        executors.on(Resize.self) { [runs] task, _ in
            runs.write(task.path)
            return .failure(TestError())
        }
        let queue = ground.executing(executors)
        let durability = NetTaskDurability(maxRunCount: 4, interval: .zero)
        try await queue.enqueue(Resize(path: "a"), .durability(durability))
        // when
        let report = try await queue.drain()
        // then
        #expect(report.ran == 4)
        #expect(try await queue.deadLetters(reasons: [.exhausted]).map(\.runCount) == [4])
    }

    @Test("A named task needs no type: the closure of its name gets its JSON")
    func named() async throws {
        // given
        executors.on("PostThisVitalThing") { [runs] task, _ in
            runs.write(task.userInfo["wow"]?.stringValue ?? "")
        }
        let queue = ground.executing(executors)
        // when
        let handle = try await queue.enqueue(NamedTask("PostThisVitalThing", ["wow": "so important"]))
        try await queue.drain()
        // then
        try await handle.value
        #expect(runs.entries == ["so important"])
        #expect(try await queue.counts() == [TaskCount(kind: "PostThisVitalThing", state: .succeeded, count: 1)])
    }

    @Test("A named task without a closure is kept, also after a relaunch, and runs when there is one")
    func heldNamed() async throws {
        // given
        let first = ground.executing(DurableExecutors())
        let id = try await first.enqueue(NamedTask("Later")).id
        executors.on("Another") { _, _ in }
        let queue = ground.executing(executors, startsSuspended: false)
        let handle = queue.handle(for: id, of: NamedTask.self)
        try await queue.drain()
        #expect(try await handle.status().runCount == 0)
        #expect(try await queue.unregisteredKinds().map(\.kind) == ["Later"])
        #expect(try await queue.explain(id)?.reasons == [.unregisteredKind])
        // when
        executors.on("Later") { _, _ in .success }
        // then
        try await handle.value
    }

    @Test("Named tasks fail and are abandoned like tasks of a type")
    func failedNamed() async throws {
        // given
        executors.on("Fails") { _, _ in throw TestError() }
        executors.on("Ends") { _, _ in throw AbandonedError(reason: TestError("for good")) }
        let queue = ground.executing(executors)
        let fails = try await queue.enqueue(NamedTask("Fails"))
        let ends = try await queue.enqueue(NamedTask("Ends"))
        // when
        try await queue.drain()
        // then
        #expect(try await fails.status().state == .waiting)
        #expect(try await ends.status().deathReason == .abandoned)
        #expect(try await queue.cancel(NamedTask.self) == [fails.id])
    }

    // MARK: Without a network

    @Test(
        "A run with an error for a missing network does not count, even without a provider of conditions",
        arguments: [
            URLError(.notConnectedToInternet) as any Error, URLError(.dataNotAllowed), POSIXError(.ENETUNREACH),
        ]
    )
    func notConnected(error: any Error) async throws {
        // given
        ground.mock.on(PlaceOrder.self) { _, _ in
            throw TransportError(.cannotConnect, reason: "offline", underlying: error)
        }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        // when
        try await queue.drain()
        // then
        let task = try await handle.status()
        #expect(task.runCount == 0)
        #expect(task.dueAt == ground.now + 30)
    }

    @Test("A run of a closure without a network does not count either")
    func notConnectedClosure() async throws {
        // given
        executors.on(Resize.self) { _, _ in throw URLError(.notConnectedToInternet) }
        let queue = ground.executing(executors)
        let handle = try await queue.enqueue(Resize(path: "a"))
        // when
        try await queue.drain()
        // then
        #expect(try await handle.status().runCount == 0)
    }

    @Test("A run that finds no host or loses its connection counts")
    func otherFailures() async throws {
        // given
        ground.mock.on(PlaceOrder.self) { task, _ in
            let kind = task.article == 1 ? TransportError.Kind.cannotConnect : .connectionLost
            let code = task.article == 1 ? URLError.Code.cannotFindHost : .notConnectedToInternet
            throw TransportError(kind, reason: "elsewhere", underlying: URLError(code))
        }
        let queue = ground.queue()
        try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        // when
        try await queue.drain()
        // then
        #expect(try await queue.tasks().map(\.runCount) == [1, 1])
    }
}
