import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskRecordings
import NetTaskTesting
import NetTaskURLSession
import Testing

@Suite("Replaying", .timeLimit(.minutes(2)))
struct ReplayTests {
    private let folder = Folder()

    @Test("A recorded request is answered without the server")
    func replay() async throws {
        // given
        try await folder.record(answers: order) { queue in
            _ = try await queue.run(GetOrder(id: 1))
            _ = try await queue.run(CreateOrder(item: "book"))
        }
        // when
        let queue = try folder.replaying()
        let created = try await queue.run(CreateOrder(item: "book"))
        let read = try await queue.run(GetOrder(id: 1))
        // then
        #expect(created.item == "item 2")
        #expect(read.item == "item 1")
    }

    @Test("A real server is recorded")
    func server() async throws {
        // given
        let server = try HTTPLoopbackServer { request in
            .packed(.json(#"{"id": 1, "item": "\#(request.bodyText.count)"}"#))
        }
        let recording = try folder.recording(.once)
        let recorded = HTTPNetTaskQueue(
            recordedOver: URLSessionTransport(),
            in: recording,
            baseURL: "\(server.baseURL)/v1"
        )
        _ = try await recorded.run(CreateOrder(item: "book"))
        try await recording.finish()
        await server.stop()
        // when
        let created = try await folder.replaying().run(CreateOrder(item: "book"))
        // then
        #expect(created.item == "15")
        #expect(server.requests.count == 1)
    }

    @Test("The same request gets its recordings in order, and no more")
    func inOrder() async throws {
        // given
        try await folder.record(answers: order) { queue in
            for _ in 1...2 { _ = try await queue.run(GetOrder(id: 1)) }
        }
        let queue = try folder.replaying()
        // when
        let first = try await queue.run(GetOrder(id: 1))
        let second = try await queue.run(GetOrder(id: 1))
        let error = await failure { _ = try await queue.run(GetOrder(id: 1)) }
        // then
        #expect([first.item, second.item] == ["item 1", "item 2"])
        #expect(error.contains("more often than the 2 times that were recorded"))
    }

    @Test("Requests at the same time each get their own recording")
    func parallel() async throws {
        // given
        try await folder.record(answers: order) { queue in
            for id in 1...20 { _ = try await queue.run(GetOrder(id: id)) }
            for _ in 1...20 { _ = try await queue.run(GetOrder(id: 0)) }
        }
        let queue = try folder.replaying()
        // when
        let (ids, items) = try await withThrowingTaskGroup(of: Order.self) { group in
            for id in 1...20 {
                group.addTask { try await queue.run(GetOrder(id: id)) }
                group.addTask { try await queue.run(GetOrder(id: 0)) }
            }
            return try await group.reduce(into: ([Int](), Set<String>())) {
                $0.0.append($1.id); $0.1.insert($1.item)
            }
        }
        // then
        #expect(ids.filter { $0 > 0 }.sorted() == Array(1...20))
        #expect(items.count == 40)
    }

    @Test("On request, one recording serves all values of a path")
    func endpoint() async throws {
        // given
        try await folder.record(answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
        // when
        let queue = try folder.replaying(.endpoint)
        let orders = [try await queue.run(GetOrder(id: 7)), try await queue.run(GetOrder(id: 8))]
        let error = await failure { _ = try await queue.run(GetOrder(id: 7, state: "open")) }
        // then
        #expect(orders.map(\.item) == ["item 1", "item 1"])
        #expect(error.contains("entry 0 differs in the query"))
    }

    @Test("Other params are another request", arguments: ["query", "body"])
    func difference(part: String) async throws {
        // given
        try await folder.record(answers: order) { queue in
            _ = try await queue.run(GetOrder(id: 1, state: "open"))
            _ = try await queue.run(CreateOrder(item: "book"))
        }
        let queue = try folder.replaying()
        // when
        let error = await failure {
            if part == "query" {
                _ = try await queue.run(GetOrder(id: 1, state: "paid"))
            } else {
                _ = try await queue.run(CreateOrder(item: "pen"))
            }
        }
        // then
        #expect(error.contains("differs in the \(part)"))
    }

    @Test("A missing recording is an error with the request and the command that makes it")
    func missing() async throws {
        // when
        let error = await failure { _ = try await folder.replaying().run(GetOrder(id: 3)) }
        // then
        #expect(
            error.hasSuffix(
                "\(folder.file.path): no recording of GET https://kiosk.example/v1/orders/3. "
                    + "Record it with: NETTASK_RECORD=once swift test --filter buys"
            )
        )
    }

    @Test("A test without recordings gets an error")
    func noTrait() async throws {
        // given
        let queue = HTTPNetTaskQueue(recordedOver: HTTPMockTransport { _ in .status(200) })
        // when
        let error = await failure { _ = try await queue.run(GetOrder(id: 1)) }
        // then
        #expect(error.contains("add the trait `.recording(\"name\")`"))
    }

    @Test("A reply that no longer fits names the field, the file and the entry")
    func parseError() async throws {
        // given
        try folder.write(har(content: #"{"mimeType": "application/json", "text": "{\"id\": 1, \"item\": 5}"}"#))
        // when
        let error = await failure { _ = try await folder.replaying().run(GetOrder(id: 1)) }
        // then
        #expect(error.contains("item") && error.contains("expected a string"))
        #expect(error.contains("the reply is entry 0 of \(folder.file.path)"))
        #expect(error.contains("NETTASK_RECORD=all swift test --filter buys"))
    }

    @Test("A HAR that DevTools exported replays, with headers of the decoded body")
    func devTools() async throws {
        // given
        try folder.write(har())
        // when
        let result = try await folder.replaying().run(GetOrder(id: 1), .baseURL("http://127.0.0.1:9/v1"))
        // then
        #expect(result.item == "book")
    }

    @Test("A HAR without content is an error that says so")
    func noContent() async throws {
        // given
        try folder.write(har(content: #"{"size": 25, "mimeType": "application/json"}"#))
        // when
        let error = await failure { _ = try await folder.replaying().run(GetOrder(id: 1)) }
        // then
        #expect(error.contains("entry 0 of \(folder.file.path): it has no body, of 25 bytes"))
    }

    @Test("An entry without a reply answers no request", arguments: ["0", "-1"])
    func noReply(status: String) async throws {
        // given
        try folder.write(har(status: status))
        // when
        let error = await failure { _ = try await folder.replaying().run(GetOrder(id: 1)) }
        // then
        #expect(error.contains("no recording of GET"))
    }

    @Test("A HAR from Chromium replays", .recording("chromium"))
    func chromium() async throws {
        // given
        struct ListOrders: HTTPNetTask {
            typealias Response = [Order]
            static var endpoint: HTTPEndpoint { HTTPEndpoint("Kiosk.ListOrders", .get, "orders", baseURL: kiosk) }
            func pack(into packer: inout ParameterPacker) {
                packer.add("limit", 2)
                packer.add("state", "open")
            }
        }
        struct GetPixel: HTTPNetTask {
            typealias Response = Data
            static var endpoint: HTTPEndpoint { HTTPEndpoint("Kiosk.GetPixel", .get, "pixel", baseURL: kiosk) }
        }
        struct Buy: HTTPNetTask {
            typealias Response = Order
            static var endpoint: HTTPEndpoint {
                HTTPEndpoint("Kiosk.Buy", .post, "orders", baseURL: kiosk, encoding: .json)
            }
            func pack(into packer: inout ParameterPacker) {
                packer.add("count", 2)
                packer.add("item", "book")
            }
        }
        let queue = HTTPNetTaskQueue(
            recordedOver: HTTPMockTransport { _ in .status(599) },
            baseURL: "http://127.0.0.1:8971"
        )
        // when
        let orders = try await queue.run(ListOrders())
        let order = try await queue.run(Buy())
        let pixel = try await queue.run(GetPixel())
        // then
        #expect(orders.map(\.item) == ["café"])
        #expect(order.id == 6)
        #expect(pixel == Data(0...255))
    }
}

@Suite("A suite with recordings", .recording("chromium"))
struct RecordedSuiteTests {
    @Test("Its tests have the recordings, each with all entries", arguments: 1...2)
    func suite(run: Int) throws {
        // when
        let recording = try #require(Recording.current)
        // then
        #expect(recording.file.path.hasSuffix("/NetTaskRecordingsTests/Recordings/chromium.har"))
        #expect(recording.mode == .replay)
    }
}
