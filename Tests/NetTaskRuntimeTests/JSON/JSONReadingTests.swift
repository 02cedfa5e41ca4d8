import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

/// Reads a value from a reply with this body.
private func read<Value: JSONReadable>(
    _ body: String,
    _ path: [StaticString] = [],
    format: ValueFormat = .iso8601,
    as type: Value.Type = Value.self
) throws -> Value {
    try reply(body).json(path, format: format)
}

private func reply(_ body: String) -> HTTPReply {
    HTTPReply(status: .ok, body: Data(body.utf8), url: "http://h/p", attempt: 2)
}

/// The error of reading.
private func readError<Value: JSONReadable>(
    _ type: Value.Type,
    _ body: String,
    _ path: [StaticString] = [],
    format: ValueFormat = .iso8601
) -> ParseError? {
    #expect(throws: ParseError.self) { try read(body, path, format: format, as: type) }
}

private struct Pair: JSONReadable, Equatable {
    var a: Int
    var b: Int

    init(a: Int, b: Int) {
        self.a = a
        self.b = b
    }

    init(from object: inout JSONReader) throws {
        a = try object.read("a")
        b = try object.read("b")
    }
}

private struct ReversedPair: JSONReadable, Equatable {
    var b: Int
    var a: Int

    init(b: Int, a: Int) {
        self.b = b
        self.a = a
    }

    init(from object: inout JSONReader) throws {
        b = try object.read("b")
        a = try object.read("a")
    }
}

