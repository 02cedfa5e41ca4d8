import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Streams")
struct StreamTests {
    private func queue(_ answer: @escaping HTTPMockTransport.Answer) -> (queue: HTTPNetTaskQueue, HTTPMockTransport) {
        let transport = HTTPMockTransport(answer)
        return (HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1"), transport)
    }

    private func collect<T: HTTPStreamTask>(_ elements: HTTPStreamElements<T>) async throws -> [T.Element] {
        try await elements.reduce(into: []) { $0.append($1) }
    }

    private let chat = Bot.Chat(key: "k-123", body: Bot.Ask(prompt: "Hi"))

    @Test("One endpoint has both forms: the stream is requested in the body, and the task is not")
    func bothForms() async throws {
        let (queue, transport) = queue { request in
            request.bodyText.contains("stream")
                ? .events(["data: {\"text\": \"a\"}\n\n", "data: [DONE]\n\n"]) : .json(#"{"text": "whole"}"#)
        }
        #expect(try await collect(queue.stream(chat)).map(\.text) == ["a"])
        #expect(try await queue.run(chat).text == "whole")
        let bodies = transport.requests.map(\.bodyText)
        #expect(bodies == [#"{"prompt":"Hi","stream":true}"#, #"{"prompt":"Hi"}"#])
    }

    @Test("A task whose param asks for a stream fails at the head of the reply, with a hint to use `stream`")
    func runWithTheParam() async throws {
        let (queue, _) = queue { request in
            request.head.path == "/chat" ? .events([], end: .silence) : .lines(["{\"id\": 1}\n"], end: .silence)
        }
        let ask = Bot.Chat(key: "k-123", body: Bot.Ask(prompt: "Hi", stream: .value(true)))
        let error = try await #require(throws: NetTaskError<Bot.Problem>.self) { try await queue.run(ask) }
        #expect((error.underlying as? ParseError)?.reason.contains("use `stream` instead of `run`") == true)
        let other = try await #require(throws: NetTaskError<Never>.self) { try await queue.run(Bot.Many(live: true)) }
        #expect((other.underlying as? ParseError)?.reason.contains("use `stream` instead of `run`") == true)
    }

    @Test("An error is typed, before the first element")
    func typedError() async throws {
        let (queue, _) = queue { _ in .status(.tooManyRequests, #"{"message": "later"}"#) }
        let error = try await #require(throws: NetTaskError<Bot.Problem>.self) { try await collect(queue.stream(chat)) }
        guard case .status(_, let problem?) = error else { throw error }
        #expect(problem.message == "later")
    }

    @Test("The name of an event selects the case")
    func named() async throws {
        let events = "event: item.new\ndata: {\"id\": 7}\n\nevent: note\ndata: n\n\nevent: end\ndata\n\ndata: {}\n\n"
        let (queue, _) = queue { _ in .events([events]) }
        let elements = try await collect(queue.stream(Bot.Watch()))
        let texts = elements.map { element in
            switch element {
            case .itemNew(let item): "item \(item.id)"
            case .note(let text): "note \(text)"
            case .end: "end"
            case .unknown(let piece): piece.name
            }
        }
        #expect(texts == ["item 7", "note n", "end", "message"])
    }

    @Test("Lines are read as values of any type")
    func lines() async throws {
        let (queue, _) = queue { request in
            switch request.head.path {
            case "/elements": .lines(["{\"id\": 1}\n{\"id\"", ": 2}\n"])
            case "/lists": .lines(["[1, 2]\n[]\n"])
            default: .lines(["plain {text}\n"])
            }
        }
        #expect(try await collect(queue.stream(Bot.Elements())).map(\.id) == [1, 2])
        #expect(try await queue.run(Bot.Elements()).map(\.id) == [1, 2])
        #expect(try await collect(queue.stream(Bot.Lists())) == [[1, 2], []])
        #expect(try await collect(queue.stream(Bot.Log())) == ["plain {text}"])
    }

    @Test("A list and a stream of the same elements are distinguished")
    func listOrStream() async throws {
        let (queue, _) = queue { request in
            request.head.path?.contains("live=true") == true ? .lines(["{\"id\": 1}\n"]) : .json(#"[{"id": 2}]"#)
        }
        #expect(try await collect(queue.stream(Bot.Many())).map(\.id) == [1])
        #expect(try await queue.run(Bot.Many()).map(\.id) == [2])
    }

    @Test("Descriptions and errors do not contain secrets of an element or of a repeated request")
    func secrets() async throws {
        let (queue, _) = queue { _ in
            .events(["data: {\"text\": \"a\", \"token\": \"t-456\"}\n\n", "data: {\"text\": {\"k-123\": 1}}\n\n"])
        }
        var elements: [Bot.Chunk] = []
        do {
            for try await chunk in queue.stream(chat) { elements.append(chunk) }
            Issue.record("the second element could be read")
        } catch {
            #expect("\(error)".contains("element 2"))
            #expect(!"\(error)".contains("k-123"))
        }
        #expect(elements[0].token == "t-456")
        var text = "\(elements)"
        dump(elements, to: &text)
        #expect(!text.contains("t-456"))
    }
}
