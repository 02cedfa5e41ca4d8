import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Mock handler", .timeLimit(.minutes(5)))
struct MockHandlerTests {
    let mock = HTTPMockHandler()
    let clock = TestClock()

    private var queue: HTTPNetTaskQueue { HTTPNetTaskQueue(handler: mock, clock: clock) }

    private let all = NetTaskOption.retry(RetryPolicy(maxRetryCount: 3, interval: .zero, when: .all))

    @Test("Each type of task has its own answer, which gets the task")
    func typed() async throws {
        // given
        mock.on(Blog.GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "got"}"#) }
        mock.on(Blog.CreatePost.self) { task, _ in .json(#"{"id": 1, "title": "\#(task.title)"}"#, status: 201) }
        // when
        let got = try await queue.run(Blog.GetPost(id: 7))
        let created = try await queue.run(Blog.CreatePost(title: "made", userId: 2))
        // then
        #expect(got.id == 7)
        #expect(created.title == "made")
        #expect(mock.unexpectedCalls == [])
    }

    @Test("The packed request of a task can be checked")
    func packed() async throws {
        // given
        mock.on(Blog.CreatePost.self) { _, _ in .json(#"{"id": 1, "title": "t"}"#) }
        // when
        _ = try await queue.add(Blog.CreatePost(title: "a & b", userId: 7), .tag("draft")).value
        // then
        let call = try #require(mock.calls(of: Blog.CreatePost.self).first)
        #expect(call.task.title == "a & b")
        #expect(call.attempt == 1)
        #expect(call.tags == ["draft"])
        #expect(call.request.method == .post)
        #expect(call.request.uri == "posts")
        #expect(call.request.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(call.request.bodyText == "title=a+%26+b&user_id=7")
    }

    @Test("Calls are recorded in order, by type and in all")
    func order() async throws {
        // given
        let post = HTTPReply.json(#"{"id": 1, "title": "t"}"#)
        mock.on(Blog.GetPost.self) { _, _ in post }
        mock.on(Blog.CreatePost.self) { _, _ in post }
        // when
        _ = try await queue.run(Blog.GetPost(id: 3))
        _ = try await queue.run(Blog.CreatePost(title: "t", userId: 1))
        _ = try await queue.run(Blog.GetPost(id: 4))
        // then
        #expect(mock.calls(of: Blog.GetPost.self).map(\.task.id) == [3, 4])
        #expect(mock.requests.map(\.uri) == ["posts/3", "posts", "posts/4"])
    }

    @Test("Answers may differ from attempt to attempt")
    func attempts() async throws {
        // given
        mock.on(Blog.GetPost.self) { _, attempt in
            switch attempt {
            case 1: throw TransportError(.connectionLost, reason: "lost")
            case 2: .status(503)
            default: .json(#"{"id": 1, "title": "t"}"#)
            }
        }
        // when
        let handle = queue.add(Blog.GetPost(id: 1))
        try await clock.advance(by: .seconds(5))
        try await clock.advance(by: .seconds(5))
        // then
        #expect(try await handle.value.title == "t")
        #expect(mock.calls(of: Blog.GetPost.self).map(\.attempt) == [1, 2, 3])
    }

    @Test("A later answer for a type replaces the earlier one")
    func replaced() async throws {
        // given
        mock.on(Blog.GetPost.self) { _, _ in .status(500) }
        mock.on(Blog.GetPost.self) { _, _ in .json(#"{"id": 1, "title": "later"}"#) }
        // then
        #expect(try await queue.run(Blog.GetPost(id: 1)).title == "later")
    }

    @Test("A task without an answer fails without retries, and is named")
    func unexpected() async throws {
        // given
        let mock = HTTPMockHandler { _, _ in .transient }
        mock.on(Blog.GetPost.self) { _, _ in .status(200) }
        let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
        // when
        let handle = queue.add(Blog.CreatePost(title: "t", userId: 1), all)
        // then
        guard case .failure(.other(let error)) = await handle.result else { return #expect(Bool(false)) }
        #expect(error as? UnexpectedTaskError != nil)
        #expect("\(error)".contains("mock.on(Blog.CreatePost.self) { task, attempt in … }"))
        #expect(handle.status.attempt == 1)
        #expect(mock.unexpectedCalls == ["Blog.CreatePost"])
        #expect(mock.calls(of: Blog.CreatePost.self).count == 1)
    }

    @Test("A context without a task is an error")
    func contextWithoutTask() async {
        // given
        mock.on(Blog.GetPost.self) { _, _ in .status(200) }
        // when
        let error = await #expect(throws: UnexpectedTaskError.self) {
            try await mock.send(HTTPMessage(uri: "posts/1"), context: NetTaskContext(name: "Blog.GetPost"))
        }
        // then
        #expect(error?.reason == "the context that the handler was called with has no task")
    }

    @Test("Failures have the disposition of the HTTP handler")
    func judgedAsHTTP() async throws {
        // given
        let once = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
        mock.on(Blog.GetPost.self) { task, _ in .status(task.id == 1 ? 503 : 404) }
        // when
        let passing = queue.add(Blog.GetPost(id: 1), once)
        let lasting = queue.add(Blog.GetPost(id: 2), once)
        // then
        guard case .failure(.status(.serviceUnavailable, _)) = await passing.result else { return #expect(Bool(false)) }
        guard case .failure(.status(.notFound, _)) = await lasting.result else { return #expect(Bool(false)) }
        #expect(passing.status.retryCount == 1)
        #expect(lasting.status.retryCount == 0)
    }

    @Test("Failures have the disposition of the test, if it sets one")
    func judgedByTest() async {
        // given
        let mock = HTTPMockHandler { error, _ in (error as? StatusError)?.code == 404 ? .unsent : .final }
        mock.on(Blog.GetPost.self) { _, attempt in .status(attempt == 1 ? 404 : 503) }
        // when
        let often = NetTaskOption.retry(RetryPolicy(maxRetryCount: 9, interval: .zero))
        let handle = HTTPNetTaskQueue(handler: mock, clock: clock).add(Blog.GetPost(id: 1), often)
        // then
        guard case .failure(.status(.serviceUnavailable, _)) = await handle.result else { return #expect(Bool(false)) }
        #expect(handle.status.attempt == 2)
    }

    @Test("With another protocol than HTTP, each failure is transient")
    func otherProtocol() async throws {
        // given
        let mock = MockHandler<String, String>()
        mock.on(Say.self) { task, attempt in
            if attempt < 3 { throw Trouble() }
            return task.word.uppercased()
        }
        let queue = NetTaskQueue(handler: mock, clock: clock)
        // when
        let word = try await queue.run(Say(word: "a"), .retry(RetryPolicy(maxRetryCount: 2, interval: .zero)))
        // then
        #expect(word == "A")
    }

    @Test("A handler that cancels by itself is not retried")
    func cancelled() async {
        // given
        let mock = MockHandler<String, String>()
        mock.on(Say.self) { _, _ in throw CancellationError() }
        // when
        let handle = NetTaskQueue(handler: mock, clock: clock).add(Say(word: "a"), all)
        // then
        guard case .failure(.cancelled(.handler)) = await handle.result else { return #expect(Bool(false)) }
        #expect(mock.requests == ["a"])
    }

    @Test("Replies and errors have method, URL and attempt, like real ones")
    func completed() async {
        // given
        mock.on(Blog.CreatePost.self) { _, _ in .status(400, "no", headers: [.eTag: "x"]) }
        mock.on(Blog.GetPost.self) { _, _ in throw TransportError(.notSecure, reason: "expired") }
        let twice = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero, when: .all))
        // when
        let refused = await queue.add(Blog.CreatePost(title: "t", userId: 1), twice).result
        let failed = await queue.add(Blog.GetPost(id: 1), twice).result
        // then
        guard case .failure(.status(let status, _)) = refused else { return #expect(Bool(false)) }
        #expect("\(status)" == "POST http://blog.test/v1/posts (attempt 2): status 400: no")
        #expect(status.headers[.eTag] == "x")
        guard case .failure(.transport(let error)) = failed else { return #expect(Bool(false)) }
        #expect("\(error)" == "GET http://blog.test/v1/posts/1 (attempt 2): expired")
    }

    @Test("Replies with JSON have its content type, with any status and headers")
    func json() {
        // when
        let plain = HTTPReply.json("[]")
        let other = HTTPReply.json("{}", status: 201, headers: [.contentType: "application/problem+json", .eTag: "x"])
        // then
        #expect(plain.status == 200)
        #expect(plain.headers == [.contentType: "application/json"])
        #expect(plain.body == Data("[]".utf8))
        #expect(other.status == 201)
        #expect(other.headers == [.contentType: "application/problem+json", .eTag: "x"])
    }

    @Test("Another handler can make the attempts of a type")
    func byAnotherHandler() async throws {
        // given
        let manual = HTTPManualHandler()
        mock.on(Blog.CreatePost.self, by: manual)
        mock.on(Blog.GetPost.self) { _, _ in .json(#"{"id": 1, "title": "got"}"#) }
        // when
        let held = queue.add(Blog.CreatePost(title: "t", userId: 1))
        let attempt = try await manual.next()
        // then
        #expect(try await queue.run(Blog.GetPost(id: 1)).title == "got")
        #expect(held.status.phase == .running)
        attempt.succeed(.json(#"{"id": 2, "title": "held"}"#))
        #expect(try await held.value.title == "held")
    }
}