@Suite("Reading JSON into types")
struct JSONReadingTests {
    @Test("A shape reads its fields in any order, and skips the others")
    func shape() throws {
        // given
        let body = #"""
            {"x":[{"y":1}],"order":"asc","next":{"title":"b","id":2},"tags":["p","q"],"title":"a",
             "created_at":"2026-11-21T08:00:00.5+01:00","body":null,"id":1}
            """#
        // when
        let post: Blog.Post = try read(body)
        // then
        let created = Date(timeIntervalSince1970: 1_795_244_400.5)
        let next = Blog.Post(id: 2, title: "b")
        #expect(post == Blog.Post(id: 1, title: "a", createdAt: created, order: .asc, tags: ["p", "q"], next: next))
    }

    @Test("A shape reads the JSON that it packs")
    func roundTrip() throws {
        // given
        let date = Date(timeIntervalSince1970: 1_700_000_000.125)
        let next = Blog.Post(id: .max, title: "\" \\ \r\n\u{0} 😀")
        let post = Blog.Post(id: .min, title: "é", body: "", createdAt: date, order: .asc, tags: [], next: next)
        // when
        let body = try pack(.post) { $0.body(post) }.bodyText
        // then
        #expect(try read(body ?? "") == post)
    }

    @Test("`from:` reaches into the reply; a missing value on the path is nil")
    func paths() throws {
        // when
        let weather: Blog.Weather = try read(#"{"name":"Oslo","main":{"temp":-3.5,"air":null,"at":1.5}}"#)
        let posts: [Blog.Post] = try read(#"{"data":{"items":[]}}"#, ["data", "items"])
        let nothing: Int? = try read(#"{"a":{}}"#, ["a", "b", "c"])
        // then
        #expect(weather.temperature == -3.5)
        #expect(weather.humidity == nil)
        #expect(weather.at == Date(timeIntervalSince1970: 1.5))
        #expect(posts.isEmpty)
        #expect(nothing == nil)
    }

    @Test("A path of more than twelve steps is shortened in the middle")
    func longPaths() {
        func path(_ names: String) -> String? {
            readError(JSONValue.self, names.map { "{\"\($0)\":" }.joined())?.path
        }
        #expect(path("abcdefghijkl") == "a.b.c.d.e.f.g.h.i.j.k.l")
        #expect(path("abcdefghijklm") == "a.b.c.d….f.g.h.i.j.k.l.m")
    }

    @Test("Of members with one name the first is used, even if the object is kept completely")
    func sameNames() throws {
        struct Whole: JSONReadable {
            var members: JSONValue
            init(from object: inout JSONReader) throws { members = try object.readMembers() }
        }
        #expect(try read(#"{"a":1,"a":2}"#, as: Whole.self).members == ["a": 1])
    }

    @Test("B27: errors have their place in the reply, and the reply")
    func errorPaths() {
        // given
        let body = #"{"data":{"items":[{"id":1,"title":"a"},{"id":2,"title":"b","next":{"id":3,"title":7}}]}}"#
        // when
        let error = readError([Blog.Post].self, body, ["data", "items"])
        // then
        #expect(error?.path == "data.items[1].next.title")
        #expect(error?.offset == 82)
        #expect(error?.url == "http://h/p")
        #expect(error?.status == 200)
        #expect(error?.attempt == 2)
        #expect(
            error?.description
                == "GET http://h/p (attempt 2): the reply with status 200 could not be read at data.items[1].next.title, "
                + "byte 82: expected a string, found the number 7"
        )
    }

    @Test("B27: missing, null and wrong values are distinguished")
    func reasons() {
        #expect(readError(Blog.Post.self, #"{"id":1}"#)?.reason == "it is missing")
        #expect(readError(Blog.Post.self, #"{"id":null,"title":""}"#)?.reason == "expected an integer, found null")
        #expect(readError(Blog.Post.self, "[]")?.reason == "expected an object, found an array")
        #expect(readError(Blog.Order.self, #""up""#)?.reason == #""up" is not a valid Order"#)
        #expect(readError([Int].self, "[1,null]")?.path == "[1]")
        #expect(readError([String: Int].self, #"{"a":1,"b":"2"}"#)?.path == "b")
        #expect(readError(Int.self, #"{"a":[]}"#, ["a", "b"])?.path == "a")
        #expect(readError(Int.self, #"{"a":{}}"#, ["a", "b"])?.path == "a.b")
        #expect(readError(Int.self, "{}")?.reason == "expected an integer, found an object")
    }

    @Test("Integers are exact, or rejected")
    func integers() throws {
        // then
        #expect(try read("-9223372036854775808") == Int64.min)
        #expect(try read("18446744073709551615") == UInt64.max)
        #expect(try read("9223372036854775807") == Int.max)
        #expect(try read("1.0") == 1)
        #expect(try read("12e2") == 1200)
        #expect(try read("9007199254740993.000e0") == 9_007_199_254_740_993)
        #expect(try read("1844674407370955161.50e1") == UInt64.max)
        #expect(try read("1.000000000000000000000000") == 1)
        #expect(try read("-0") == 0)
        #expect(readError(Int.self, "9223372036854775808") != nil)
        #expect(readError(Int.self, "1.5") != nil)
        #expect(readError(Int.self, "1e400") != nil)
        #expect(readError(Int.self, "0.99999999999999999999") != nil)
        #expect(readError(UInt64.self, "18446744073709551616") != nil)
        #expect(readError(Int64.self, "-9223372036854775809") != nil)
        #expect(readError(UInt8.self, "256") != nil)
        #expect(readError(UInt.self, "-1") != nil)
    }

    @Test(
        "A fraction close to the middle of two values is the nearest one",
        arguments: [
            "125850944335.5490799", "1147190142106.182251", "11256385862.40176487", "20218675855.2170887",
        ]
    )
    func nearest(text: String) throws {
        #expect(try read(text) == Double(text))
    }

    @Test("Fractions are the nearest value; Decimal keeps its digits")
    func fractions() throws {
        // then
        #expect(try read("0.1") == 0.1)
        #expect(try read("5e-324") == Double.leastNonzeroMagnitude)
        #expect(try read("1") == 1.0)
        #expect(try read("0.1") == Float(0.1))
        #expect(
            try read("123456789012345678901234567890.12345") == Decimal(string: "123456789012345678901234567890.12345")
        )
        #expect(readError(Double.self, "1e309") != nil)
        #expect(readError(Float.self, "1e39") != nil)
    }

    @Test(
        "A URL is escaped only where necessary",
        arguments: [
            ("http://h/[a]%2f?x=[1]%20|%zz#[%2f", "http://h/%5Ba%5D%2f?x=%5B1%5D%20%7C%25zz#%5B%2f"),
            ("http://h/a%7Eb?c=%2F&d=e,f;g:@!$'()*~+", "http://h/a%7Eb?c=%2F&d=e,f;g:@!$'()*~+"),
            ("/\u{FC}%20 x", "/%C3%BC%20%20x"), ("http://[::1]:80/{a}", "http://[::1]:80/%7Ba%7D"), ("x%", "x%25"),
        ]
    )
    func urls(text: String, expected: String) throws {
        let url: URL = try read("\"\(text)\"")
        #expect(url.absoluteString == expected)
    }

    @Test("Valid strings are read as URL, UUID and data")
    func strings() throws {
        // then
        #expect(try read(#""http://h/a?b=c""#) == URL(string: "http://h/a?b=c"))
        #expect(
            try read(#""0e1a3c5e-0000-4000-8000-00000000000f""#)
                == UUID(uuidString: "0E1A3C5E-0000-4000-8000-00000000000F")
        )
        #expect(try read(#""+/8=""#) == Data([0xFB, 0xFF]))
        #expect(readError(UUID.self, #""0e1a""#) != nil)
        #expect(readError(Data.self, #""+/8""#) != nil)
        #expect(readError(URL.self, #""""#) != nil)
    }

