import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskPacking

private func read<Value: JSONReadable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try Data(text.utf8).withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
}

/// A shape that continues after an error, as handwritten code may.
private struct Lenient: JSONReadable, Equatable {
    var inner: Inner?
    var id: Int

    struct Inner: JSONReadable, Equatable {
        var n: Int

        init(from object: inout JSONReader) throws {
            n = try object.read("n")
        }
    }

    init(from object: inout JSONReader) throws {
        inner = try? object.read("c")
        id = (try? object.read("id")) ?? 0
    }
}

/// A shape with unbalanced calls: it enters missing values, and leaves values that it did not enter.
private struct Lost: JSONReadable {
    init(from object: inout JSONReader) throws {
        try? object.leave()
        _ = try? object.read("q") as Int
        try? object.enter("x")
        _ = try? object.read("i") as Lost
        try? object.leave()
        try? object.leave()
        object.rewind()
        _ = try? object.read("i") as Lost
    }
}

/// Reads its own field before the recursive field, which precedes it in the JSON.
private struct Outward: JSONReadable {
    var b: Int?
    var items: [Skipped]?
    @IndirectValue var a: Outward?

    init(from object: inout JSONReader) throws {
        b = try object.read("b")
        items = try object.read("items")
        a = try object.read("a")
    }
}

private struct Tree: JSONReadable, ParameterPackable {
    var children: [Tree]?

    init(children: [Tree]?) {
        self.children = children
    }

    init(from object: inout JSONReader) throws {
        children = try object.read("k")
    }

    func pack(into packer: inout ParameterPacker) {
        packer.add("k", children)
    }
}

private struct Skipped: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> Skipped {
        try reader.skip()
        return Skipped()
    }
}

@Suite("The JSON reader in users' code")
struct JSONReaderTests {
    @Test(
        "an error ends the reading, even if it is caught",
        arguments: [
            #"{"c":{"n":1.5,"id":666},"id":7}"#, #"{"c":{"n":1.5,"id":666}"#, #"{"id":7,"c":{"n":"x"}}"#,
            #"{"c":[],"id":7}"#, #"{"c":{"n":1},"id":"x"}"#,
        ]
    )
    func caughtErrors(text: String) throws {
        #expect(throws: ParseError.self) { try read(text, as: Lenient.self) }
        #expect(try read(#"{"c":{"n":1},"id":7}"#, as: Lenient.self).id == 7)
    }

    @Test(
        "a shape that misuses the reader ends with a value or an error",
        arguments: [
            "{}", #"{"i":{"i":{}}}"#, #"{"q":0,"k":1.,"x":1}"#, #"{"x":{"i":{"q":1}},"i":{"x":null}}"#,
            #"{"i":{"q":0,"k":1.,"x":1}}"#, #"{"q":"a","x":{},"x":{"q":1},"i":{"x":{"x":{}},"i":{}}}"#,
        ]
    )
    func lostShapes(text: String) {
        _ = try? read(text, as: Lost.self)
        _ = try? read(#"{"i":\#(text),"x":\#(text),"q":\#(text)}"#, as: Lost.self)
    }

    @Test("users' code runs once, regardless of the depth of its values")
    func deepOnce() throws {
        // given
        let text = String(repeating: #"{"k":["#, count: 40) + "{}" + String(repeating: "]}", count: 40)
        var reads = 0
        var packs = 0
        // when
        let tree = try Data(text.utf8).withUnsafeBytes { bytes in
            try JSONReader.with(bytes) { reader in
                reads += 1
                return try Tree.read(from: &reader)
            }
        }
        let packed = try pack(.post) { packer in
            packs += 1
            packer.body(tree)
        }
        // then
        #expect(packed.bodyText == text)
        #expect(reads == 1)
        #expect(packs == 1)
    }

    @Test("a deep and large value in another order is skipped once, not for each level")
    func deepOtherOrder() throws {
        // given
        let inner = "[" + Array(repeating: "[]", count: 2_000).joined(separator: ",") + "]"
        var text = Array("[1,\(inner)]".utf8)
        try text.withUnsafeMutableBytes { bytes in
            var reader = JSONReader(UnsafeRawBufferPointer(bytes))
            try reader.skip()
            // when
            bytes[10] = UInt8(ascii: "x")
            reader.position = 3
            try reader.skip()
            // then
            #expect(reader.position == bytes.count - 1)
            reader.position = 0
            try reader.skip()
            #expect(reader.position == bytes.count)
        }
    }

    @Test("levels in another order are read")
    func levelsInOtherOrder() throws {
        // given
        let items = "[" + Array(repeating: "[]", count: 2_000).joined(separator: ",") + "]"
        let text =
            String(repeating: #"{"a":"#, count: 500) + #"{"items":\#(items)}"#
            + String(repeating: #","b":1}"#, count: 500)
        // when
        var shape: Outward? = try read(text)
        // then
        var levels = 0
        while let next = shape?.a {
            #expect(shape?.b == 1)
            shape = next
            levels += 1
        }
        #expect(levels == 500)
        #expect(shape?.items?.count == 2_000)
    }

    @Test("the path of an error has a bounded length")
    func longPaths() {
        // given
        let name = String(repeating: "k", count: 5_000)
        let text = String(repeating: #"{"\#(name)":"#, count: 400) + "x"
        // when
        let error = #expect(throws: ParseError.self) { try read(text, as: [String: Skipped].self) }
        // then
        #expect((error?.path.utf8.count ?? .max) < 2_000)
    }
}
