import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Where params go")
struct PlacementTests {
    @Test(
        "B20: with GET, HEAD, DELETE, OPTIONS and TRACE params go into the query, and there is no body",
        arguments: [HTTPRequest.Method.get, .head, .delete, .options, .trace]
    )
    func queryMethods(method: HTTPRequest.Method) throws {
        // when
        let message = try pack(method, .json) { $0.add("a", 1) }
        // then
        #expect(message.query == "a=1")
        #expect(message.body == nil)
        #expect(message.headers[.contentType] == nil)
    }

    @Test(
        "B20: with POST, PUT and PATCH params go into the body, and the query is empty",
        arguments: [HTTPRequest.Method.post, .put, .patch]
    )
    func bodyMethods(method: HTTPRequest.Method) throws {
        // when
        let message = try pack(method, .form) { $0.add("a", 1) }
        // then
        #expect(message.query == "")
        #expect(message.bodyText == "a=1")
    }

    @Test("a TRACE with a body is rejected")
    func traceBody() {
        #expect(throws: PackError(task: "Test", parameter: "", reason: "a TRACE request has no body")) {
            try pack(.trace, .form) { $0.add("a", 1, in: .body) }
        }
    }

    @Test("B20: `in:` sets another place for a param")
    func explicitLocations() throws {
        // given
        let trace = UUID(uuidString: "0E1A3C5E-0000-4000-8000-00000000000F")
        let task = Blog.Search(text: "x", page: 2, trace: trace, limits: [:], days: [], ratio: 1)
        // when
        let message = try task.pack()
        // then
        #expect(message.query == "page=2")
        #expect(message.headers[HTTPField.Name("x-trace")!] == "0E1A3C5E-0000-4000-8000-00000000000F")
        #expect(message.bodyText == #"{"text":"x","limits":{},"days":[],"ratio":1.0,"cursor":null,"exact":true}"#)
    }

    @Test("B20: a GET whose param is `in: .body` has a body")
    func bodyOfGet() throws {
        // when
        let message = try pack(.get, .json) { $0.add("a", 1, in: .body) }
        // then
        #expect(message.bodyText == #"{"a":1}"#)
        #expect(message.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test("B22: each request type has its content type")
    func contentTypes() throws {
        // when
        let form = try pack(.post, .form) { $0.add("a", 1) }
        let json = try pack(.post, .json) { $0.add("a", 1) }
        // then
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(json.headers[.contentType] == "application/json; charset=utf-8")
    }

    @Test("B22: if all params in the body are nil, the body is an empty form, an empty object")
    func emptyBodies() throws {
        // then
        #expect(try packForm { $0.add("a", nil as Int?) } == "")
        #expect(try packJSON { $0.add("a", nil as Int?) } == "{}")
    }

    @Test(
        "without params in the body, there is neither a body nor a content type",
        arguments: [HTTPRequestEncoding.form, .json, .multipart]
    )
    func noBody(encoding: HTTPRequestEncoding) throws {
        // when
        let message = try pack(.post, encoding) { $0.add("a", 1, in: .query) }
        // then
        #expect(message.body == nil)
        #expect(message.headers[.contentType] == nil)
        #expect(message.query == "a=1")
    }

    @Test("B15: absent values are not sent; false, 0 and the empty text are")
    func absentValues() throws {
        // when
        let query = try packQuery {
            $0.add("nothing", nil as Int?)
            $0.add("no", false)
            $0.add("zero", 0)
            $0.add("empty", "")
        }
        let json = try packJSON {
            $0.add("nothing", nil as String?)
            $0.add("no", false)
            $0.add("zero", 0)
            $0.add("empty", "")
        }
        // then
        #expect(query == "no=false&zero=0&empty=")
        #expect(json == #"{"no":false,"zero":0,"empty":""}"#)
    }

    @Test("B15: a task's ignored param is not sent")
    func ignoredParam() throws {
        // given
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let task = Blog.CreatePost(title: "t", body: "b", userId: 1, date: date, note: "secret")
        // when
        let message = try task.pack()
        // then
        #expect(message.bodyText == "title=t&body=b&user_id=1&date=1700000000&other_parameter=value")
    }

    @Test("B16: names of constants are sent as they are")
    func verbatimNames() throws {
        #expect(try packForm { $0.add("otherKey", "v") } == "otherKey=v")
    }

    @Test("B24: a header of the task replaces the generated one, in any case")
    func contentTypeOverride() throws {
        // when
        let message = try pack(.post, .json) {
            $0.header("CONTENT-type", "application/vnd.api+json")
            $0.add("a", 1)
        }
        // then
        #expect(message.headers[values: .contentType] == ["application/vnd.api+json"])
    }

    @Test(
        "B24: CR, LF and NUL in a header value are rejected",
        arguments: ["a\rb", "a\nb", "a\u{0}b", "a\r\nX-Evil: 1"]
    )
    func headerInjection(value: String) {
        // when
        let error = packError { $0.add("X-Name", value, in: .header) }
        // then
        #expect(error?.parameter == "X-Name")
        #expect(error?.task == "Test")
    }

    @Test("B24: a name that is not a token cannot be a header")
    func headerName() {
        #expect(packError { $0.header("X Name", "1") }?.parameter == "X Name")
    }

    @Test(
        "B24: an empty element that a header cannot express is rejected",
        arguments: [["", "b"], ["a", "", "b"], ["a", ""]]
    )
    func emptyHeaderElement(elements: [String]) {
        #expect(packError { $0.add("X-Name", elements, style: .space, in: .header) }?.parameter == "X-Name")
        #expect(packError { $0.add("X-Name", elements, style: .comma, in: .header) } == nil)
    }

    @Test("B24: an array in a header repeats the field, or joins it")
    func headerArrays() throws {
        // when
        let message = try pack(.get) {
            $0.add("X-A", [1, 2], in: .header)
            $0.add("X-B", ["p", "q"], style: .comma, in: .header)
        }
        // then
        #expect(message.headers[values: HTTPField.Name("X-A")!] == ["1", "2"])
        #expect(message.headers[values: HTTPField.Name("X-B")!] == ["p,q"])
    }

    @Test("A whole body is JSON for shapes, and unchanged for bytes, text and files")
    func wholeBodies() throws {
        // when
        let shape = try Blog.ReplacePost(id: 1, post: Blog.Post(id: 1, title: "t")).pack()
        let shapes = try pack(.post) { $0.body([Blog.Post(id: 1, title: "t", tags: [])]) }
        let text = try pack(.post) { $0.body("a,b", contentType: "text/csv") }
        let optionalText = try pack(.post) { $0.body("x" as String?) }
        let bytes = try pack(.post) { $0.body(Data([1, 2])) }
        let file = try pack(.post) { $0.body(HTTPFile(data: Data("f".utf8), contentType: "image/png")) }
        // then
        #expect(shape.bodyText == #"{"id":1,"title":"t","order":"DESC"}"#)
        #expect(shape.headers[.contentType] == "application/json; charset=utf-8")
        #expect(shapes.bodyText == #"[{"id":1,"title":"t","order":"DESC","tags":[]}]"#)
        #expect(text.bodyText == "a,b")
        #expect(text.headers[.contentType] == "text/csv")
        #expect(optionalText.bodyText == "x")
        #expect(bytes.body == .data(Data([1, 2])))
        #expect(bytes.headers[.contentType] == "application/octet-stream")
        #expect(file.headers[.contentType] == "image/png")
    }

    @Test("A shape as a whole body is a form, with any method and any encoding of the endpoint")
    func wholeForms() throws {
        // when
        let post = Blog.Post(id: 1, title: "a b")
        let form = try pack(.get, .json) { $0.body(post, encoding: .form) }
        let parts = try pack(.post) { $0.body(post, encoding: .multipart) }
        let none = try pack(.post) { $0.body(nil as Blog.Post?, encoding: .form) }
        // then
        #expect(form.bodyText == "id=1&title=a+b&order=DESC")
        #expect(form.headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(parts.body?.data == nil)
        #expect(none.body == nil)
    }

    @Test("A whole body and params in the body exclude each other")
    func bodyTwice() {
        #expect(
            packError {
                $0.add("a", 1); $0.body("b")
            } != nil
        )
        #expect(
            packError {
                $0.body("b"); $0.add("a", 1)
            } != nil
        )
    }

    @Test("The first value that cannot be sent is the one reported, with its path")
    func firstError() {
        // given
        let next = Blog.Post(id: 2, title: "deep")
        // when
        let error = packError(.post, .form) {
            $0.add("post", next)
            $0.add("ratio", Double.nan)
        }
        // then
        #expect(error?.parameter == "post")
        #expect(error?.description.contains("Test (not sent): \"post\" cannot be packed") == true)
    }
}

@Suite("Packed messages")
struct PackedMessageTests {
    @Test("B22: a content type is a header like any other, from any source")
    func contentTypes() throws {
        // given
        let packed = try pack(.post, .json) { $0.add("a", 1) }
        // when
        var same = packed
        same.headers = packed.headers
        let made = HTTPMessage(
            method: .post,
            uri: packed.uri,
            headers: [.contentType: "application/json; charset=utf-8"],
            body: packed.body
        )
        // then
        #expect(same == packed)
        #expect(made == packed)
        #expect(Set([packed, same, made]).count == 1)
    }

    @Test("a whole body that is nil keeps the params")
    func nilBody() throws {
        // when
        let json = try packJSON { packer in
            packer.add("a", 1)
            packer.body([Int]?.none)
        }
        // then
        #expect(json == #"{"a":1}"#)
        #expect(
            packError(.post, .json) {
                $0.add("a", 1); $0.body([1])
            } != nil
        )
    }

    @Test("an error that belongs to no param names none")
    func errorsBetweenParams() {
        // when
        let error = packError { packer in
            packer.add("a", 1)
            packer.fail("it is not to be")
        }
        // then
        #expect(error?.parameter == "")
        #expect(error?.reason == "it is not to be")
    }
}
