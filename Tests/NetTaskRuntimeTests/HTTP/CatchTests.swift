import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Catching by status", .timeLimit(.minutes(5)))
struct CatchTests {
    /// The result of a `do` without a final `catch` for a reply.
    private func caught(_ code: Int, _ text: String) async throws -> String {
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(.init(code: code), text) })
        var found = "\(code)"
        do {
            _ = try await queue.run(Blog.GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 0, interval: .zero)))
        } catch .status(.notFound, let body?) {
            found += " \(body.message)"
        } catch .status(.conflict, nil) {
            found += " without a body"
        } catch .status(.gone(let reply), _), .status(.other(let reply), _) {
            found += " " + String(decoding: reply.body, as: UTF8.self)
        }
        return found
    }

    @Test(
        "has the typed body, or none, or the reply",
        arguments: [
            (404, #"{"message":"no such post"}"#, "404 no such post"), (409, "taken", "409 without a body"),
            (410, "moved out", "410 moved out"), (418, "teapot", "418 teapot"), (200, #"{"id":1,"title":"t"}"#, "200"),
        ]
    )
    func catches(code: Int, text: String, expected: String) async throws {
        #expect(try await caught(code, text) == expected)
    }

    @Test("passes other errors on unchanged", arguments: [404, 403, 500])
    func letsThrough(code: Int) async {
        // when
        let error = await #expect(throws: NetTaskError<Blog.APIError>.self) { try await caught(code, "text") }

        // then
        guard case .status(let error, nil) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
        #expect(error.code == code)
        #expect(error.body == Data("text".utf8))
    }
}