    @Test(
        "Dates are read in the spec's format",
        arguments: [
            (ValueFormat.iso8601, "\"2026-11-21T07:00:00Z\"", 1_795_244_400),
            (.iso8601, "\"2026-11-21t07:00:00.125z\"", 1_795_244_400.125),
            (.iso8601, "\"2026-11-20 23:30:00-0730\"", 1_795_244_400),
            (.iso8601, "\"1969-12-31T23:59:59.999Z\"", -0.001),
            (.iso8601, "\"2024-02-29T23:59:60Z\"", 1_709_251_200), (.unix, "1795244400", 1_795_244_400),
            (.unix, "-1.5", -1.5),
            (.milliseconds, "1795244400125", 1_795_244_400.125), (.date, "\"2026-11-21\"", 1_795_219_200),
            (.date, "\"0001-01-01\"", -62_135_596_800), (.http, "\"Sat, 21 Nov 2026 07:00:00 GMT\"", 1_795_244_400),
        ] as [(ValueFormat, String, Double)]
    )
    func dates(format: ValueFormat, text: String, seconds: Double) throws {
        #expect(try read(text, format: format) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "An invalid date is rejected",
        arguments: [
            (ValueFormat.iso8601, "\"\""), (.iso8601, "\"2026-11-21\""), (.iso8601, "\"2026-11-21T07:00:00\""),
            (.iso8601, "\"2026-02-29T07:00:00Z\""), (.iso8601, "\"2026-11-21T24:00:00Z\""), (.iso8601, "1795244400"),
            (.iso8601, "\"2026-11-21T07:00:00Zx\""), (.iso8601, "\"2026-11-21T07:00:00.Z\""), (.unix, "\"1\""),
            (.unix, "1e999"), (.date, "\"2026-13-01\""), (.date, "\"26-11-21\""),
            (.http, "\"Sun, 21 Nov 2026 07:00:00 GMT\""),
            (.http, "\"Sat, 21 Nov 2026 07:00:00\""), (.date, "\"２０26-11-21\""),
        ]
    )
    func noDates(format: ValueFormat, text: String) {
        #expect(readError(Date.self, text, format: format) != nil)
    }

    @Test("Dates are read inside arrays and dictionaries too")
    func nestedDates() throws {
        // then
        #expect(try read("[0,1]", format: .unix) == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)])
        #expect(try read(#"{"a":0}"#, format: .unix) == ["a": Date(timeIntervalSince1970: 0)])
        #expect(try read("null", format: .unix) == nil as Date?)
    }

