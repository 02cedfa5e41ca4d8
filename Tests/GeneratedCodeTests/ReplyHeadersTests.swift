import FlyingFox
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

private func reply(_ body: String, _ headers: [String: String]) -> HTTPReply {
    var fields = HTTPFields()
    for (name, value) in headers {
        if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    return HTTPReply(status: .ok, headers: fields, body: Data(body.utf8))
}

@Suite("Headers of replies")
struct ReplyHeadersTests {
    @Test("they are read beside the body, over HTTP")
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

    @Test("what is missing is nil, or the default")
    func missing() throws {
        let response = try ReplyHeaders.GetPost().parse(reply(#"{"id": 1}"#, ["X-RateLimit-Remaining": "1"]))
        #expect(response.etag == nil)
        #expect(response.expires == nil)
        #expect(response.plan == .free)
        #expect(!response.isNew)
        #expect(response.allow == [])
        #expect(response.numbers == nil)
    }

    @Test(
        "one that is missing or cannot be read is an error that names it",
        arguments: [
            ([:], "the header X-RateLimit-Remaining is missing"),
            (
                ["X-RateLimit-Remaining": "many"],
                "the header X-RateLimit-Remaining cannot be read: \"many\" is no Int"
            ),
            (
                ["X-RateLimit-Remaining": "1", "expires": "today"],
                "the header expires cannot be read: \"today\" is no date of the format http"
            ),
            (
                ["X-RateLimit-Remaining": "1", "plan": "gold"],
                "the header plan cannot be read: \"gold\" is no Plan"
            ),
            (["X-RateLimit-Remaining": "1", "numbers": "1, x"], "the header numbers cannot be read: \"x\" is no Int"),
            (["X-RateLimit-Remaining": "1", "token": "hunter2"], "the header token cannot be read: it is no Int"),
        ] as [([String: String], String)]
    )
    func malformed(headers: [String: String], reason: String) {
        let error = #expect(throws: ParseError.self) {
            try ReplyHeaders.GetPost().parse(reply(#"{"id": 1}"#, headers))
        }
        #expect(error?.reason == reason)
        #expect(error?.status == 200)
    }

    @Test("a comma in quotes is part of an element, and every `Set-Cookie` is one")
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

    @Test("beside fields, and what is secret is shown as such")
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

    @Test("beside a text, bytes and a file on disk")
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
}
