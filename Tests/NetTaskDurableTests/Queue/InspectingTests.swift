import Foundation
import HTTPTypes
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("Inspecting a durable queue", .timeLimit(.minutes(5)))
struct InspectingTests {
    let ground = Ground()

    @Test("explains a date, a requirement, a dependency and a group")
    func reasons() async throws {
        let queue = ground.queue(conditions: ManualConditions(), startsSuspended: false)
        let date = ground.now + 60
        let first = try await queue.enqueue(PlaceOrder(article: 1), .notBefore(date), .group("g"))
        let second = try await queue.enqueue(PlaceOrder(article: 2), .group("g"), .after(first), .requires(.network))

        let one = try #require(try await queue.explain(first.id))
        #expect(one.reasons == [.waitingUntil(date)])
        #expect(one.nextRun == date)
        let two = try #require(try await queue.explain(second.id))
        #expect(two.reasons == [.dependsOn([first.id]), .behindInGroup(first.id), .requires(.network)])
        #expect(two.nextRun == nil)
        #expect(
            two.description == """
                Task 2 is blocked: it runs after 1; task 1 of its group runs first; it requires a network, which is not \
                available. Runs used: 0 of 25
                """
        )
    }

    @Test("explains a suspended queue, an unregistered kind, and a missing task")
    func suspended() async throws {
        let id = try await ground.queue().enqueue(PlaceOrder(article: 1)).id
        let queue = ground.queue()

        #expect(try await queue.explain(id)?.reasons == [.unregisteredKind, .suspended])
        #expect(try await queue.explain(DurableTaskID(rawValue: 99)) == nil)
    }

    @Test("explains that all slots are taken")
    func full() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, limit: 1, startsSuspended: false)
        try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()
        let second = try await queue.enqueue(PlaceOrder(article: 2))

        #expect(try await queue.explain(second.id)?.reasons == [.limitReached(running: 1)])
        attempt.succeed(.json("1"))
    }

    @Test("states now for due tasks, not a date in the past")
    func nextRun() async throws {
        // It was not started, so it leaves due tasks.
        let queue = DurableHTTPNetTaskQueue(store: ground.store, handler: ground.mock) { ground.configure(&$0) }
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        ground.clock.move(by: .seconds(60))

        #expect(try await queue.explain(handle.id)?.nextRun == ground.now)
    }

    @Test("explains that a task that lost two leases waits for another such task")
    func suspect() async throws {
        try await ground.queue().enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        let next = try await ground.loseLeases(2)
        let ids = try await next.tasks(TaskQuery()).map(\.id)
        let handler = HTTPManualHandler()
        let queue = ground.queue(store: next, handler: handler, startsSuspended: false)
        queue.register(PlaceOrder.self)
        let attempt = try await handler.next()

        #expect(try await queue.explain(ids[1])?.reasons == [.suspect])
        attempt.succeed(.json("1"))
    }

    @Test("states why the latest run stopped, for each reason")
    func stopReasons() {
        func reason(_ outcome: TaskRun.Outcome, _ text: String? = nil) -> TaskStopReason? {
            TaskStopReason(TaskRun(number: 1, startedAt: ground.now, outcome: outcome, error: text))
        }
        for postponed in [TaskStopReason.noNetwork, .held, .pending] {
            #expect(reason(.postponed, postponed.text("why")) == postponed)
        }
        #expect(reason(.returned) == .returned)
        #expect(reason(.lost, TaskRules.Reason.lostLease) == .lost)
        #expect(reason(.failed, "it went wrong") == .failed)
        for over in [TaskRun.Outcome.running, .succeeded, .died, .cancelled] { #expect(reason(over) == nil) }
    }

    @Test("explains an end")
    func ended() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .status(404) }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()

        let text = try #require(try await queue.explain(handle.id)).description
        #expect(text.hasPrefix("Task 1 is dead: it is in the dead letters (abandoned)"))
        #expect(text.contains("404"))
    }

    @Test("a live list has the current tasks, and changes after each relevant change")
    func live() async throws {
        let queue = ground.queue()
        try await queue.enqueue(PlaceOrder(article: 1), .tag("other"))
        var lists = queue.live(TaskQuery(tag: "shown")).makeAsyncIterator()
        #expect(await lists.next()?.count == 0)
        try await queue.enqueue(PlaceOrder(article: 2), .tag("other"))
        let handle = try await queue.enqueue(PlaceOrder(article: 3), .tag("shown"))
        #expect(await lists.next()?.map(\.id) == [handle.id])
        try await handle.cancel()
        #expect(await lists.next()?.map(\.state) == [.cancelled])
    }

    @Test("an export has a line of JSON for each task, with its unchanged payload")
    func export() async throws {
        let queue = ground.queue()
        try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        let lines = try await queue.export().split(separator: UInt8(ascii: "\n"))

        let line = try #require(lines.last)
        let last = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        #expect(lines.count == 2)
        #expect(last["id"] as? Int == 2)
        #expect(last["state"] as? String == "waiting")
        #expect((last["payload"] as? [String: Int]) == ["article": 2])
    }

    @Test("an export keeps the payload of a sealed task sealed, even if it is JSON")
    func sealedExport() async throws {
        let queue = ground.queue(codecs: ["Vault": Quoting()])
        try await queue.enqueue(PlaceOrder(article: 1), .durability(NetTaskDurability(codec: "Vault")))
        let line = try JSONSerialization.jsonObject(with: try await queue.export()) as? [String: Any]

        let payload = try #require(line?["payload"] as? [String: String])
        let sealed = try Quoting().seal(PlaceOrder(article: 1).stored())
        #expect(payload == ["base64": sealed.base64EncodedString()])
    }

    @Test("ended tasks are removed after their retention time")
    func retention() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = ground.queue(retention: TaskRetention(ended: .seconds(7200)))
        try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        ground.clock.move(by: .seconds(7000))
        try await queue.drain()
        #expect(try await queue.tasks().count == 1)
        ground.clock.move(by: .seconds(3700))
        try await queue.drain()

        // Not before the claims, and therefore possibly after the drain.
        for await tasks in queue.live() where tasks.isEmpty { break }
        #expect(try await queue.tasks().isEmpty)
    }

    @Test("tasks of a type are cancelled together")
    func cancelType() async throws {
        let queue = ground.queue()
        let handles = try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)])
        let ids = try handles.map { try $0.get().id }

        #expect(try await queue.cancel(PlaceOrder.self) == ids)
    }
}

/// Seals to JSON.
private struct Quoting: DurableCodec {
    func seal(_ bytes: Data) throws -> Data { try JSONEncoder().encode([bytes]) }
    func open(_ sealed: Data) throws -> Data { try JSONDecoder().decode([Data].self, from: sealed)[0] }
}
