import FlyingFox
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

private func reply(_ body: String, _ headers: [String: String], status: Int = 200) -> HTTPReply {
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return HTTPReply(status: .init(code: status), headers: fields, body: Data(body.utf8))
}

@Suite("Headers of replies")
struct ReplyHeadersTests {
    @Test("they are read with the body, over HTTP")
    func overHTTP() async throws {
        // given
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { _ in
            FlyingFox.HTTPResponse(
                statusCode: .ok,
                headers: [FlyingFox.HTTPHeader("X-RateLimit-Remaining"): "7", FlyingFox.HTTPHeader("ETag"): "\"v1\""],
                body: Data(#"{"id": 1}"#.utf8)
            )
        }

        // when
        let response = try await RecordingServer.run(answer: answer) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(ReplyHeaders.GetPost())
        }

        // then
        #expect(response.body.id == 1)
        #expect(response.remaining == 7)
        #expect(response.etag == "\"v1\"")
    }

    @Test("each type is read from its text")
    func types() throws {
        // when
        let response = try ReplyHeaders.GetPost().parse(
            reply(
                #"{"id": 1}"#,
                [
                    "x-ratelimit-remaining": "-5", "Expires": "Sat, 21 Nov 2026 07:00:00 GMT", "Reset": "1795244400",
                    "Plan": "paid", "Level": "2", "Ratio": "0.5", "X-New": "true", "Price": "0.10",
                    "Link": "https://example.com/a,b", "Allow": "free , paid,,", "Numbers": "1, 2", "Token": "9",
                    "X-Default": "12",
                ]
            )
        )

        // then
        #expect(response.remaining == -5)
        #expect(response.expires == Date(timeIntervalSince1970: 1_795_244_400))
        #expect(response.reset == response.expires)
        #expect(response.plan == .paid)
        #expect(response.level == .high)
        #expect(response.ratio == 0.5)
        #expect(response.isNew)
        #expect(response.price == Decimal(string: "0.1"))
        #expect(response.link?.absoluteString == "https://example.com/a,b")
        #expect(response.allow == [.free, .paid])
        #expect(response.numbers == [1, 2])
        #expect(response.token == 9)
        #expect(response.default == "12")
    }

