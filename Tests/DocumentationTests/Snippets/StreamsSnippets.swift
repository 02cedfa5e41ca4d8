import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Snippets: streams")
struct StreamsSnippets {
    private let queue = HTTPNetTaskQueue(
        transport: HTTPMockTransport { request in
            switch request.head.path {
            case "/events":
                .events(["event: reading\ndata: {\"celsius\": 1}\n\nevent: alarm\ndata: {\"reason\": \"hot\"}\n\n"])
            case "/chat" where request.bodyText.contains("stream"):
                .events(["data: {\"text\": \"y\"}\n\ndata: [DONE]\n\n"])
            case "/chat": .json(#"{"text": "yes"}"#)
            default: .events(["data: {\"celsius\": 180}\n\n"])
            }
        },
        baseURL: "https://oven.example"
    )
    private func show(_ celsius: Double) {}
    private func call(_ reason: String) {}
    private func log(_ text: String) {}

    @Test("a loop")
    func loop() async throws {
        // snippet: loop
        for try await reading in queue.stream(Oven.Watch()) {
            show(reading.celsius)
            if reading.celsius > 250 { break }  // closes the connection
        }
        // end
    }

    @Test("a handle")
    func handle() async throws {
        // snippet: handle
        let handle = queue.add(HTTPStream(Oven.Watch()), .tag("readings"))
        for try await reading in handle.elements { show(reading.celsius) }
        let head = try await handle.value  // status and headers
        // end
        #expect(head.status == .ok)
    }

    @Test("names of events")
    func names() async throws {
        // snippet: names
        for try await event in queue.stream(Oven.Listen()) {
            switch event {
            case .reading(let reading): show(reading.celsius)
            case .alarm(let alarm): call(alarm.reason)
            case .bye: break
            case .unknown(let piece): log("nobody knows what \(piece.name) is")
            }
        }
        // end
    }

    @Test("both forms")
    func forms() async throws {
        // snippet: forms
        let ask = Oven.Chat(body: Oven.Ask(question: "Is it hot?"))
        let whole = try await queue.run(ask)
        for try await part in queue.stream(ask) { print(part.text) }  // sends "stream": true
        // end
        #expect(whole.text == "yes")
    }

    @Test("tests")
    func tests() async throws {
        // snippet: tests
        let transport = HTTPMockTransport { _ in
            .events(["data: {\"celsius\": 180}\n\n", "data: {\"celsius\": 181.5}\n\n"], end: .lost)
        }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "https://oven.example")
        // end
        await #expect(throws: NetTaskError<Never>.self) {
            for try await reading in queue.stream(Oven.Watch()) { show(reading.celsius) }
        }
    }
}
