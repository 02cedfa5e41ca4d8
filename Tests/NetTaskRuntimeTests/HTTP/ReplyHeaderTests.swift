import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Typed headers of a reply")
struct ReplyHeaderTests {
    private func reply(_ lines: String...) -> HTTPReply {
        var headers = HTTPFields()
        for line in lines { headers.append(HTTPField(name: .init("X-Test")!, value: line)) }
        return HTTPReply(status: .ok, headers: headers)
    }

    private func reason<Value>(_ read: () throws -> Value) -> String {
        do {
            return "\(try read())"
        } catch {
            return (error as? ParseError)?.reason ?? "\(error)"
        }
    }

    @Test("A header is read as the requested type")
    func values() throws {
        #expect(try reply("5").header("x-test") == 5)
        #expect(try reply("5").header("x-test") == "5")
        #expect(try reply("true").header("x-test") == true)
        #expect(try reply("a", "b").header("x-test") == "a, b")
        #expect(try reply("Thu, 01 Jan 1970 00:00:01 GMT").header("x-test") == Date(timeIntervalSince1970: 1))
        #expect(try reply("1").header("x-test", format: .unix) == Date(timeIntervalSince1970: 1))
    }

    @Test("A missing header is the default, nil, or an error")
    func missing() throws {
        #expect(try reply().header("x-test", default: 7) == 7)
        #expect(try reply().header("x-test") == nil as Int?)
        #expect(try reply().header("x-test", default: [7]) == [7])
        #expect(try reply().header("x-test") == nil as [Int]?)
        #expect(reason { try reply().header("x-test") as Int } == "the header x-test is missing")
        #expect(reason { try reply().header("x-test") as [Int] } == "the header x-test is missing")
    }

    @Test("The elements of a list are read one by one, from all lines")
    func lists() throws {
        #expect(try reply("1, 2", ",3,").header("x-test") == [1, 2, 3])
        #expect(try reply("1, a").header("x-test") == ["1", "a"])
        #expect(try reply(#""a,b" , c"#).header("x-test") == [#""a,b""#, "c"])
        #expect(try reply(#""a"#, "b").header("x-test") == [#""a"#, "b"])
        #expect(try reply("").header("x-test") == [] as [Int])
        #expect(try reply("1").header("x-test") == [1] as [Int]?)
        #expect(
            try reply("1", "2").header("x-test", format: .unix) == [1, 2].map(Date.init(timeIntervalSince1970:))
        )
    }

    @Test("An error names the header, the text and the type, but does not show a secret")
    func errors() {
        let start = "the header x-test is invalid: "
        #expect(reason { try reply("a").header("x-test") as Int } == start + #""a" is not a valid Int"#)
        #expect(reason { try reply("a").header("x-test") as Int? } == start + #""a" is not a valid Int"#)
        #expect(reason { try reply("1, a").header("x-test") as [Int] } == start + #""a" is not a valid Int"#)
        #expect(reason { try reply("1, a").header("x-test") as [Int]? } == start + #""a" is not a valid Int"#)
        #expect(reason { try reply("1],[2").header("x-test") as [Int] } == start + #""1]" is not a valid Int"#)
        #expect(
            reason { try reply("a").header("x-test") as [Date] } == start
                + #""a" is not a valid date of the format http"#
        )
        #expect(reason { try reply("a").header(secret: "x-test") as Int } == start + "it is not a valid Int")
        #expect(reason { try reply("a").header(secret: "x-test") as [Int] } == start + "it is not a valid Int")
    }
}
