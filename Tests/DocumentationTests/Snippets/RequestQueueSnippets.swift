import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

// snippet: rqDownload
struct Download: HTTPNetTask {
    typealias Response = Data
    var uri: String  // a whole URL
}
// end

@Suite("Snippets: from RequestQueue", .timeLimit(.minutes(5)))
struct RequestQueueSnippets {
    private let mock = HTTPMockHandler()
    private let queue: HTTPNetTaskQueue
    private let show = Shown()

    init() {
        mock.on(Download.self) { _, _ in .status(200, "bytes") }
        queue = makeAnsweredQueue(mock)
    }

    @Test("set-up")
    func setUp() {
        // snippet: rqQueue
        // As theirs is by default: two at once, and an equal request takes the place of the older one.
        let queue = HTTPNetTaskQueue(limit: 2, duplicates: .cancelOld)
        // end
        #expect(queue.limit == 2)
    }

    @Test("a request")
    func request() async throws {
        // snippet: rqRequest
        let data = try await queue.run(Download(uri: "https://example.com/photos/1.jpg"))
        // end
        #expect(String(decoding: data, as: UTF8.self) == "bytes")
    }

    @Test("completion")
    func completion() async {
        queue.suspend()
        // snippet: rqHandle
        let handle = queue.add(Download(uri: "https://example.com/photos/2.jpg"))
        handle.subscribe(.finished, on: MainActor.shared) { status in
            switch status.result {
            case .success(let data): show(data.count)
            case .failure(.status(let error, _)): show(error.code, error.headers, error.body)
            case .failure(let error): show(error)
            case nil: break  // what has finished has a result
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
            Download(uri: "https://example.com/photos/3.jpg"),
            .retry(RetryPolicy(maxRetryCount: 10, interval: .seconds(5)))
        )
        // end
        #expect(try await handle.value.count == 5)
    }

    @Test("order, suspension and what is there")
    func rules() async {
        // snippet: rqRules
        queue.order = .lifo
        queue.suspend()  // running ones go on
        for task in queue.tasks {
            show(task.id, task.name, task.phase)
        }
        queue.resume()
        queue.cancelAll()
        // end
        #expect(queue.order == .lifo)
    }
}
