import Foundation
import NetTaskRuntime
import Testing

@Suite("The requests of Specs/jsonplaceholder, byte for byte")
struct JSONPlaceholderTests {
    private let post: [String: Any] = ["id": 1, "userId": 7, "title": "T", "body": "B"]

    @Test("ListPosts: B20, a GET's params are in the query")
    func listPosts() async throws {
        // given
        let task = JSONPlaceholder.ListPosts(userId: 7, order: .desc, limit: 10, ids: [1, 2])

        // when
        let request = try await request(of: task, answer: [post])

        // then
        #expect(request.method == "GET")
        #expect(request.target == "/posts?userId=7&_order=desc&_limit=10&id=1&id=2")
        #expect(request.contentType == nil)
        #expect(request.body.isEmpty)
    }

    @Test("GetPost: the path variable is in the path, and nothing else is sent")
    func getPost() async throws {
        let request = try await request(of: JSONPlaceholder.GetPost(id: 1), answer: post)
        #expect(request.method == "GET")
        #expect(request.target == "/posts/1")
        #expect(request.body.isEmpty)
    }

    @Test("CreatePost: a form without ignored params, constants and headers unchanged (B12, B15, B16, B24)")
    func createPost() async throws {
        // given
        let task = JSONPlaceholder.CreatePost(
            title: "Test Post",
            body: "a & b",
            userId: 1,
            date: Date(timeIntervalSince1970: 1_452_239_110.5),
            note: "never sent"
        )

        // when
        let request = try await request(of: task, answer: post)

        // then
        #expect(request.method == "POST")
        #expect(request.target == "/posts")
        #expect(request.contentType == "application/x-www-form-urlencoded")
        #expect(request.headers["custom_header"] == "value")
        #expect(
            request.text == "title=Test+Post&body=a+%26+b&userId=1&date=1452239110.5&other_parameter=value"
        )
    }

    @Test("ReplacePost: the whole body is the shape; what is nil is absent (B15, B17)")
    func replacePost() async throws {
        // given
        let task = JSONPlaceholder.ReplacePost(id: 1, body: JSONPlaceholder.Post(id: 1, userId: 7, title: "T"))

        // when
        let request = try await request(of: task, answer: post)

        // then
        #expect(request.method == "PUT")
        #expect(request.target == "/posts/1")
        #expect(request.contentType == "application/json; charset=utf-8")
        #expect(request.text == #"{"id":1,"userId":7,"title":"T"}"#)
    }

    @Test("UpdatePost: an empty string is sent, nil is not (B15)")
    func updatePost() async throws {
        // given
        let task = JSONPlaceholder.UpdatePost(id: 1, title: "")

        // when
        let request = try await request(of: task, answer: post)

        // then
        #expect(request.method == "PATCH")
        #expect(request.target == "/posts/1")
        #expect(request.text == #"{"title":""}"#)
    }

    @Test("DeletePost: no query, no body")
    func deletePost() async throws {
        let request = try await request(of: JSONPlaceholder.DeletePost(id: 1), answer: [:] as [String: Any])
        #expect(request.method == "DELETE")
        #expect(request.target == "/posts/1")
        #expect(request.contentType == nil)
        #expect(request.body.isEmpty)
    }

    @Test("JSONPlaceholder's replies become typed values")
    func response() async throws {
        // given
        let json = #"[{"userId": 1, "id": 2, "title": "t", "body": null}]"#
        // when
        let posts = try await RecordingServer.run(answer: { _ in .text(json) }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(JSONPlaceholder.ListPosts())
        }

        // then
        #expect(posts.map(\.id) == [2])
        #expect(posts.first?.userId == 1)
        #expect(posts.first?.title == "t")
        #expect(posts.first?.body == nil)
    }

    private func request(of task: some HTTPNetTask, answer: Any) async throws -> RecordedRequest {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: answer), as: UTF8.self)
        return try await RecordingServer.run(answer: { _ in .text(json) }) { server, baseURL in
            _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            let requests = await server.requests
            return try #require(requests.first)
        }
    }
}
