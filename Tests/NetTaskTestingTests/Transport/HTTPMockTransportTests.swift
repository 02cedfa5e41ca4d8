import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Mock transport", .timeLimit(.minutes(5)))
struct HTTPMockTransportTests {
    @Test("The closure answers a task, and the request is recorded with its body")
    func answers() async throws {
        // given
        let transport = HTTPMockTransport { _ in .json(#"{"id": 1, "title": "t"}"#) }
        // when
        let post = try await HTTPNetTaskQueue(transport: transport).run(Blog.CreatePost(title: "t", userId: 7))
        // then
        #expect(post.title == "t")
        let seen = transport.requests[0]
        #expect(seen.number == 1)
        #expect(seen.head.url?.absoluteString == "http://blog.test/v1/posts")
        #expect(seen.lines.prefix(3) == ["POST /v1/posts HTTP/1.1", "Host: blog.test", "Content-Length: 17"])
        #expect(seen.bodyText == "title=t&user_id=7")
    }

    @Test("The transport throws the closure's error")
    func throwing() async {
        // given
        let transport = HTTPMockTransport { _ in throw TransportError(.notSecure, reason: "not who it should be") }
        // when
        let result = await HTTPNetTaskQueue(transport: transport).add(Blog.GetPost(id: 1)).result
        // then
        guard case .failure(.transport(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error.kind == .notSecure)
        #expect(error.url == "http://blog.test/v1/posts/1")
    }

    @Test("A slow closure delays the reply, and is cancelled with the task")
    func held() async throws {
        // given
        let pace = HTTPPace()
        let transport = HTTPMockTransport { _ in .paced(.json(#"{"id": 1, "title": "t"}"#), pace) }
        let queue = HTTPNetTaskQueue(transport: transport)
        let handles = [queue.add(Blog.GetPost(id: 1)), queue.add(Blog.GetPost(id: 2))]
        try await transport.waitForRequests(2)
        // when
        handles[0].cancel()
        pace.releaseAll()
        // then
        #expect(handles[0].status.phase == .cancelled)
        #expect(try await handles[1].value.id == 1)
    }
}
