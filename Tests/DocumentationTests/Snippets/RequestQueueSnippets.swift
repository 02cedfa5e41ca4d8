import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: from RequestQueue", .timeLimit(.minutes(5)))
struct RequestQueueSnippets {
    private let mock = HTTPMockHandler()
    private let queue: HTTPNetTaskQueue
    private let show = Shown()

    init() {
        mock.on(URLTask.self) { _, _ in .status(200, "bytes") }
        queue = makeAnsweredQueue(mock)
    }

    @Test("set-up")
    func setUp() {
        // snippet: rqQueue
        // As in RequestQueue: two at the same time, and an equal request replaces the older one.
        let queue = HTTPNetTaskQueue(limit: 2, duplicates: .cancelOld)
        // end
        #expect(queue.limit == 2)
    }

    @Test("a request")
    func request() async throws {
        // snippet: rqRequest
        let reply = try await queue.run(URLTask("https://example.com/photos/1.jpg"))
        show(reply.code, reply.body.count)
        // end
        #expect(show.texts == ["200 5"])
    }

    @Test("a request with a method, headers and a body")
    func post() async throws {
        // snippet: rqPost
        let reply = try await queue.run(
            URLTask(
                "https://example.com/albums",
                method: .post,
                headers: [.contentType: "application/json"],
                body: .data(Data(#"{"title": "Summer"}"#.utf8))
            )
        )
        // end
        #expect(reply.code == 200)
        #expect(mock.requests.map(\.method) == [.post])
    }

    @Test("properties")
    func properties() async {
        queue.suspend()
        // snippet: rqProperties
        queue.limit = 2  // 0 means no limit; 1 runs tasks in the order in which they were added
        queue.suspend()  // running tasks continue
        let handle = queue.add(URLTask("https://example.com/photos/4.jpg"))
        show(queue.count, queue.tasks.contains { $0.id == handle.id })  // waiting and running tasks
        handle.cancel()  // its subscribers are notified
        queue.resume()  // starts the next task immediately
        queue.cancelAll()
        // end
        #expect(show.texts == ["1 true"])
        #expect(queue.count == 0)
    }

    @Test("one error for all")
    func completion() async {
        queue.suspend()
        // snippet: rqCompletion
        let handle = queue.add(URLTask("https://example.com/photos/5.jpg"))
        handle.subscribe(.ended, on: MainActor.shared) { status in
            show(status.reply?.code ?? 0, status.result.map { "\($0)" } ?? "")
        }
        // end
        handle.cancel()
        #expect(await show.something().contains("cancelled"))
    }

    @Test("completion")
    func states() async {
        queue.suspend()
        // snippet: rqHandle
        let handle = queue.add(URLTask("https://example.com/photos/2.jpg"))
        handle.subscribe(.finished, on: MainActor.shared) { status in
            switch status.result {
            case .success(let reply): show(reply.body.count)
            case .failure(.status(let error, _)): show(error.code, error.headers, error.body)
            case .failure(let error): show(error)
            case nil: break  // a task that has finished has a result
            }
        }
        handle.subscribe(.cancelled, on: MainActor.shared) { _ in
            show("cancelled")
        }
        handle.cancel()
        // end
        #expect(await show.something() == "cancelled")
    }

    @Test("retries")
    func retries() async throws {
        // snippet: rqRetry
        let handle = queue.add(
            URLTask("https://example.com/photos/3.jpg"),
            .retry(RetryPolicy(maxRetryCount: 10, interval: .seconds(5)))
        )
        // end
        #expect(try await handle.value.body.count == 5)
    }

    @Test("order, suspension and the content")
    func rules() async {
        // snippet: rqRules
        queue.order = .lifo
        for task in queue.tasks {
            show(task.id, task.name, task.phase)
        }
        // end
        #expect(queue.order == .lifo)
    }
}
