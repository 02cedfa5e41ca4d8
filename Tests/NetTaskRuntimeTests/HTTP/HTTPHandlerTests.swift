import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("HTTP handler", .timeLimit(.minutes(5)))
struct HTTPHandlerTests {
    private let post = #"{"id":1,"title":"t"}"#
    private let clock = TestClock()

    private func queue(_ transport: HTTPMockTransport) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport) {
            $0.clock = clock
            $0.random = SeededRandom(seed: 1)
        }
    }

    private func answering(_ code: Int, _ text: String = "", _ headers: HTTPFields = HTTPFields()) -> HTTPMockTransport
    {
        HTTPMockTransport { _ in .status(.init(code: code), text, headers: headers) }
    }

    private let instantly = NetTaskOption.retry(RetryPolicy(maxRetryCount: 1, interval: .zero))

    @Test(
        "B26: statuses from 200 to 299 are successes, and the task's status contains them",
        arguments: [200, 201, 299]
    )
    func successStatus(code: Int) async throws {
        // given
        let handle = queue(answering(code, post, [.eTag: "x"])).add(Blog.GetPost(id: 1))
        // when
        let response = try await handle.value
        // then
        #expect(response.title == "t")
        #expect(handle.status.reply?.status.code == code)
        #expect(handle.status.reply?.headers[.eTag] == "x")
    }

    @Test("B26: any other status is a failure with status, headers and body", arguments: [199, 300, 305, 404, 500])
    func failureStatus(code: Int) async {
        // given
        let transport = answering(code, "no", [.eTag: "x"])
        let handle = queue(transport).add(Blog.GetPost(id: 1))
        // when
        let result = await handle.result
        // then
        guard case .failure(.status(let error, nil)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error.code == code)
        #expect(error.headers[.eTag] == "x")
        #expect(error.body == Data("no".utf8))
        #expect(error.url == "http://blog.test/v1/posts/1")
        #expect(error.attempt == 1)
        #expect(
            error.description.hasPrefix("GET http://blog.test/v1/posts/1 (attempt 1): status \(code)")
        )
        #expect(handle.status.reply?.status.code == code)
    }

    @Test("An attempt without a reply keeps that of the previous one")
    func lastReply() async {
        // given
        let transport = HTTPMockTransport { request in
            if request.number > 1 { throw TransportError(.connectionLost, reason: "lost") }
            return .status(503)
        }
        let handle = queue(transport).add(Blog.GetPost(id: 1), instantly)
        // when
        let result = await handle.result
        // then
        guard case .failure(.transport) = result else { return #expect(Bool(false), "\(result)") }
        #expect(handle.status.reply?.code == 503)
    }

    @Test("Failures can be caught by status, with the typed body")
    func patterns() async {
        // given
        let queue = queue(answering(404, #"{"message":"gone"}"#))
        // when
        do {
            _ = try await queue.run(Blog.GetPost(id: 1))
        } catch .status(.internalServerError, _), .status(.gone, _) {
            Issue.record("404 matches another status")
        } catch .status(.notFound, let body?) {
            // then
            #expect(body.message == "gone")
            return
        } catch .cancelled {
        } catch {
            Issue.record("\(error)")
        }
        Issue.record("not caught")
    }

    @Test("B27: a reply of the wrong shape is a parse failure with the URL")
    func parseFailure() async {
        // given
        let queue = queue(answering(200, #"{"id":"one"}"#))
        // when
        do {
            _ = try await queue.run(Blog.GetPost(id: 1))
        } catch .parse(let error) {
            // then
            #expect(error.path == "id")
            #expect(error.url == "http://blog.test/v1/posts/1")
            return
        } catch {}
        Issue.record("not caught")
    }

    @Test("B27: a task without a response accepts any body")
    func noResponse() async throws {
        try await queue(answering(200, "{{{")).run(Blog.ReplacePost(id: 1, post: Blog.Post(id: 1, title: "")))
    }

    @Test("B26: an error of a transport is a transport failure, after any partial reply")
    func transportFailure() async {
        // given
        let transport = HTTPMockTransport { _ in .fault(.resetAfterHead) }
        let handle = queue(transport).add(Blog.GetPost(id: 1))
        // when
        let result = await handle.result
        // then
        guard case .failure(.transport(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error.kind == .connectionLost)
        #expect(error.url == "http://blog.test/v1/posts/1")
    }

    @Test("B25: an unusable URL is a failure, and is never sent or retried")
    func unusableURL() async {
        // given
        let transport = answering(200)
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "no url")
        // when
        let result = await queue.add(Blog.GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 3, when: .all))).result
        // then
        guard case .failure(.transport(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error.kind == .invalidRequest)
        #expect(error.attempt == 1)
        #expect(transport.requests.isEmpty)
    }

    @Test("B25: the queue's base URL replaces the client's")
    func baseURL() async throws {
        // given
        let transport = answering(200, post)
        // when
        _ = try await HTTPNetTaskQueue(transport: transport, baseURL: "https://staging").run(Blog.GetPost(id: 1))
        // then
        #expect(transport.requests[0].head.authority == "staging")
        #expect(transport.requests[0].head.path == "/posts/1")
    }

    @Test("Transient failures of idempotent methods are retried", arguments: [408, 425, 429, 500, 502, 503, 504])
    func retriedStatus(code: Int) async throws {
        // given
        let transport = HTTPMockTransport { [post] request in
            .status(.init(code: request.number == 1 ? code : 200), post)
        }
        // when
        let handle = queue(transport).add(Blog.GetPost(id: 1), instantly)
        // then
        #expect(try await handle.value.id == 1)
        #expect(handle.status.retryCount == 1)
        #expect(handle.status.reply?.attempt == 2)
    }

    @Test("Other statuses are not retried", arguments: [301, 400, 401, 404, 409, 501, 505])
    func finalStatus(code: Int) async {
        // given
        let transport = answering(code)
        // when
        _ = await queue(transport).add(Blog.GetPost(id: 1), instantly).result
        // then
        #expect(transport.requests.count == 1)
    }

    @Test("A POST is retried only if it was not sent, unless the policy is `all`")
    func retriesOfPost() async {
        // given
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: Date())
        let lost = HTTPMockTransport { _ in .fault(.closedBeforeHead) }
        let refused = HTTPMockTransport { _ in .fault(.refused) }
        let busy = answering(503)
        let wrong = answering(400)
        // when
        for transport in [lost, refused, busy] {
            _ = await queue(transport).add(task, instantly).result
        }
        let all = RetryPolicy(maxRetryCount: 1, interval: .zero, when: .all)
        _ = await queue(wrong).add(task, .retry(all)).result
        // then
        #expect(lost.requests.count == 1)
        #expect(refused.requests.count == 4)  // each of the two attempts is sent once more at once
        #expect(busy.requests.count == 1)
        #expect(wrong.requests.count == 2)
    }

    @Test("B10: a retry waits for `Retry-After` in seconds")
    func retryAfter() async throws {
        // given
        let transport = HTTPMockTransport { [post] request in
            request.number == 1 ? .status(503, headers: [.retryAfter: "7"]) : .json(post)
        }
        // when
        let handle = queue(transport).add(Blog.GetPost(id: 1), instantly)
        try await clock.advance(to: .seconds(7))
        // then
        #expect(try await handle.value.id == 1)
    }

    @Test(
        "A retry waits for a `Retry-After` of up to an hour",
        arguments: [("31", 31), ("99999999999999999999", 3_600)]
    )
    func longRetryAfter(value: String, seconds: Int) async throws {
        // given
        let transport = HTTPMockTransport { [post] request in
            request.number == 1 ? .status(429, headers: [.retryAfter: value]) : .json(post)
        }
        // when
        let handle = queue(transport).add(Blog.GetPost(id: 1), instantly)
        try await clock.advance(to: .seconds(seconds))
        // then
        #expect(try await handle.value.id == 1)
    }

    @Test("A `Retry-After` beyond the deadline of its task ends the task at once")
    func retryAfterBeyondDeadline() async {
        // given
        let transport = answering(429, "", [.retryAfter: "60"])
        // when
        let result = await queue(transport).add(Blog.GetPost(id: 1), instantly, .deadline(.seconds(59))).result
        // then
        guard case .failure(.status(.tooManyRequests, _)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(transport.requests.count == 1)
    }

    @Test("Texts of a server are safe in descriptions")
    func formatStrings() async {
        // given
        let handle = queue(answering(500, "%@ %n %s \n\u{0}")).add(Blog.GetPost(id: 1))
        // when
        guard case .failure(let error) = await handle.result else {
            Issue.record("the task did not fail")
            return
        }
        // then
        #expect(error.description.hasSuffix(#": %@ %n %s \n\0"#))
    }

    // STNetTaskQueue: B-ST-16, the text of an error as a format.
    @Test("Format characters in a URL are safe in descriptions")
    func formatStringsInURL() async {
        // given
        let handle = queue(answering(404)).add(GetAnywhere(uri: "http://h.test/a%20%40%n?q=%s%@"))
        let unusable = queue(answering(200)).add(GetAnywhere(uri: "%20%40%n"))
        // when
        guard case .failure(let error) = await handle.result else { return #expect(Bool(false)) }
        guard case .failure(let unusableError) = await unusable.result else { return #expect(Bool(false)) }
        // then
        #expect(error.description.contains(" http://h.test/a%20%40%25n?q=%25s%25@ "))
        #expect(unusableError.description.contains(#""%20%40%n" is not a valid URL"#))
    }
}
