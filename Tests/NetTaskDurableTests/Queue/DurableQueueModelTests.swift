import Foundation
import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Observation
import Testing

@Suite("The model of a durable queue", .timeLimit(.minutes(5)))
@MainActor
struct DurableQueueModelTests {
    @Test("shows the tasks that have not ended, and can change them")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func durable() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(PlaceOrder.self) { task, _ in task.article == 1 ? .json("1") : .status(400) }
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: mock)
        let model = DurableNetTaskQueueModel(queue)
        await until { model.isLoaded }
        #expect(model.tasks.isEmpty)
        // when
        let orders = try await queue.enqueue([PlaceOrder(article: 1), PlaceOrder(article: 2)]).map { try $0.get() }
        // then
        await until { model.waitingCount == 2 }
        #expect(model.tasks.map(\.id) == orders.map(\.id))
        // when
        try await queue.drain()
        // then
        await until { model.tasks.count == 1 && model.deadCount == 1 }
        // when
        model.retry([orders[1].id])
        // then
        await until { model.waitingCount == 1 }
        // when
        model.cancel(orders[1].id)
        // then
        await until { model.tasks.isEmpty }
        #expect(model.error == nil)
    }

    @Test(
        "shows the failures with their reasons",
        arguments: [
            (401, .unauthorized), (403, .unauthorized), (404, .rejected), (409, .conflict), (412, .conflict),
            (500, .exhausted), (501, .other),
        ] as [(Int, DurableFailure.Reason)]
    )
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func reasons(status: Int, reason: DurableFailure.Reason) async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(SaveNote.self) { _, _ in .status(HTTPResponse.Status(code: status)) }
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: mock)
        let model = DurableNetTaskQueueModel(queue)
        // when
        let note = try await queue.enqueue(SaveNote(text: "mine"))
        try await queue.drain()
        // then
        await until { model.failures.count == 1 }
        #expect(model.failures.first?.reason == reason)
        #expect(model.failures.first?.id == note.id)
        #expect(model.waiting.isEmpty)
        // when
        model.drop([note.id])
        // then
        await until { model.tasks.isEmpty }
        #expect(model.failures.isEmpty)
    }

    @Test("shows the current value of the server after a relaunch, until the task is retried", arguments: [nil, "Box"])
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func currentValue(codec: String?) async throws {
        // given a task whose conflict was stored by an earlier process
        let store = MemoryTaskStore()
        let mock = HTTPMockHandler()
        mock.on(SaveNote.self) { _, _ in .json("\"theirs\"", status: .conflict) }
        func makeQueue(_ store: MemoryTaskStore) -> DurableHTTPNetTaskQueue {
            let queue = DurableHTTPNetTaskQueue(store: store, handler: mock) {
                $0.codecs = ["Box": ReversingCodec()]
            }
            queue.register(SaveNote.self)
            return queue
        }
        let earlier = makeQueue(store)
        let durability = NetTaskDurability(maxRunCount: 1, codec: codec)
        let id = try await earlier.enqueue(SaveNote(text: "mine"), .durability(durability)).id
        try await earlier.drain()
        // when
        let queue = makeQueue(MemoryTaskStore(sharing: store))
        let model = DurableNetTaskQueueModel(queue)
        await until { !model.failures.isEmpty }
        // then
        let failure = try #require(model.failures.first)
        #expect(failure.reason == .conflict)
        #expect(failure.reply?.status == .conflict)
        #expect(failure.body(of: SaveNote.self) == "theirs")
        #expect(failure.message.contains("409"))
        // and the handle has the typed error
        let result = await queue.handle(for: id, of: SaveNote.self).result
        guard case .failure(.dead(.abandoned, _, .status(_, let body)?)) = result else {
            Issue.record("There is no typed error")
            return
        }
        #expect(body == "theirs")
        // when
        model.retry([id])
        // then
        await until { model.failures.isEmpty }
        #expect(model.waiting.map(\.id) == [id])
        #expect(try await store.task(id)?.reply == nil)
    }

    @Test("is not retained by the queue")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    func released() async throws {
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPMockHandler())
        var model: DurableNetTaskQueueModel? = DurableNetTaskQueueModel(queue)
        weak let released = model
        model = nil
        #expect(released == nil)
    }

    /// Waits until a condition on a model holds.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    private func until(_ condition: @MainActor () -> Bool) async {
        while !condition() {
            await withCheckedContinuation { continuation in
                withObservationTracking {
                    _ = condition()
                } onChange: {
                    continuation.resume()
                }
            }
        }
    }
}

/// A task whose conflict has the current value of the server.
private struct SaveNote: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Void
    typealias Failure = String

    static let storedForm = StoredForm(kind: "Notes.SaveNote")
    static let durability = NetTaskDurability(maxRunCount: 1)
    static var endpoint: HTTPEndpoint {
        HTTPEndpoint(
            nil,
            HTTPRequest.Method.put,
            "notes/1",
            baseURL: "https://notes.test",
            settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 0))
        )
    }

    var text: String

    static func failure(in reply: HTTPReply) throws -> String? {
        try JSONDecoder().decode(String.self, from: reply.body)
    }
}

/// Seals bytes by reversing them.
private struct ReversingCodec: DurableCodec {
    func seal(_ bytes: Data) throws -> Data { Data(bytes.reversed()) }
    func open(_ sealed: Data) throws -> Data { Data(sealed.reversed()) }
}