    @Test("Every day from the year 1 to 9999 is written and read back", arguments: [0, 1, 2])
    func calendar(third: Int) throws {
        for day in stride(from: -719_162 + third, through: 2_932_896, by: 3 * 37) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_661.5)
            for format in [ValueFormat.iso8601, .http] {
                let text = try pack(.post, .json) { $0.add("d", date, format: format) }.bodyText ?? ""
                let back: Date = try read(text, ["d"], format: format)
                #expect(back == date.addingTimeInterval(format == .http ? -0.5 : 0))
            }
        }
    }

    @Test("B27: of a duplicate name the first one is used, in any order of reading")
    func duplicateNames() throws {
        // given
        let body = #"{"a":1,"b":2,"a":3,"b":4}"#
        // when
        let inOrder: Pair = try read(body)
        let reversed: ReversedPair = try read(body)
        let dictionary: [String: Int] = try read(body)
        // then
        #expect(inOrder == Pair(a: 1, b: 2))
        #expect(reversed == ReversedPair(b: 2, a: 1))
        #expect(dictionary == ["a": 1, "b": 2])
    }

    @Test("A comma before the first member is rejected, regardless of the requested member")
    func commaFirst() {
        #expect(readError(Pair.self, #"{,"a":1,"b":2}"#)?.offset == 1)
        #expect(readError(Pair.self, #"{,"b":2,"a":1}"#)?.offset == 1)
        #expect(readError([Pair].self, #"[{"a":1,"b":2},{,"a":1,"b":2}]"#)?.offset == 16)
    }

    @Test("Names are compared by code points, not by Unicode equivalence")
    func composedNames() throws {
        // given
        let composed = #"{"\u00e9":1}"#
        let decomposed = #"{"e\u0301":1}"#
        // then
        #expect(try read(composed, ["é"]) == 1)
        #expect(try read(decomposed, ["é"]) == Int?.none)
    }

    @Test(
        "a name may contain escapes",
        arguments: [
            #"{"\u0061":1,"b":2}"#, #"{"b":2,"\u0061":1}"#, #"{"\u0062":2,"a":1}"#, #"{"x":[],"\u0062":2,"\u0061":1}"#,
            #"{"\u0061\u0000":3,"aa":4,"\u0061\u0061":5,"\u0061":1,"b":2}"#,
        ]
    )
    func escapedNames(body: String) throws {
        #expect(try read(body) == Pair(a: 1, b: 2))
        #expect(try read(body) == ReversedPair(b: 2, a: 1))
    }

    @Test("B27: an empty body is nil for optional types, and an error for others")
    func emptyBody() throws {
        // given
        let empty = reply("")
        // when
        let shape: Blog.Post? = try empty.json()
        let text: String = try empty.text()
        let optionalText: String? = try empty.text()
        let data: Data = empty.data()
        let optionalData: Data? = empty.data()
        // then
        #expect(shape == nil)
        #expect(text == "")
        #expect(optionalText == nil)
        #expect(data == Data())
        #expect(optionalData == nil)
        #expect(readError(Blog.Post.self, "")?.reason == "expected an object, found the end")
    }

    @Test("B27: text that is not UTF-8 is an error")
    func invalidText() {
        // given
        let reply = HTTPReply(status: .ok, body: Data([0x61, 0xFF]))
        // then
        #expect(throws: ParseError.self) {
            let _: String = try reply.text()
        }
    }

    @Test(
        "A recursive shape is read to a depth of 512 if the stack has space, and deeper ones are errors",
        arguments: [16, 17, 512, 513, 100_000],
        [512, 16_384]
    )
    func deepShape(depth: Int, kilobytes: Int) async {
        // given
        let open = String(repeating: #"{"id":1,"title":"","next":"#, count: depth)
        let body = open + "null" + String(repeating: "}", count: depth)
        // when
        let result = await onStack(kilobytes: kilobytes) { Result { try read(body, as: Blog.Post.self) } }
        // then
        switch result {
        case .success: #expect(depth <= 512)
        case .failure(let error): #expect(depth > 512 || kilobytes == 512 && depth > 17 && isOutOfStack(error))
        }
    }

    @Test(
        "A date outside the years 1 to 9999 is rejected, because it cannot be written either",
        arguments: ["1e300", "-1e14"]
    )
    func dateOutOfRange(number: String) {
        #expect(readError(Date.self, number, format: .unix)?.reason.contains("out of range") == true)
    }

    @Test(
        "A date as text outside these years is rejected, too",
        arguments: [
            (ValueFormat.date, "0000-12-31"), (.iso8601, "0000-12-31T23:59:59Z"),
            (.iso8601, "0001-01-01T00:00:00+00:01"), (.iso8601, "9999-12-31T23:59:59-00:01"),
            (.iso8601, "9999-12-31T23:59:60Z"), (.http, "Sun, 31 Dec 0000 23:59:59 GMT"),
        ]
    )
    func yearsOutOfRange(format: ValueFormat, date: String) {
        #expect(readError(Date.self, "\"\(date)\"", format: format)?.reason.contains("is not a valid date") == true)
    }

    @Test("An error quotes only the start of the text, without control characters")
    func longValues() {
        // given
        let text = #"\u001b[2J"# + String(repeating: "x", count: 100_000)
        let digits = String(repeating: "9", count: 100_000)
        // when
        let reasons = [
            readError(UUID.self, "\"\(text)\"")?.reason,
            readError(Blog.Order.self, "\"\(text)\"")?.reason,
            readError(Int.self, digits)?.reason,
            readError(Bool.self, digits)?.reason,
            readError(Date.self, "\"\(text)\"")?.reason,
        ]
        // then
        for reason in reasons {
            #expect((reason?.count ?? .max) < 200)
            #expect(reason?.contains("\u{1b}") == false)
        }
    }

    @Test(
        "A decimal of any size is read or rejected",
        arguments: ["1e127", "1e128", "1e999", "1e-999", "1e99999999999999999999", "-1e-99999999999999999999"]
    )
    func hugeDecimals(number: String) {
        let value: Decimal? = try? read(number)
        #expect(value?.isFinite ?? true)
    }

    @Test("A long array is read in linear time", .timeLimit(.minutes(5)))
    func longArray() throws {
        // given
        let body = "[" + String(repeating: "1,", count: 200_000) + "1]"
        // when
        let numbers: [Int] = try read(body)
        // then
        #expect(numbers.count == 200_001)
    }
}
