import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("How values are written")
struct ValueTests {
    private static let hostile = "& = + # % / ? \u{22}'`~\\ \r\n 😀é"

    @Test("B21: in a query all but the unreserved characters are escaped")
    func queryEscaping() throws {
        // when
        let query = try packQuery { $0.add(escaping: "a&b", "& = + # % / ? \" ~-._ \r\n 😀") }
        // then
        #expect(query == "a%26b=%26%20%3D%20%2B%20%23%20%25%20%2F%20%3F%20%22%20~-._%20%0D%0A%20%F0%9F%98%80")
    }

    @Test("B21: in a form a space is a plus")
    func formEscaping() throws {
        #expect(try packForm { $0.add(escaping: "a b", "1 + 1") } == "a+b=1+%2B+1")
    }

    @Test("B21: JSON strings are escaped, and read back as they were")
    func jsonEscaping() throws {
        // given
        let text = Self.hostile + "\u{1}\u{1F}\t\u{2028}"
        // when
        let json = try packJSON { $0.add(escaping: text, text) }
        // then
        let object = try JSONSerialization.jsonObject(with: Data((json ?? "").utf8)) as? [String: String]
        #expect(object == [text: text])
    }

    @Test("Numbers are written in full and without loss")
    func numbers() throws {
        // when
        let json = try packJSON {
            $0.add("a", Int64.min)
            $0.add("b", UInt64.max)
            $0.add("c", 0.1)
            $0.add("d", 1.0)
            $0.add("e", 1e21)
            $0.add("f", Float(0.1))
            $0.add("g", Decimal(string: "123456789012345678901234567890.12345")!)
            $0.add("h", Double.leastNonzeroMagnitude)
        }
        // then
        #expect(
            json == #"{"a":-9223372036854775808,"b":18446744073709551615,"c":0.1,"d":1.0,"e":1e+21,"f":0.1,"#
                + #""g":123456789012345678901234567890.12345,"h":5e-324}"#
        )
    }

    @Test(
        "NaN and infinity are rejected, with the param's name",
        arguments: [Double.nan, .infinity, -.infinity]
    )
    func unsendableNumbers(value: Double) {
        #expect(packError(.post, .json) { $0.add("ratio", value) }?.parameter == "ratio")
        #expect(packError(.get) { $0.add("ratio", [value]) }?.parameter == "ratio")
    }

    @Test("Other scalars have one form everywhere")
    func scalars() throws {
        // when
        let query = try packQuery {
            $0.add("url", URL(string: "http://h/a?b=c")!)
            $0.add("uuid", UUID(uuidString: "0E1A3C5E-0000-4000-8000-00000000000F")!)
            $0.add("data", Data([0xFB, 0xFF]))
            $0.add("yes", true)
            $0.add("order", Blog.Order.desc)
        }
        // then
        #expect(
            query == "url=http%3A%2F%2Fh%2Fa%3Fb%3Dc&uuid=0E1A3C5E-0000-4000-8000-00000000000F"
                + "&data=%2B%2F8%3D&yes=true&order=DESC"
        )
    }

    @Test(
        "B19: dates are written in the spec's format",
        arguments: [
            (ValueFormat.iso8601, "2026-11-21T07%3A00%3A00.250Z"), (.unix, "1795244400.25"),
            (.milliseconds, "1795244400250"), (.date, "2026-11-21"),
            (.http, "Sat%2C%2021%20Nov%202026%2007%3A00%3A00%20GMT"),
        ]
    )
    func dateFormats(format: ValueFormat, text: String) throws {
        // given
        let date = Date(timeIntervalSince1970: 1_795_244_400.25)
        // then
        #expect(try packQuery { $0.add("d", date, format: format) } == "d=" + text)
    }

    @Test("B19: whole seconds have no fraction; numbers stay numbers in JSON")
    func wholeSeconds() throws {
        // given
        let date = Date(timeIntervalSince1970: -1)
        // when
        let json = try packJSON {
            $0.add("a", date)
            $0.add("b", [date], format: .unix)
            $0.add("c", date as Date?, format: .milliseconds)
        }
        // then
        #expect(json == #"{"a":"1969-12-31T23:59:59Z","b":[-1],"c":-1000}"#)
    }

    @Test("A date out of range is rejected", arguments: [1e12, Double.nan, Double.infinity, -1e11])
    func extremeDates(seconds: Double) {
        // given
        let date = Date(timeIntervalSince1970: seconds)
        // then
        #expect(packError { $0.add("d", date) }?.parameter == "d")
    }

    @Test("B18: an array repeats its name in query, form and multipart, and is an array in JSON")
    func arrays() throws {
        // when
        let multipart = try pack(.post, .multipart) { $0.add("t", ["a", "b"]) }
        // then
        #expect(try packQuery { $0.add("t", ["a", "b"]) } == "t=a&t=b")
        #expect(try packForm { $0.add("t", ["a", "b"]) } == "t=a&t=b")
        #expect(try packJSON { $0.add("t", ["a", "b"]) } == #"{"t":["a","b"]}"#)
        #expect(multipart.parts.map(\.name) == ["t", "t"])
    }

    @Test("B18: an empty array adds nothing outside of JSON, even as the only param")
    func emptyArrays() throws {
        #expect(try packQuery { $0.add("t", [Int]()) } == "")
        #expect(try packForm { $0.add("t", [Int](), style: .comma) } == "")
        #expect(try packJSON { $0.add("t", [Int]()) } == #"{"t":[]}"#)
        #expect(try packJSON { $0.add("t", nil as [Int]?) } == "{}")
    }

    @Test(
        "B18: an array has the spec's style",
        arguments: [
            (ArrayStyle.repeat, "t=a,&t=b", "t=a%2C&t=b"), (.comma, "", "t=a%2C,b"), (.space, "", "t=a%2C%20b"),
            (.pipe, "", "t=a%2C%7Cb"), (.brackets, "", "t%5B%5D=a%2C&t%5B%5D=b"),
        ]
    )
    func styles(style: ArrayStyle, _: String, query: String) throws {
        #expect(try packQuery { $0.add("t", ["a,", "b"], style: style) } == query)
    }

    @Test("B17: shapes and dictionaries nest in JSON, keys of dictionaries in sorted order")
    func nesting() throws {
        // given
        let post = Blog.Post(id: 1, title: "a", tags: ["x"], next: Blog.Post(id: 2, title: "b"))
        // when
        let json = try packJSON {
            $0.add("post", post)
            $0.add("map", ["b": [1], "a": [], "é": [2, 3]])
            $0.add("maps", [["k": nil as Int?], [:]])
            $0.add("last", true)
        }
        // then
        #expect(
            json
                == #"{"post":{"id":1,"title":"a","order":"DESC","tags":["x"],"next":{"id":2,"title":"b","order":"DESC"}},"#
                + #""map":{"a":[],"b":[1],"é":[2,3]},"maps":[{"k":null},{}],"last":true}"#
        )
    }

    @Test(
        "B17: shapes and dictionaries are rejected in a query, a form and multipart",
        arguments: [HTTPRequestEncoding.form, .multipart]
    )
    func nestingElsewhere(request: HTTPRequestEncoding) {
        #expect(packError(.post, request) { $0.add("post", Blog.Post(id: 1, title: "a")) }?.parameter == "post")
        #expect(packError(.post, request) { $0.add("map", ["a": 1]) }?.parameter == "map")
        #expect(packError(.get) { $0.add("map", ["a": 1]) }?.parameter == "map")
    }

    @Test("B17: a format applies to its param, and not to the fields of a shape in it")
    func formatScope() throws {
        // given
        let post = Blog.Post(id: 1, title: "a", createdAt: Date(timeIntervalSince1970: 0))
        // when
        let json = try packJSON { $0.add("posts", [post], format: .unix) }
        // then
        #expect(json == #"{"posts":[{"id":1,"title":"a","created_at":"1970-01-01T00:00:00Z","order":"DESC"}]}"#)
    }

    @Test("B17: nesting has a limit, which is an error")
    func deepNesting() async {
        // given
        let posts = [510, 511].map { depth in
            (1...depth).reduce(Blog.Post(id: 0, title: "")) { Blog.Post(id: $1, title: "", next: $0) }
        }
        // when
        let errors = await onStack(kilobytes: 16_384) {
            posts.map { post in packError(.post, .json) { $0.add("post", post) } }
        }
        // then
        #expect(errors[0] == nil)
        #expect(errors[1]?.reason.contains("512") == true)
    }
}
