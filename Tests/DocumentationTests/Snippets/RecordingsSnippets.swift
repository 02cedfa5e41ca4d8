import Foundation
import NetTaskRecordings
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: recordings", .timeLimit(.minutes(5)))
struct RecordingsSnippets {
    private let transport = HTTPMockTransport { _ in .json(#"{"id": 1, "title": "t"}"#) }
    private let credentials = BasicCredentials(user: "ada", password: "secret")

    // snippet: recording
    @Test(.recording("post"))
    func post() async throws {
        let queue = HTTPNetTaskQueue(recordedOver: URLSessionTransport())

        let post = try await queue.run(JSONPlaceholder.GetPost(id: 1))

        #expect(post.title == "A recorded title")
    }
    // end

    @Test("a queue of one's own", .recording("post"))
    func own() async throws {
        // snippet: recorded transport
        let recorded = RecordedTransport(over: transport)
        let queue = HTTPNetTaskQueue(transport: recorded, limit: 4) {
            $0.middleware = [credentials, recorded]
        }
        // end
        #expect(try await queue.run(JSONPlaceholder.GetPost(id: 1)).title == "A recorded title")
    }

    // snippet: redacting
    @Test(
        .recording("post") { entry in
            entry.request.headers.removeAll { $0.name == "User-Agent" }
        }
    )
    // end
    func redacting() async throws {
        let queue = HTTPNetTaskQueue(recordedOver: transport)
        #expect(try await queue.run(JSONPlaceholder.GetPost(id: 1)).title == "A recorded title")
    }

    @Test("export")
    func export() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).har")
        defer { try? FileManager.default.removeItem(at: file) }
        // snippet: export
        let recorder = HARRecorder(over: transport)
        let queue = HTTPNetTaskQueue(transport: recorder) { $0.middleware.append(recorder) }

        _ = try await queue.run(JSONPlaceholder.GetPost(id: 1))
        try recorder.har.write(to: file)
        // end
        #expect(try HAR(contentsOf: file).entries.count == 1)
    }
}
