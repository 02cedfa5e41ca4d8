import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskMocks
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("MockAPI as a transport")
struct MockAPITests {
    private let mock = MockAPI(Bazaar.mocks)
    private let queue: HTTPNetTaskQueue

    init() { queue = HTTPNetTaskQueue(transport: mock) }

    // MARK: Made replies

    @Test("remembers what requests create and remove")
    func memory() async throws {
        // when
        let created = try await place("lamp")
        let found = try await queue.run(Bazaar.GetOrder(id: created.id))
        try await queue.run(Bazaar.DeleteOrder(id: created.id))

        // then
        #expect(found.item == "lamp" && found.count == 2)
        let ids = try await queue.run(Bazaar.ListOrders()).map(\.id)
        #expect(ids == [1, 2, 3, 4, 5])
        await #expect(throws: (any Error).self) { try await queue.run(Bazaar.GetOrder(id: created.id)) }
    }

    @Test("forgets on request")
    func reset() async throws {
        // given
        _ = try await place("lamp")

        // when
        mock.reset()

        // then
        #expect(mock.requests.isEmpty)
        #expect(try await queue.run(Bazaar.ListOrders()).count == 5)
    }

    @Test("sends streams, files and forms without pauses")
    func bodies() async throws {
        // when
        var events: [Bazaar.Watch.Element] = []
        for try await event in queue.stream(Bazaar.Watch()) { events.append(event) }
        var lines: [Bazaar.Shortage] = []
        for try await line in queue.stream(Bazaar.Log()) { lines.append(line) }
        let file = try await queue.run(Bazaar.GetPicture())
        let attached = try await queue.run(
            Bazaar.Attach(file: HTTPFile(data: Data("abc".utf8), name: "a.txt"), caption: "c")
        )

        // then
        #expect(events.count == 3 && lines.count == 3)
        #expect(try !file.data().isEmpty)
        #expect(attached.id > 0)
        #expect(String(decoding: mock.requests(of: Bazaar.Attach.self)[0].body, as: UTF8.self).contains("abc"))
    }

    @Test("ends long-running operations at the first poll")
    func longRunning() async throws {
        // given
        mock.on(Bazaar.GetJob.self) { $0.id = 77 }

        // when
        let job = try await queue.run(Bazaar.StartJob())

        // then
        #expect(job.id == 77 && job.state == .ready)
        #expect(mock.requests(of: Bazaar.GetJob.self).count == 1)
    }

    // MARK: Overrides

    @Test("changes the response of a task, as often as a test says")
    func change() async throws {
        // given
        mock.on(Bazaar.GetOrder.self, times: 1) {
            $0.total = 5
            $0.note = .null
            $0.closedAt = nil
            $0.createdAt = Date(timeIntervalSince1970: 60)
            $0.state = .unknown("lost")
        }

        // when
        let changed = try await queue.run(Bazaar.GetOrder(id: 1))
        let next = try await queue.run(Bazaar.GetOrder(id: 1))

        // then
        #expect(changed.total == 5 && changed.closedAt == nil && changed.createdAt.timeIntervalSince1970 == 60)
        #expect(changed.state == .unknown("lost"))
        guard case .null = changed.note else {
            Issue.record("\(changed.note)")
            return
        }
        #expect(changed.item == next.item && changed.token == next.token && next.total != 5)
    }

    @Test("changes values at paths, in other shapes, of unions and without a field")
    func box() async throws {
        // given
        mock.on(Bazaar.GetBox.self) { box in
            box.weight = 7.5
            box.width = nil
            box.lid.isOpen = true
            box.item = .tool(Bazaar.Tool(id: 3, size: .large))
            box.price = .list([Bazaar.Shortage(available: 1, item: "a")])
            box.data = Data([1, 2])
            box.number = 12
            box.days = [Date(timeIntervalSince1970: 0)]
            box.additional = ["x": 1]
        }

        // when
        let box = try await queue.run(Bazaar.GetBox())

        // then
        #expect(box.weight == 7.5 && box.width == nil && box.lid.isOpen && box.data == Data([1, 2]))
        #expect(box.number == 12 && box.days == [Date(timeIntervalSince1970: 0)] && box.additional == ["x": 1])
        guard case .tool(let tool) = box.item, case .list(let list) = box.price else {
            Issue.record("\(box)")
            return
        }
        #expect(tool.size == .large && list.map(\.item) == ["a"])
    }

