import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("Enqueuing", .timeLimit(.minutes(5)))
struct EnqueueTests {
    let ground = Ground()

    @Test("stores all settings of a task")
    func all() async throws {
        let queue = ground.queue()
        let first = try await queue.enqueue(PlaceOrder(article: 1))
        let date = ground.now + 60
        let id = try await queue.enqueue(
            PlaceOrder(article: 2),
            .tag("a"),
            .tag("b"),
            .priority(.high),
            .notBefore(date),
            .expires(date + 60),
            .after(first, onFailure: .run),
            .unique("2", .cancelOld),
            .group("orders"),
            .idempotencyKey("order-2"),
            .requires(.power),
            .traceContext(["traceparent": "00"])
        ).id

        let task = try #require(try await queue.task(id)?.task)
        #expect(task.kind == "Shop.PlaceOrder")
        #expect(task.specVersion == "1.2")
        #expect(task.specHash == "00ff")
        #expect(task.tags == ["a", "b"])
        #expect(task.priority == .high)
        #expect(task.notBefore == date)
        #expect(task.expires == date + 60)
        #expect(task.dependencies == [TaskDependency(first.id, onFailure: .run)])
        #expect(task.uniqueness == TaskUniqueness(key: "2", policy: .cancelOld))
        #expect(task.group == "orders")
        #expect(task.idempotencyKey == "order-2")
        #expect(task.requirements == .power)
        #expect(task.traceContext == ["traceparent": "00"])
    }

