import FlyingFox
import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

private func queue(_ baseURL: String) -> HTTPNetTaskQueue {
    let login = BasicCredentials(user: "ann")
    let configuration = HTTPConfiguration { $0.middleware = [FollowedURLs.authentication(login: login)] }
    return HTTPNetTaskQueue(baseURL: baseURL) { $0 = configuration }
}

private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

@Suite("URLs that a task follows, as generated")
struct FollowedURLTests {
    @Test("the URL in a reply's `Location` is followed, with credentials")
    func location() async throws {
        // given
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { request in
            guard request.method == "POST" else { return .text(204, "") }
            return FlyingFox.HTTPResponse(
                statusCode: .created,
                headers: [FlyingFox.HTTPHeader("Location"): "/v1/uploads/7%2F8?token=a%2fb"],
                body: Data(#"{"id": 7}"#.utf8)
            )
        }

        // when
        let requests = try await RecordingServer.run(answer: answer) { server, baseURL -> [RecordedRequest] in
            let queue = queue("\(baseURL)/v1")
            let created =
                switch try await queue.run(FollowedURLs.Start()) {
                case .created(let created): created
                }
            let next = FollowedURLs.Resume(location: created.location, offset: 5, part: 2, body: Data("x".utf8))
            try await queue.run(next)
            return await server.requests
        }

        // then
        try #require(requests.count == 2)
        #expect(requests[1].target == "/v1/uploads/7%2F8?token=a%2fb&part=2")
        #expect(requests[1].headers["upload-offset"] == "5")
        #expect(requests[1].headers["authorization"] == "Basic YW5uOg==")
        #expect(requests[1].text == "x")
    }

    @Test("another origin gets no credentials, and the query unchanged")
    func signed() async throws {
        try await RecordingServer.run { _, baseURL in
            try await RecordingServer.run { other, otherURL in
                // given
                let path = "/b/k%20%2f?X-Amz-Credential=A%2F2026&X-Amz-Signature=aB%2f+/=&x=a,b;c:@!$'()*~"

                // when
                _ = try await queue(baseURL).run(FollowedURLs.Fetch(signed: url(otherURL + path + "#part")))

                // then
                let requests = await other.requests
                #expect(requests.map(\.target) == [path])
                #expect(requests[0].headers["authorization"] == nil)
            }
        }
    }

    @Test("a secret param beside it is not sent to another origin")
    func secrets() async throws {
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await queue("http://localhost:1").run(
                FollowedURLs.Log(target: url("http://127.0.0.1:1/x"), line: "l", pin: "hunter2")
            )
        }
        guard case .transport(let error) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.contains("the task's secrets must not go there"))
    }

    @Test("a secret URL is never shown")
    func secret() throws {
        let task = FollowedURLs.Fetch(signed: try url("https://b.test/x?sig=hunter2"))
        #expect(!"\(task) \(String(reflecting: task))".contains("hunter2"))
    }

    @Test("a durable task stores it")
    func durable() throws {
        // given
        let task = FollowedURLs.Resume(location: try url("/a?b=%2f#c"), offset: 1, body: Data())

        // then
        #expect(try FollowedURLs.Resume(stored: task.stored()).location == task.location)
    }

    @Test("tasks with the same URL are equal, and others are not")
    func unique() async throws {
        // when
        let paths = try await RecordingServer.run { server, baseURL in
            let queue = queue(baseURL)
            queue.suspend()
            let tasks = try ["/a?x=1", "/a?x=1", "/a?x=2"].map { FollowedURLs.Fetch(signed: try url($0)) }
            let handles = tasks.map { queue.add($0) }
            queue.resume()
            for handle in handles { _ = try await handle.value }
            return await server.requests.map(\.target)
        }

        // then
        #expect(paths.sorted() == ["/a?x=1", "/a?x=2"])
    }

    @Test("observers of a uri see the task by its URL, and by its name in the spec")
    func uri() throws {
        let task = FollowedURLs.Fetch(signed: try url("https://b.test/x"))
        #expect(task.uri == "https://b.test/x")
        #expect(FollowedURLs.Fetch.endpoint.uri == "{signed}")
    }
}
