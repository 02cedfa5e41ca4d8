import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

/// Written by hand in the form of generated code.
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

/// Recursive, with alternatives that all fail at the innermost value.
private indirect enum Deep: JSONScalar {
    case other(Inside)
    case value(Inside)

    static func read(from reader: inout JSONReader) throws -> Deep {
        var choice = try reader.beginChoice()
        if let value = try reader.choose(Inside.self, &choice) { return .other(value) }
        if let value = try reader.choose(Inside.self, &choice) { return .value(value) }
        throw reader.error(choice, of: "Deep")
    }
}

private struct Inside: JSONReadable {
    var x: Deep?
    var a: Int?

    init(from object: inout JSONReader) throws {
        x = try object.read("x")
        a = try object.read("a")
    }
}

private struct Keys: JSONReadable {
    var tokens: [String: Int]

    init(from object: inout JSONReader) throws {
        tokens = try object.read(secret: "tokens")
    }
}

private enum Secretive: JSONScalar {
    case keys(Keys)
    case number(Int)

    static func read(from reader: inout JSONReader) throws -> Secretive {
        var choice = try reader.beginChoice()
        if let value = try reader.choose(Keys.self, &choice) { return .keys(value) }
        if let value = try reader.choose(Int.self, &choice) { return .number(value) }
        throw reader.error(choice, of: "Secretive")
    }
}

/// Catches an error of the reader, and continues.
private struct Careless: JSONReadable {
    var choice: Choice

    init(from object: inout JSONReader) throws {
        _ = try? object.read("a") as Int
        choice = try object.read("choice")
    }
}

private func read<Value: JSONReadable>(_ text: String) throws -> Value {
    try Data(text.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
}

@Suite("Alternatives, tried in order")
struct JSONChoiceTests {
    @Test("a failure inside a secret shows no key")
    func secretKeys() throws {
        let error = #expect(throws: ParseError.self) {
            try read(#"{"tokens":{"hunter2":"x"}}"#) as Secretive
        }
        #expect(error.map { !"\($0)".contains("hunter2") } == true)
        #expect(error.map { "\($0)".contains("tokens") } == true)
    }

    @Test("an error that was caught before still ends the reading")
    func caughtBefore() throws {
        let error = #expect(throws: ParseError.self) { try read(#"{"choice":5,"a":"x"}"#) as Careless }
        #expect(error?.path == "a")
    }

    @Test("an error about nested alternatives is short")
    func shortError() throws {
        let text = String(repeating: #"{"x":"#, count: 9) + "5" + String(repeating: "}", count: 9)
        let error = #expect(throws: ParseError.self) { try read(text + String(repeating: " ", count: 10_000)) as Deep }
        #expect(error.map { "\($0)".utf8.count < 4_000 } == true)
    }

    @Test("an error lists the reasons for eight alternatives, and mentions further ones", arguments: [8, 9])
    func reasons(count: Int) throws {
        let text = Data("true".utf8)
        let reason = text.withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            do {
                var choice = try reader.beginChoice()
                for _ in 0..<count { _ = try reader.choose(Int.self, &choice) }
                return reader.error(choice, of: "Number").reason
            } catch {
                return "\(error)"
            }
        }
        #expect(reason.components(separatedBy: "Int: ").count == 9)
        #expect(reason.hasSuffix("…") == (count > 8))
    }

    @Test("members in another order count against the budget of alternatives")
    func otherOrder() throws {
        // given
        let big = String(repeating: "b", count: 100_000)
        let depth = 40
        let text =
            String(repeating: #"{"a":"s","x":"#, count: depth) + #"{"a":"s","big":"\#(big)"}"#
            + String(repeating: "}", count: depth)

        // when
        let error = #expect(throws: ParseError.self) { try read(text) as Deep }

        // then
        #expect(error?.reason == "nested alternatives were tried too often")
    }

    @Test("the reader continues after a choice as if nothing had been tried, in any order of members")
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

    @Test("invalid JSON is an error regardless of alternatives")
    func malformed() {
        for text in ["[1,{\"a\":1,\"b\":2]", "[1", "{\"a\":1,\"b\":tru}", "[1]x"] {
            #expect(throws: ParseError.self) { try read(text) as Choice }
        }
    }

    @Test("a secret is not quoted")
    func secret() throws {
        // given
        let text = #"{"second":1,"first":{"a":"hush-hush","b":1},"inner":{"after":1}}"#

        // when
        let error = #expect(throws: ParseError.self) { try read(text) as Holder }

        // then
        #expect(error?.path == "first")
        #expect(error?.reason.contains("hush") == false)
        #expect(error?.reason.hasPrefix("it is not a valid Choice. Pair: expected an integer") == true)
    }

    @Test("a value too deep for the stack is an error, and selects no other alternative", arguments: [128, 8_192])
    func depth(kilobytes: Int) async {
        // given
        let text = String(repeating: #"{"x":"#, count: 500) + "{}" + String(repeating: "}", count: 500)
        // when
        let result = await onStack(kilobytes: kilobytes) { Result { try read(text) as Either } }
        // then
        switch result {
        case .success(let value): #expect(value.isDeep && kilobytes > 128)
        case .failure(let error): #expect(isOutOfStack(error) && kilobytes == 128)
        }
    }
}

/// Both alternatives accept any object.
private enum Either: JSONScalar {
    case deep(Inside)
    case flat(Flat)

    struct Flat: JSONReadable {
        init(from object: inout JSONReader) throws {}
    }

    static func read(from reader: inout JSONReader) throws -> Either {
        var choice = try reader.beginChoice()
        if let value = try reader.choose(Inside.self, &choice) { return .deep(value) }
        if let value = try reader.choose(Flat.self, &choice) { return .flat(value) }
        throw reader.error(choice, of: "Either")
    }

    var isDeep: Bool { if case .deep = self { true } else { false } }
}