    @Test("gives each task a key of its own, a UUID in lower case")
    func keys() async throws {
        let queue = ground.queue()
        try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 1)])

        let keys = try await queue.tasks().map(\.task.idempotencyKey)
        #expect(Set(keys).count == 2)
        for key in keys {
            #expect(UUID(uuidString: key) != nil)
            #expect(key == key.lowercased())
        }
    }

    @Test("gives each task of a batch its own form of the given key")
    func batchKeys() async throws {
        let queue = ground.queue()
        try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)], options: [.idempotencyKey("k")])

        #expect(try await queue.tasks().map(\.task.idempotencyKey) == ["k-1", "k-2"])
    }

    @Test("rejects keys that cannot be sent")
    func badKey() async throws {
        let queue = ground.queue()
        await #expect {
            try await queue.enqueue(PlaceOrder(article: 1), .idempotencyKey("\"quoted\""))
        } throws: { error in
            if case EnqueueError.idempotencyKey = error { true } else { false }
        }
    }

    @Test("encrypts the task with the codec of its type, and decrypts it for the run")
    func codec() async throws {
        ground.mock.on(PlaceOrder.self) { task, _ in .json("\(task.article)") }
        let queue = ground.queue(codecs: ["Vault": Reversing()])
        let handle = try await queue.enqueue(
            PlaceOrder(article: 17),
            .durability(NetTaskDurability(codec: "Vault"))
        )
        let stored = try await handle.status().task
        #expect(stored.codec == "Vault")
        #expect(Data(stored.payload.reversed()) == Data(#"{"article":17}"#.utf8))
        try await queue.drain()
        let reply = try await handle.status().reply
        #expect(reply.flatMap { KeptReply(Data($0.reversed())) }?.task == Data(#"{"article":17}"#.utf8))

        let next = ground.queue(codecs: ["Vault": Reversing()])
        #expect(try await next.handle(for: handle.id, of: PlaceOrder.self).value == 17)
    }

    @Test("stores no error texts of a sealed task, because they may quote its content")
    func sealedErrors() async throws {
        ground.mock.on(PlaceOrder.self) { _, _ in .status(404, "tiger") }
        let queue = ground.queue(codecs: ["Vault": Reversing()])
        var broken = NewTask(
            kind: "Shop.PlaceOrder",
            codec: "Vault",
            payload: Data(Data(#"tiger"#.utf8).reversed()),
            idempotencyKey: "k"
        )
        broken.durability = NetTaskDurability(codec: "Vault")
        _ = try await ground.store.insert([broken], now: ground.now)
        try await queue.enqueue(PlaceOrder(article: 17), .durability(NetTaskDurability(codec: "Vault")))
        try await queue.drain()

        let dead = try await queue.deadLetters()
        #expect(
            dead.compactMap(\.lastError).sorted() == [
                "PlaceOrder cannot be decoded from the stored task: DecodingError", "StatusError, status 404",
            ]
        )
        #expect(!ground.log.entries.contains { $0.text.contains("shop.test") || $0.text.contains("tiger") })
    }

    @Test("rejects a codec that the queue does not have")
    func unknownCodec() async throws {
        let queue = ground.queue()
        await #expect {
            try await queue.enqueue(PlaceOrder(article: 17), .durability(NetTaskDurability(codec: "Vault")))
        } throws: { error in
            if case EnqueueError.unknownCodec("Vault") = error { true } else { false }
        }
    }

    @Test("cancels the task that a new one replaces, also in the middle of its run")
    func replace() async throws {
        let handler = HTTPManualHandler(endsWhenCancelled: false)
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let old = try await queue.enqueue(PlaceOrder(article: 1), .unique("k", .cancelOld))
        let attempt = try await handler.next()
        let new = try await queue.enqueue(PlaceOrder(article: 2), .unique("k", .cancelOld))
        try await handler.next().succeed(.json("2"))

        #expect(try await new.value == 2)
        #expect(attempt.isCancelled)
        guard case .failure(.cancelled) = await old.result else {
            Issue.record("\(await old.result)")
            return
        }
    }

    @Test("returns the handle of the existing task if that one is kept")
    func keep() async throws {
        let queue = ground.queue()
        let first = try await queue.enqueue(PlaceOrder(article: 1), .unique("k", .coalesce))
        let second = try await queue.enqueue(PlaceOrder(article: 2), .unique("k", .coalesce))

        #expect(second.id == first.id)
        #expect(try await queue.tasks().count == 1)
    }

    @Test("compares tasks by the params that their spec names, and does not store these as text")
    func uniqueByParams() async throws {
        let queue = ground.queue()
        let first = try await queue.enqueue(Subscribe(address: "a@example.com", note: "1"))
        let second = try await queue.enqueue(Subscribe(address: "a@example.com", note: "2"))
        let third = try await queue.enqueue(Subscribe(address: "b@example.com", note: "1"))

        #expect(first.id == second.id)
        #expect(first.id != third.id)
        let key = try #require(try await first.status().task.uniqueness?.key)
        #expect(key.count == 64)
        #expect(!key.contains("example"))
    }

    @Test("compares tasks without requests by their stored form, regardless of the order of members")
    func uniqueByPayload() throws {
        let task = Resize(path: "a")
        let one = try UniqueKey.key(of: task, payload: Data(#"{"a":1,"b":2}"#.utf8))
        let other = try UniqueKey.key(of: task, payload: Data(#"{"b":2,"a":1}"#.utf8))
        let third = try UniqueKey.key(of: task, payload: Data(#"{"b":2,"a":2}"#.utf8))

        #expect(one == other)
        #expect(one != third)
    }

    @Test("compares them equally in each process, although the order of dictionaries differs")
    func uniqueInEveryProcess() throws {
        let inOrder = Data(#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}"#.utf8)
        let shuffled = Data(#"{"f":6,"b":2,"e":5,"a":1,"d":4,"c":3}"#.utf8)
        let key = try UniqueKey.key(of: Resize(path: "a"), payload: shuffled)

        #expect(key == SHA256.hash(inOrder).map { String(format: "%02x", $0) }.joined())
    }

    @Test("stores a tracer's values, and passes them as options to each run")
    func traceContext() async throws {
        let handler = HTTPManualHandler()
        let queue = DurableHTTPNetTaskQueue(store: ground.store, handler: handler) {
            ground.configure(&$0)
            $0.traceContext = { ["traceparent": "00-17"] }
            $0.runOptions = { [.forHandler($0.task.traceContext["traceparent"] ?? "")] }
        }
        queue.start()
        try await queue.enqueue(PlaceOrder(article: 1))
        let attempt = try await handler.next()
        attempt.succeed(.json("1"))

        #expect(attempt.context.handlerOptions.first as? String == "00-17")
    }

    @Test("restores a task that was stored under a former name of its kind")
    func formerKind() async throws {
        ground.mock.on(Renamed.self) { task, _ in .json("\(task.article)") }
        let old = ground.queue()
        let id = try await old.enqueue(PlaceOrder(article: 17)).id
        await old.shutdown()

        let queue = ground.queue()
        queue.register(Renamed.self)
        try await queue.drain()

        #expect(try await queue.handle(for: id, of: Renamed.self).value == 17)
    }

    @Test("restores a task with the type that has the name of its kind now, not with one that had it before")
    func presentKind() async throws {
        ground.mock.on(PlaceOrder.self) { task, _ in .json("\(task.article)") }
        let queue = ground.queue()
        let handle = try await queue.enqueue(PlaceOrder(article: 17))
        queue.register(Renamed.self)
        try await queue.drain()

        #expect(try await handle.value == 17)
    }

    @Test("cancels the tasks that were stored under former names of a type")
    func cancelFormerKind() async throws {
        let queue = ground.queue()
        let id = try await queue.enqueue(PlaceOrder(article: 1)).id

        #expect(try await queue.cancel(Renamed.self) == [id])
    }

    @Test("runs tasks of one group one at a time, in their order")
    func group() async throws {
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler, startsSuspended: false)
        let handles = try await queue.enqueue((1...3).map(PlaceOrder.init), options: [.group("g")])
        for article in 1...3 {
            let attempt = try await handler.next()
            #expect((attempt.context.task as? PlaceOrder)?.article == article)
            #expect(handler.inFlightCount == 1)
            attempt.succeed(.json("\(article)"))
        }

        #expect(try await handles[2].get().value == 3)
    }
}

private struct Reversing: DurableCodec {
    func seal(_ bytes: Data) -> Data { Data(bytes.reversed()) }
    func open(_ sealed: Data) -> Data { Data(sealed.reversed()) }
}

private struct Subscribe: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int
    static let storedForm = StoredForm(kind: "Subscribe")
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint(settings: NetTaskSettings(duplicates: .coalesce, identity: .params))
    }
    var address: String
    var note: String
    var uri: String { "https://shop.test/subscriptions" }

    func packIdentity(into packer: inout ParameterPacker) {
        packer.add("address", address)
    }
}

private struct Renamed: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Int
    static let storedForm = StoredForm(kind: "Shop.Order", formerKinds: ["Shop.PlaceOrder"])
    var article: Int
    var uri: String { "https://shop.test/orders" }
}