    @Test("a missing header is nil or the default")
    func missing() throws {
        let response = try ReplyHeaders.GetPost().parse(reply(#"{"id": 1}"#, ["X-RateLimit-Remaining": "1"]))
        #expect(response.etag == nil)
        #expect(response.expires == nil)
        #expect(response.plan == .free)
        #expect(!response.isNew)
        #expect(response.allow == [])
        #expect(response.numbers == nil)
        #expect(response.compression == .some(ReplyHeaders.Compression.none))
    }

    @Test(
        "a missing or unreadable header is an error that names it",
        arguments: [
            ([:], "the header X-RateLimit-Remaining is missing"),
            (
                ["X-RateLimit-Remaining": "many"],
                "the header X-RateLimit-Remaining is invalid: \"many\" is not a valid Int"
            ),
            (
                ["X-RateLimit-Remaining": "1", "expires": "today"],
                "the header expires is invalid: \"today\" is not a valid date of the format http"
            ),
            (
                ["X-RateLimit-Remaining": "1", "plan": "gold"],
                "the header plan is invalid: \"gold\" is not a valid Plan"
            ),
            (
                ["X-RateLimit-Remaining": "1", "numbers": "1, x"],
                "the header numbers is invalid: \"x\" is not a valid Int"
            ),
            (["X-RateLimit-Remaining": "1", "token": "hunter2"], "the header token is invalid: it is not a valid Int"),
        ] as [([String: String], String)]
    )
    func malformed(headers: [String: String], reason: String) {
        let error = #expect(throws: ParseError.self) {
            try ReplyHeaders.GetPost().parse(reply(#"{"id": 1}"#, headers))
        }
        #expect(error?.reason == reason)
        #expect(error?.status == 200)
    }

    @Test("a comma in quotes is part of an element, and each `Set-Cookie` is an element")
    func lists() throws {
        // given
        var headers = HTTPFields()
        headers.append(HTTPField(name: .setCookie, value: "a=1; Expires=Sat, 21 Nov 2026 07:00:00 GMT"))
        headers.append(HTTPField(name: .setCookie, value: "b=2"))
        headers[.init("X-RateLimit-Remaining")!] = "1"
        headers[.server] = "s"
        headers.append(HTTPField(name: .init("names")!, value: #""a, \" b", c"#))
        headers.append(HTTPField(name: .init("Names")!, value: "d"))

        // then
        let post = HTTPReply(status: .ok, headers: headers, body: Data(#"{"id": 1}"#.utf8))
        #expect(
            try ReplyHeaders.GetPost().parse(post).cookies == ["a=1; Expires=Sat, 21 Nov 2026 07:00:00 GMT", "b=2"]
        )
        #expect(try ReplyHeaders.Ping().parse(post).names == [#""a, \" b""#, "c", "d"])
    }

    @Test("headers beside fields; secret ones are hidden")
    func fields() throws {
        // when
        let response = try ReplyHeaders.ListPosts().parse(
            reply(#"{"page": {"next": 2}, "ids": [1]}"#, ["X-Total": "40", "codes": "hunter2, hunter3"])
        )

        // then
        #expect(response.ids == [1])
        #expect(response.next == 2)
        #expect(response.total == 40)
        #expect(response.codes == ["hunter2", "hunter3"])
        #expect(!String(reflecting: response).contains("hunter"))
    }

    @Test("a body that cannot be read is a parse error with the reply")
    func malformedBody() {
        let error = #expect(throws: ParseError.self) {
            try ReplyHeaders.ListPosts().parse(reply(#"{"ids": 1}"#, ["X-Total": "40", "codes": "a"]))
        }
        #expect(error?.path == "ids")
        #expect(error?.status == 200)
    }

    @Test("headers with a text, with bytes and with a file on disk")
    func otherBodies() async throws {
        // given
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { _ in
            FlyingFox.HTTPResponse(
                statusCode: .ok,
                headers: [FlyingFox.HTTPHeader("ETag"): "v1"],
                body: Data("content".utf8)
            )
        }

        // then
        try await RecordingServer.run(answer: answer) { _, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL)
            #expect(try await queue.run(ReplyHeaders.Text()).body == "content")
            #expect(try await queue.run(ReplyHeaders.Bytes()).body == Data("content".utf8))
            let download = try await queue.run(ReplyHeaders.Download())
            #expect(try download.body.withURL { try Data(contentsOf: $0) } == Data("content".utf8))
            #expect(download.etag == "v1")
        }
    }

    @Test("headers of a HEAD have no body, over HTTP")
    func head() async throws {
        // given
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { _ in
            FlyingFox.HTTPResponse(
                statusCode: .ok,
                headers: [FlyingFox.HTTPHeader("Content-Length"): "0"],
                body: Data()
            )
        }

        // when
        let response = try await RecordingServer.run(answer: answer) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(ReplyHeaders.Head())
        }

        // then
        #expect(response.contentLength == 0)
    }
}

@Suite("Headers of replies by status")
struct StatusHeadersTests {
    @Test(
        "each status has its own",
        arguments: [
            (200, #"{"id": 1}"#, [:], "job 1"),
            (202, #"{"id": 2}"#, ["Location": "/jobs/2", "Retry-After": "5"], "accepted 2 /jobs/2 5"),
            (202, #"{"id": 2}"#, ["Location": "/jobs/2"], "accepted 2 /jobs/2 nil"),
            (203, "", ["ETag": "v1"], "nothing v1"),
            (204, "", ["ETag": "v2", "Allow": "free, paid"], #"no content v2 ["free", "paid"]"#),
            (304, "", [:], "not modified nil"),
            (299, "text", ["Plan": "paid"], "text paid"), (201, "text", [:], "text free"),
        ] as [(Int, String, [String: String], String)]
    )
    func successes(status: Int, body: String, headers: [String: String], expected: String) throws {
        // when
        let response = try ReplyHeaders.Export().parse(reply(body, headers, status: status))

        // then
        let found =
            switch response {
            case .ok(let job): "job \(job.id)"
            case .accepted(let accepted):
                "accepted \(accepted.body.id) \(accepted.location) \(accepted.retryAfter.map { "\($0)" } ?? "nil")"
            case .nonAuthoritativeInformation(let reply): "\(reply.body == nil ? "nothing" : "a job") \(reply.etag)"
            case .noContent(let reply): "no content \(reply.etag) \((reply.allow ?? []).map(\.rawValue))"
            case .notModified(let reply): "not modified \(reply.etag ?? "nil")"
            case .success(let reply): "\(reply.body) \(reply.plan)"
            }
        #expect(found == expected)
    }

    @Test("a missing required header is an error that names it")
    func missing() {
        let error = #expect(throws: ParseError.self) {
            try ReplyHeaders.Export().parse(reply(#"{"id": 2}"#, [:], status: 202))
        }
        #expect(error?.reason == "the header location is missing")
        #expect(error?.status == 202)
    }

    @Test("a secret header is hidden")
    func secret() throws {
        let response = try ReplyHeaders.Export().parse(reply("", ["ETag": "hunter2"], status: 204))
        #expect(!String(reflecting: response).contains("hunter"))
    }

    @Test(
        "an error has headers and a body",
        arguments: [
            (404, #"{"resource": "a"}"#, ["Resource": "b"], "a b"), (410, #"{"resource": "a"}"#, [:], "gone a"),
            (
                429, #"{"title": "slow"}"#, ["Retry-After": "7", "Reset": "60", "Limit": "9", "Names": "a, b"],
                "slow 7 60.0 9 [a, b]"
            ),
            (409, "bytes", ["ETag": "v1"], "5 bytes v1"), (401, "", ["WWW-Authenticate": "Basic"], "Basic"),
            (400, #"{"title": "bad"}"#, ["Server": "s"], "bad s"), (500, #"{"title": "broken"}"#, [:], "broken"),
        ] as [(Int, String, [String: String], String)]
    )
    func errors(status: Int, body: String, headers: [String: String], expected: String) async throws {
        #expect(try await failure(status, body, headers) == expected)
    }

    @Test(
        "an unreadable optional header is nil, and the error keeps its body",
        arguments: [
            (["Retry-After": "soon", "Reset": "x", "Limit": "many"], "slow nil nil 5 []"), ([:], "slow nil nil 5 []"),
        ] as [([String: String], String)]
    )
    func malformedInError(headers: [String: String], expected: String) async throws {
        #expect(try await failure(429, #"{"title": "slow"}"#, headers) == expected)
    }

    @Test("without a required header, a status error has no typed failure, but its body and headers")
    func missingInError() async throws {
        #expect(try await failure(409, "bytes", [:]) == "409 without failure: bytes")
        #expect(try await failure(400, #"{"title": "bad"}"#, [:]) == #"400 without failure: {"title": "bad"}"#)
    }

    @Test("equal errors have them in one structure")
    func oneFailure() throws {
        // when
        let failure = try #require(
            try ReplyHeaders.Fail.failure(in: reply(#"{"title": "x"}"#, ["X-Request-ID": "3"], status: 500))
        )
        let malformed = try ReplyHeaders.Fail.failure(in: reply(#"{"title": "x"}"#, ["X-Request-ID": "c"], status: 400))

        // then
        #expect(failure.body.title == "x")
        #expect(failure.requestID == 3)
        #expect(malformed?.body.title == "x")
        #expect(malformed?.requestID == nil)
        #expect(try ReplyHeaders.Fail.failure(in: reply("", [:], status: 404)) == nil)
    }

    /// What a task fails with that is answered so, over HTTP.
    private func failure(_ status: Int, _ body: String, _ headers: [String: String]) async throws -> String {
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { _ in
            FlyingFox.HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: ""),
                headers: HTTPHeaders(
                    Dictionary(uniqueKeysWithValues: headers.map { (FlyingFox.HTTPHeader($0.key), $0.value) })
                ),
                body: Data(body.utf8)
            )
        }
        return try await RecordingServer.run(answer: answer) { _, baseURL in
            do throws(NetTaskError<ReplyHeaders.Export.Failure>) {
                _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(ReplyHeaders.Export())
                return "no failure"
            } catch {
                guard case .status(let error, let failure) = error else { return "\(error)" }
                return failure.map(text)
                    ?? "\(error.code) without failure: \(String(decoding: error.body, as: UTF8.self))"
            }
        }
    }

    private func text(_ failure: ReplyHeaders.Export.Failure) -> String {
        switch failure {
        case .notFound(let failure): return "\(failure.body.resource) \(failure.resource ?? "nil")"
        case .gone(let body): return "gone \(body.resource)"
        case .tooManyRequests(let failure):
            let wait = failure.retryAfter.map { "\($0)" } ?? "nil"
            let reset = failure.reset.map { "\($0.timeIntervalSince1970)" } ?? "nil"
            return
                "\(failure.body.title) \(wait) \(reset) \(failure.limit) [\((failure.names ?? []).joined(separator: ", "))]"
        case .conflict(let failure): return "\(failure.body.count) bytes \(failure.etag)"
        case .unauthorized(let failure): return failure.wwwAuthenticate ?? "nil"
        case .clientError(let failure): return "\(failure.body.title) \(failure.server)"
        case .problem(let problem): return problem.title
        }
    }
}