    @Test("changes responses with headers, statuses, media types, and without JSON")
    func kinds() async throws {
        // given
        mock.on(Bazaar.GetTotal.self) { ($0.sum, $0.limit, $0.names) = (1, 2, ["a", "b"]) }
        mock.on(Bazaar.GetFolder.self) { ($0.body.name, $0.etag) = ("root", "7") }
        mock.on(Bazaar.Export.self) { $0 = .accepted(Bazaar.Export.Response.Accepted(retryAfter: 9)) }
        mock.on(Bazaar.Print.self) { $0 = .csv("a,b") }
        mock.on(Bazaar.GetText.self) { $0 = "word" }
        mock.on(Bazaar.GetBytes.self) { $0 = Data([7]) }
        mock.on(Bazaar.GetPicture.self) { $0 = HTTPFile(data: Data([8])) }
        mock.on(Bazaar.GetItems.self) { $0 = ["a": .book(Bazaar.Book(id: 1, pages: 2))] }
        mock.on(Bazaar.GetDay.self) { $0 = Date(timeIntervalSince1970: 86_400) }

        // when
        let total = try await queue.run(Bazaar.GetTotal())
        let folder = try await queue.run(Bazaar.GetFolder())

        // then
        #expect(total.sum == 1 && total.limit == 2 && total.names == ["a", "b"])
        #expect(folder.body.name == "root" && folder.etag == "7")
        guard case .accepted(let accepted) = try await queue.run(Bazaar.Export()),
            case .csv(let text) = try await queue.run(Bazaar.Print())
        else {
            Issue.record("another case")
            return
        }
        #expect(accepted.retryAfter == 9 && text == "a,b")
        #expect(try await queue.run(Bazaar.GetText()) == "word")
        #expect(try await queue.run(Bazaar.GetBytes()) == Data([7]))
        #expect(try await queue.run(Bazaar.GetPicture()).data() == Data([8]))
        #expect(try await queue.run(Bazaar.GetItems()).keys.sorted() == ["a"])
        #expect(try await queue.run(Bazaar.GetDay()) == Date(timeIntervalSince1970: 86_400))
    }

    @Test("keeps all of a response that is not changed", arguments: 1...20)
    func unchanged(seed: Int) async throws {
        // given
        let mock = MockAPI(Bazaar.mocks, seed: seed)
        let queue = HTTPNetTaskQueue(transport: mock)
        let (box, order) = (try await queue.run(Bazaar.GetBox()), try await queue.run(Bazaar.GetOrder(id: 2)))

        // when
        mock.on(Bazaar.GetBox.self) { _ in }
        mock.on(Bazaar.GetOrder.self) { _ in }

        // then
        #expect(try await "\(queue.run(Bazaar.GetBox()))" == "\(box)")
        #expect(try await "\(queue.run(Bazaar.GetOrder(id: 2)))" == "\(order)")
    }

    // MARK: Failures

    @Test("fails with a status, and the error of the spec or of the test")
    func status() async throws {
        // given
        mock.on(Bazaar.PlaceOrder.self, fails: .status(.conflict))
        mock.on(Bazaar.PlaceOrder.self, fails: .status(.conflict, Bazaar.Shortage.mock { $0.available = 2 }), times: 1)

        // when
        let failures = [await failure(), await failure()]

        // then
        #expect(failures[0]?.available == 2)
        #expect(failures[1]?.item.isEmpty == false)
    }

    @Test("loses the connection as often as a test says, and the queue tries again")
    func lost() async throws {
        // given
        mock.on(Bazaar.PlaceOrder.self, fails: .connectionLost, times: 1)
        mock.on(Bazaar.PlaceOrder.self, fails: .replyCutShort, times: 1)
        let clock = TestClock()
        let queue = HTTPNetTaskQueue(transport: mock) { $0.clock = clock }

        // when
        let handle = queue.add(Bazaar.PlaceOrder(item: "lamp", count: 1))
        try await clock.advance(by: .seconds(8))
        try await clock.advance(by: .seconds(8))
        let result = try await handle.result.get()

        // then the first reply was cut short, the second lost, and the third is that of the first
        guard case .created(let order) = result else { return #expect(Bool(false), "\(result)") }
        #expect(order.item == "lamp")
        #expect(mock.requests(of: Bazaar.PlaceOrder.self).count == 3)
        #expect(try await queue.run(Bazaar.ListOrders()).count == 6)
    }

    @Test("delays replies by its clock, and stops when a task is cancelled")
    func delay() async throws {
        // given
        let clock = TestClock()
        let mock = MockAPI(Bazaar.mocks, clock: clock)
        let queue = HTTPNetTaskQueue(transport: mock)
        mock.on(Bazaar.GetText.self, fails: .delay(.seconds(60)))

        // when
        let first = queue.add(Bazaar.GetText())
        try await clock.advance(by: .seconds(60))
        _ = try await first.result.get()
        let second = queue.add(Bazaar.GetText())
        try await clock.sleeper(until: .seconds(120))
        second.cancel()

        // then
        await #expect(throws: (any Error).self) { try await second.result.get() }
    }

    // MARK: Requests

    @Test("records the requests of each task, and shows nothing of them")
    func requests() async throws {
        // when
        _ = try await place("lamp")
        _ = try await queue.run(Bazaar.ListOrders(page: 2, state: .paid))

        // then
        let placed = mock.requests(of: Bazaar.PlaceOrder.self)
        #expect(placed.map { $0.json?["item"] } == ["lamp"])
        #expect(placed[0].method == .post && placed[0].path == "/v1/orders")
        #expect(mock.requests(of: Bazaar.ListOrders.self)[0].query("state") == ["paid"])
        #expect("\(placed)" == "[POST PlaceOrder]")
    }

    private func place(_ item: String) async throws -> Bazaar.Order {
        guard case .created(let order) = try await queue.run(Bazaar.PlaceOrder(item: item, count: 2)) else {
            throw CancellationError()
        }
        return order
    }

    private func failure() async -> Bazaar.Shortage? {
        do {
            _ = try await queue.run(Bazaar.PlaceOrder(item: "lamp", count: 1))
            return nil
        } catch {
            guard case .status(_, let failure) = error else { return nil }
            return failure
        }
    }
}
