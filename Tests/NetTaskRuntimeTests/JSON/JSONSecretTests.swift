import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

private enum Level: String, JSONReadable {
    case high
}

/// A custom type whose error quotes the value that it read.
private struct Version: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> Version {
        throw reader.error("\"\(try String.read(from: &reader))\" is no version")
    }
}

private struct Inner: JSONReadable {
    var number: Int
    var map: [String: Int]
    var other: Int

    init(from object: inout JSONReader) throws {
        number = try object.read("number")
        map = try object.read("map", default: [:])
        other = try object.read("other", default: 0)
    }
}

/// Has one secret member, `token`.
private struct Holder<Value: JSONReadable>: JSONReadable {
    var before: Int?
    var token: Value
    var after: Int?

    init(from object: inout JSONReader) throws {
        before = try object.read("before")
        token = try object.read(secret: "token")
        after = try object.read("after")
    }
}

private func error<Value: JSONReadable>(_ type: Value.Type, _ token: String) -> ParseError? {
    error(in: #"{"before":1,"token":\#(token),"after":2}"#, of: type)
}

private func error<Value: JSONReadable>(in text: String, of type: Value.Type) -> ParseError? {
    do {
        let reply = HTTPReply(status: .ok, body: Data(text.utf8))
        let _: Holder<Value> = try reply.json()
        return nil
    } catch {
        return error as? ParseError
    }
}

@Suite("Secrets of a reply")
struct JSONSecretTests {
    @Test("a secret is read like any other member")
    func reading() throws {
        // given
        let text = #"{"after":3,"token":{"map":{"a":1},"number":2}}"#

        // when
        let holder: Holder<Inner> = try HTTPReply(status: .ok, body: Data(text.utf8)).json()

        // then
        #expect(holder.token.number == 2)
        #expect(holder.token.map == ["a": 1])
        #expect(holder.after == 3)
    }

    @Test("an error states the fault of a secret, and does not quote it")
    func reasons() {
        #expect(error(URL.self, #""http://[4711""#)?.reason == "it is not a valid URL")
        #expect(error(UUID.self, #""4711""#)?.reason == "it is not a valid UUID")
        #expect(error(Level.self, #""4711""#)?.reason == "it is not a valid Level")
        #expect(error(Int8.self, "4711")?.reason == "it is not a valid Int8: it has a fraction or is out of range")
        #expect(error(Float.self, "4711e99")?.reason == "it is out of range for Float")
        #expect(error(Decimal.self, "4711e999")?.reason == "it is out of range for Decimal")
        #expect(error(Date.self, #""4711""#)?.reason == "it is not a valid date of the format iso8601")
        #expect(error(Data.self, #""4711!""#)?.reason == "the string is not valid base64")
        #expect(error(String.self, "4711")?.reason == "expected a string, found a number")
        #expect(error(String.self, "true")?.reason == "expected a string, found a boolean")
        #expect(error(String.self, "false")?.reason == "expected a string, found a boolean")
        #expect(error(Int.self, "\"4711\"")?.reason == "expected an integer, found a string")
        #expect(error(String.self, "?4711")?.reason == "expected a string, found something else")
        #expect(error(String.self, #""\?4711""#)?.reason == "invalid escape: \\ followed by something else")
        #expect(error(Version.self, #""4711""#)?.reason == "the value is invalid")
    }

    @Test("an error of a date as a number does not quote a secret either")
    func numericDates() {
        var object: (any Error)?
        do {
            let _: Date = try Data(#"{"token":4711e99}"#.utf8).withUnsafeBytes { bytes in
                try JSONReader.with(bytes) { reader in
                    let outer = try reader.beginObject()
                    let date: Date = try reader.read(secret: "token", format: .unix)
                    try reader.endObject(outer)
                    return date
                }
            }
        } catch { object = error }
        #expect((object as? ParseError)?.reason == "it is out of range for a date")
    }

    @Test("path and offset are kept, even inside a secret")
    func places() {
        let array = error([Inner].self, #"[{"number":1},{"number":4711.5}]"#)
        #expect(array?.path == "token[1].number")
        #expect(array?.offset == 44)
        #expect(array?.reason == "it is not a valid Int: it has a fraction or is out of range")
        #expect(error(Int.self, "null")?.path == "token")
        #expect(error(in: "{}", of: Int.self)?.description.hasSuffix("at token: it is missing") == true)
    }

    @Test("a path ends before the keys of a secret dictionary, and is complete for later values")
    func keys() {
        #expect(error([String: [Int]].self, #"{"k4711":[true]}"#)?.path == "token")
        #expect(error([[String: Inner]].self, #"[{},{"a":{"number":1,"map":{"k4711":{}}}}]"#)?.path == "token[1]")
        #expect(error(Inner.self, #"{"number":1,"map":{"k4711":{}}}"#)?.path == "token.map")
        #expect(error(Inner.self, #"{"number":1,"map":{"a":1},"other":true}"#)?.path == "token.other")
        #expect(error(in: #"{"x":{"a":{}},"token":{"y":{}}}"#, of: Inner.self)?.path == "token.number")
    }

    @Test("values beside a secret are quoted")
    func others() {
        let after = error(in: #"{"before":1,"token":{"k":1},"after":2.5}"#, of: [String: Int].self)
        #expect(after?.reason.hasPrefix("2.5 is not a valid Int") == true)
        #expect(after?.path == "after")
        #expect(
            error(in: #"{"token":1,"before":2.5}"#, of: Int.self)?.reason.hasPrefix("2.5 is not a valid Int") == true
        )
        #expect(error(in: #"{"token":1,"x":?}"#, of: Int.self)?.reason == #"expected a value, found "?""#)
    }
}
