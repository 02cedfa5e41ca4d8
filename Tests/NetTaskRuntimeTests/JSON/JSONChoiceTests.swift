import Foundation
import NetTaskTesting
import Testing

@testable import NetTaskRuntime

/// Written by hand as it would be generated.
private enum Choice: JSONScalar {
    case pair(Pair)
    case list([Choice])
    case number(Int)

    static func read(from reader: inout JSONReader) throws -> Choice {
        var choice = try reader.beginChoice()
        if let value = try reader.choose(Pair.self, &choice) { return .pair(value) }
        if let value = try reader.choose([Choice].self, &choice) { return .list(value) }
        if let value = try reader.choose(Int.self, &choice) { return .number(value) }
        throw reader.error(choice, of: "Choice")
    }

    var text: String {
        switch self {
        case .pair(let pair): "\(pair.a)-\(pair.b)"
        case .list(let list): "\(list.map(\.text))"
        case .number(let number): "\(number)"
        }
    }
}

private struct Pair: JSONReadable {
    var a: Int
    var b: Int

    init(from object: inout JSONReader) throws {
        a = try object.read("a")
        b = try object.read("b")
    }
}

private struct Holder: JSONReadable {
    var first: Choice
    var second: Choice
    var after: Int

    init(from object: inout JSONReader) throws {
        second = try object.read("second")
        first = try object.read(secret: "first")
        try object.enter("inner")
        after = try object.read("after")
        try object.leave()
    }
}

private func read<Value: JSONReadable>(_ text: String) throws -> Value {
    try Data(text.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
}

@Suite("Alternatives, tried in order")
struct JSONChoiceTests {
    @Test("the reader goes on behind a choice as if nothing had been tried, in any order of members")
    func goingOn() throws {
        // given
        let text = #"{"x":[{"b":1}],"first":{"b":2,"a":1},"inner":{"y":0,"after":3},"second":[1,{"b":5,"a":4},[]]}"#

        // when
        let holder: Holder = try read(text)

        // then
        #expect(holder.first.text == "1-2")
        #expect(holder.second.text == #"["1", "4-5", "[]"]"#)
        #expect(holder.after == 3)
    }

    @Test("an error in the JSON itself is one, whatever was tried")
    func malformed() {
        for text in ["[1,{\"a\":1,\"b\":2]", "[1", "{\"a\":1,\"b\":tru}", "[1]x"] {
            #expect(throws: ParseError.self) { try read(text) as Choice }
        }
    }

    @Test("in a secret nothing is quoted")
    func secret() throws {
        // given
        let text = #"{"second":1,"first":{"a":"hush-hush","b":1},"inner":{"after":1}}"#

        // when
        let error = #expect(throws: ParseError.self) { try read(text) as Holder }

        // then
        #expect(error?.path == "first")
        #expect(error?.reason.contains("hush") == false)
        #expect(error?.reason.hasPrefix("it is no Choice. Pair: expected an integer") == true)
    }

    @Test("what is nested deeply goes to a larger stack, also through arrays alone")
    func depth() async {
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let isRead = await onSmallStack { (try? read(text) as Choice) != nil }
        #expect(isRead)
    }
}
