import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskDurableTesting
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Tasks that require something", .timeLimit(.minutes(5)))
struct ConditionsTests {
    let ground = Ground()

    @Test("wait until it is available, and start then")
    func changeStarts() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let conditions = ManualConditions()
        let queue = ground.queue(conditions: conditions, startsSuspended: false)
        let handle = try await queue.enqueue(PlaceOrder(article: 1), .requires([.network, .power]))
        try await queue.drain()
        conditions.set(.network)
        try await queue.drain()
        #expect(try await handle.status().state == .waiting)

        conditions.set([.network, .power])

        #expect(try await handle.value == 1)
    }

    @Test("accept any unmetered network")
    func unmetered() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .json("1") }
        let queue = ground.queue(conditions: ManualConditions(.unmeteredNetwork))
        try await queue.enqueue(PlaceOrder(article: 1), .requires(.network))

        #expect(try await queue.drain().ran == 1)
    }

    @Test(
        "keep their requests from expensive networks if they require an unmetered one",
        arguments: [(.unmeteredNetwork, true), (.network, false), ([], false)] as [(TaskRequirements, Bool)]
    )
    func expensive(requirements: TaskRequirements, isUnmetered: Bool) async throws {
        let transport = ExchangeTransport()
        let queue = ground.queue(handler: HTTPNetTaskQueueHandler(transport: transport))
        try await queue.enqueue(PlaceOrder(article: 1), .requires(requirements))
        #expect(try await queue.drain().ran == 1)
        #expect(transport.unmetered.entries == [isUnmetered])
    }

    @Test("have the requirements of their durability, too")
    func durability() async throws {
        let queue = ground.queue(conditions: ManualConditions())
        let durability = NetTaskDurability(requirements: .power)
        let handle = try await queue.enqueue(PlaceOrder(article: 1), .durability(durability), .requires(.network))

        #expect(try await handle.status().task.requirements == [.power, .network])
    }

    @Test("do not count a run that found no network")
    func offline() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in throw TransportError(.cannotConnect, reason: "no route") }
        let queue = ground.queue(conditions: ManualConditions())
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()

        let task = try await handle.status()
        #expect(task.runCount == 0)
        #expect(task.dueAt == ground.now + 30)
        #expect(try await queue.runs(of: handle.id).map(\.outcome) == [.postponed])
    }

    @Test("explain that a run found no network, as a case and as text")
    func offlineExplained() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in throw TransportError(.cannotConnect, reason: "no route") }
        let queue = ground.queue(conditions: ManualConditions())
        let handle = try await queue.enqueue(PlaceOrder(article: 1))
        try await queue.drain()
        queue.resume()

        let explanation = try #require(try await queue.explain(handle.id))
        #expect(explanation.stopReason == .noNetwork)
        #expect(explanation.stopText?.hasPrefix("There was no network: ") == true)
        #expect(explanation.stopText?.contains("no route") == true)
        #expect(explanation.description.contains(". The latest run: There was no network: "))
        #expect(explanation.reasons == [.waitingUntil(ground.now + 30)])
    }
}

/// Records whether requests need an unmetered network.
private struct ExchangeTransport: HTTPTransport {
    let unmetered = Book<Bool>()

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        unmetered.write(exchange.requiresUnmeteredNetwork)
        try exchange.receive(HTTPResponse(status: .ok))
        try exchange.receive(Data("5".utf8))
    }
}
