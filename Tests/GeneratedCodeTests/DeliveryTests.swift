import FlyingFox
import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Delivery, as generated")
struct DeliveryTests {
    /// Answers each request with the next of these statuses, and then with 200.
    private func run(
        statuses: [Int],
        _ add: (HTTPNetTaskQueue) async throws -> Void
    ) async throws -> [RecordedRequest] {
        let left = StatusQueue(statuses)
        return try await RecordingServer.run(answer: { _ in .text(left.next(), "") }) { server, baseURL in
            try await add(HTTPNetTaskQueue(baseURL: baseURL))
            return await server.requests
        }
    }

    // MARK: Idempotency keys

    @Test("A POST with an idempotency key is retried after a 503, with the same key")
    func retried() async throws {
        // when
        let requests = try await run(statuses: [503, 502]) { queue in
            try await queue.run(Delivery.Order(item: "tea"))
        }

        // then
        #expect(requests.map(\.method) == ["POST", "POST", "POST"])
        #expect(requests.map(\.text) == Array(repeating: #"{"item":"tea"}"#, count: 3))
        let keys = requests.map { $0.headers["idempotency-key"] }
        #expect(Set(keys).count == 1)
        let uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        #expect(try #require(keys[0]).wholeMatch(of: uuid) != nil)
    }

    @Test("Each task has a key of its own")
    func keys() async throws {
        // when
        let requests = try await run(statuses: []) { queue in
            try await queue.run(Delivery.Order(item: "tea"))
            try await queue.run(Delivery.Order(item: "tea"))
        }

        // then
        #expect(Set(requests.map { $0.headers["idempotency-key"] }).count == 2)
    }

    @Test("A key is sent in quotes if the spec asks for it")
    func quoted() async throws {
        // when
        let requests = try await run(statuses: []) { queue in
            try await queue.run(Delivery.QuotedOrder(item: "tea"), .idempotencyKey("order 17"))
            try await queue.run(Delivery.Order(item: "tea"), .idempotencyKey("order 17"))
        }

        // then
        #expect(requests[0].headers["x-order-key"] == "\"order 17\"")
        #expect(requests[0].headers["idempotency-key"] == nil)
        #expect(requests[1].headers["idempotency-key"] == "order 17")
    }

    @Test("A POST that is declared idempotent is retried without a key")
    func search() async throws {
        // when
        let requests = try await run(statuses: [503]) { queue in
            _ = try await queue.run(Delivery.Search(text: "a"))
        }

        // then
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.headers["idempotency-key"] == nil })
    }

    // MARK: What the queue is told

    @Test("The task has the settings of the spec")
    func descriptor() {
        #expect(Delivery.Order.settings.expires == .seconds(3600))
        let rename = Delivery.Rename.settings
        #expect(rename.priority == .veryHigh)
        #expect(rename.expires == .seconds(90))
        #expect(rename.limitKey == "people \"all\"")
        #expect(rename.rate == NetTaskRate(limit: 100, per: .seconds(60)))
        #expect(rename.duplicates == .rejectNew)
        #expect(rename.identity == .params)
        #expect(rename.idempotencyKey == NetTaskIdempotencyKey(header: "Idempotency-Key"))
        #expect(
            Delivery.Rename.durability
                == NetTaskDurability(
                    maxRunCount: 3,
                    interval: .seconds(30),
                    maxInterval: .seconds(3600),
                    codec: "Vault"
                )
        )
        #expect(rename.isIdempotent == nil)
        #expect(Delivery.Refresh.settings.isIdempotent == false)
        #expect(Delivery.Refresh.durability == NetTaskDurability())
    }

    private func rename(names: [String] = ["a"], day: Date? = nil, secret: String? = nil) -> Delivery.Rename {
        Delivery.Rename(id: 1, names: names, day: day, secret: secret)
    }

    @Test("While a task with the same values is in the queue, another is rejected; other params make no difference")
    func unique() {
        // given
        let queue = HTTPNetTaskQueue()
        queue.suspend()
        let first = queue.add(rename())
        var same = rename()
        same.note = "other"

        // when
        let second = queue.add(same)

        // then
        guard case .failure(.cancelled(.duplicate(of: first.id)))? = second.status.result else {
            Issue.record("\(second.status)")
            return
        }
        #expect(queue.count == 1)
        #expect(queue.tasks.map(\.priority) == [.veryHigh])
        queue.cancelAll()
    }

    @Test("Values that are equal only when joined are different")
    func ambiguous() {
        // given
        let queue = HTTPNetTaskQueue()
        queue.suspend()
        let tasks = [
            rename(names: ["a", "bc"]), rename(names: ["ab", "c"]), rename(names: ["a,bc"]),
            rename(names: ["a\",\"bc"]),
            rename(), rename(day: Date(timeIntervalSince1970: 0)), rename(secret: ""), rename(secret: "null"),
            rename(names: []), rename(names: [""]),
        ]

        // when
        for task in tasks { queue.add(task) }

        // then
        #expect(queue.count == tasks.count)
        queue.cancelAll()
    }

    @Test("Equal searches share one run")
    func coalesced() async throws {
        // given
        let requests = try await run(statuses: []) { queue in
            queue.suspend()
            let handles = [queue.add(Delivery.Search(text: "a")), queue.add(Delivery.Search(text: "a"))]
            let other = queue.add(Delivery.Search(text: "b"))
            // when
            queue.resume()
            for handle in handles + [other] { _ = try await handle.value }
        }

        // then
        #expect(requests.map(\.text).sorted() == ["text=a", "text=b"])
    }
}

/// What a server answers, one after the other.
private final class StatusQueue: @unchecked Sendable {
    // Unchecked, because `left` is touched under the lock alone.
    private let lock = NSLock()
    private var left: [Int]

    init(_ statuses: [Int]) {
        left = statuses
    }

    func next() -> Int {
        lock.withLock { left.isEmpty ? 200 : left.removeFirst() }
    }
}
