import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Replies of several media types")
struct ContentsTests {
    private func parse(_ body: String, _ type: String?) throws -> Contents.Get.Response {
        var reply = HTTPReply(status: .ok, body: Data(body.utf8))
        reply.headers[.contentType] = type
        return try Contents.Get().parse(reply)
    }

    @Test("the media type of the reply selects the case, without its parameters and in any case")
    func cases() throws {
        guard case .json(let posts) = try parse(#"[{"id": 1}]"#, "Application/JSON; charset=utf-8") else {
            Issue.record("not JSON")
            return
        }
        #expect(posts.map(\.id) == [1])
        guard case .csv("a,b") = try parse("a,b", "text/csv") else {
            Issue.record("not CSV")
            return
        }
        guard case .image(let data) = try parse("PNG", "image/png") else {
            Issue.record("not an image")
            return
        }
        #expect(data == Data("PNG".utf8))
    }

    @Test("another type of JSON is `application/json`, unless it has a case of its own")
    func otherJSON() throws {
        guard case .json = try parse(#"[{"id": 1}]"#, "application/hal+json") else {
            Issue.record("not JSON")
            return
        }
        guard case .post(let post) = try parse(#"{"id": 2}"#, "application/vnd.post+json") else {
            Issue.record("not a post")
            return
        }
        #expect(post.id == 2)
    }

    @Test("a range of one type precedes `*/*`, in any order", arguments: [["*/*", "image/*"], ["image/*", "*/*"]])
    func ranges(_ types: [String]) throws {
        // given
        var reply = HTTPReply(status: .ok)
        reply.headers[.contentType] = "image/png"

        // then
        #expect(try reply.mediaType(among: types) == "image/*")
        reply.headers[.contentType] = "text/csv"
        #expect(try reply.mediaType(among: types) == "*/*")
    }

    @Test("a reply of another type, or without one, is a parse error", arguments: ["text/html", nil])
    func other(_ type: String?) {
        let error = #expect(throws: ParseError.self) { try parse("x", type) }
        #expect(error?.reason == "the task has no response for the content type \"\(type ?? "")\"")
        #expect(error?.status == 200)
    }

    @Test("the request accepts these types, unless the spec says what it accepts")
    func accept() throws {
        #expect(
            try Contents.Get().pack().headers[values: .accept] == [
                "application/json, application/vnd.post+json, text/csv, image/*"
            ]
        )
        #expect(try Contents.Own().pack().headers[values: .accept] == ["text/csv"])
    }
}
