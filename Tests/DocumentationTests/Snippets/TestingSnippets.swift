import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: testing", .timeLimit(.minutes(5)))
struct TestingSnippets {
    private let mock = HTTPMockHandler()

    @Test("answers")
    func answers() async throws {
        // snippet: mock
        let mock = HTTPMockHandler()
        mock.on(JSONPlaceholder.GetPost.self) { task, _ in
            .json(#"{"id": \#(task.id), "title": "t"}"#)
        }
        let queue = HTTPNetTaskQueue(handler: mock)

        let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))

        #expect(post.title == "t")
        #expect(mock.requests.map(\.uri) == ["posts/1"])
        #expect(mock.unexpectedCalls.isEmpty)
        // end
    }

    @Test("time")
    func time() async throws {
        // snippet: clock
        let clock = TestClock()
        mock.on(JSONPlaceholder.GetPost.self) { task, attempt in
            attempt == 1 ? .status(503) : .json(#"{"id": \#(task.id), "title": "t"}"#)
        }
        let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
        let handle = queue.add(
            JSONPlaceholder.GetPost(id: 1),
            .retry(RetryPolicy(maxRetryCount: 1, interval: .seconds(5)))
        )

        try await clock.advance(by: .seconds(5))

        #expect(try await handle.value.title == "t")
        // end
    }

    @Test("running attempts")
    func underWay() async throws {
        // snippet: manual
        let handler = HTTPManualHandler()
        let queue = HTTPNetTaskQueue(limit: 1, handler: handler)
        let first = queue.add(JSONPlaceholder.GetPost(id: 1))
        let second = queue.add(JSONPlaceholder.GetPost(id: 2))

        let attempt = try await handler.next()  // waits until an attempt is made
        #expect(second.status.phase == .waiting)
        attempt.succeed(.json(#"{"id": 1, "title": "t"}"#))

        #expect(try await first.value.id == 1)
        // end
        second.cancel()
    }

    @Test("code that is not awaited")
    func added() {
        let queue = HTTPNetTaskQueue(handler: mock)
        let editor = Editor(queue: queue)
        // snippet: contains
        queue.suspend()
        editor.publish("x")
        #expect(queue.contains(JSONPlaceholder.CreatePost.self) { $0.title == "x" })
        queue.cancelAll()
        // end
    }

    @Test("below the handler")
    func transport() async throws {
        // snippet: mock-transport
        let transport = HTTPMockTransport { request in
            request.head.path == "/posts/1" ? .json(#"{"id": 1, "title": "t"}"#) : .status(404)
        }
        let queue = HTTPNetTaskQueue(transport: transport) {
            $0.middleware = [BasicCredentials(user: "me", password: "p")]
        }
        _ = try await queue.run(JSONPlaceholder.GetPost(id: 1))
        #expect(transport.requests[0].values(of: "Authorization") == ["Basic bWU6cA=="])
        // end
    }

    /// Adds tasks and does not wait for them.
    private struct Editor {
        let queue: HTTPNetTaskQueue

        func publish(_ title: String) {
            queue.add(JSONPlaceholder.CreatePost(title: title, body: "", userId: 1, date: .now))
        }
    }
}
