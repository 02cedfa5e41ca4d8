import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

/// As many fields as in a large API, including one of its own type.
private struct Wide: JSONReadable, ParameterPackable, StoredObject {
    @IndirectValue var next: Wide?
    var a0: String?, a1: String?, a2: String?, a3: String?, a4: String?, a5: String?, a6: String?, a7: String?
    var b0: Int?, b1: Int?, b2: Int?, b3: Int?, b4: Int?, b5: Int?, b6: Int?, b7: Int?
    var c0: Double?, c1: Double?, c2: Double?, c3: Double?, c4: Double?, c5: Double?, c6: Double?, c7: Double?
    var d0: [String]?, d1: [String]?, d2: [String]?, d3: [String]?, d4: [Wide]?, d5: [Wide]?, d6: [Wide]?
    var e0: Date?, e1: Date?, e2: Date?, e3: Date?, e4: URL?, e5: URL?, e6: UUID?, e7: UUID?

    init(next: Wide?) {
        self.next = next
    }

    init(from object: inout JSONReader) throws {
        next = try object.read("next")
        a0 = try object.read("a0")
        a1 = try object.read("a1")
        a2 = try object.read("a2")
        a3 = try object.read("a3")
        a4 = try object.read("a4")
        a5 = try object.read("a5")
        a6 = try object.read("a6")
        a7 = try object.read("a7")
        b0 = try object.read("b0")
        b1 = try object.read("b1")
        b2 = try object.read("b2")
        b3 = try object.read("b3")
        b4 = try object.read("b4")
        b5 = try object.read("b5")
        b6 = try object.read("b6")
        b7 = try object.read("b7")
        c0 = try object.read("c0")
        c1 = try object.read("c1")
        c2 = try object.read("c2")
        c3 = try object.read("c3")
        c4 = try object.read("c4")
        c5 = try object.read("c5")
        c6 = try object.read("c6")
        c7 = try object.read("c7")
        d0 = try object.read("d0")
        d1 = try object.read("d1")
        d2 = try object.read("d2")
        d3 = try object.read("d3")
        d4 = try object.read("d4")
        d5 = try object.read("d5")
        d6 = try object.read("d6")
        e0 = try object.read("e0", format: .iso8601)
        e1 = try object.read("e1", format: .iso8601)
        e2 = try object.read("e2", format: .iso8601)
        e3 = try object.read("e3", format: .iso8601)
        e4 = try object.read("e4")
        e5 = try object.read("e5")
        e6 = try object.read("e6")
        e7 = try object.read("e7")
    }

    func pack(into packer: inout ParameterPacker) {
        packer.add("next", next)
        packer.add("a0", a0)
        packer.add("a1", a1)
        packer.add("a2", a2)
        packer.add("a3", a3)
        packer.add("a4", a4)
        packer.add("a5", a5)
        packer.add("a6", a6)
        packer.add("a7", a7)
        packer.add("b0", b0)
        packer.add("b1", b1)
        packer.add("b2", b2)
        packer.add("b3", b3)
        packer.add("b4", b4)
        packer.add("b5", b5)
        packer.add("b6", b6)
        packer.add("b7", b7)
        packer.add("c0", c0)
        packer.add("c1", c1)
        packer.add("c2", c2)
        packer.add("c3", c3)
        packer.add("c4", c4)
        packer.add("c5", c5)
        packer.add("c6", c6)
        packer.add("c7", c7)
        packer.add("d0", d0)
        packer.add("d1", d1)
        packer.add("d2", d2)
        packer.add("d3", d3)
        packer.add("d4", d4)
        packer.add("d5", d5)
        packer.add("d6", d6)
        packer.add("e0", e0)
        packer.add("e1", e1)
        packer.add("e2", e2)
        packer.add("e3", e3)
        packer.add("e4", e4)
        packer.add("e5", e5)
        packer.add("e6", e6)
        packer.add("e7", e7)
    }

    func store(into object: inout StoredWriter) {
        object.store("next", next)
        object.store("a0", a0)
        object.store("a1", a1)
        object.store("a2", a2)
        object.store("a3", a3)
        object.store("a4", a4)
        object.store("a5", a5)
        object.store("a6", a6)
        object.store("a7", a7)
        object.store("b0", b0)
        object.store("b1", b1)
        object.store("b2", b2)
        object.store("b3", b3)
        object.store("b4", b4)
        object.store("b5", b5)
        object.store("b6", b6)
        object.store("b7", b7)
        object.store("c0", c0)
        object.store("c1", c1)
        object.store("c2", c2)
        object.store("c3", c3)
        object.store("c4", c4)
        object.store("c5", c5)
        object.store("c6", c6)
        object.store("c7", c7)
        object.store("d0", d0)
        object.store("d1", d1)
        object.store("d2", d2)
        object.store("d3", d3)
        object.store("d4", d4)
        object.store("d5", d5)
        object.store("d6", d6)
        object.store("e0", e0)
        object.store("e1", e1)
        object.store("e2", e2)
        object.store("e3", e3)
        object.store("e4", e4)
        object.store("e5", e5)
        object.store("e6", e6)
        object.store("e7", e7)
    }

    init(restoring object: inout JSONReader) throws {
        next = try object.restore("next")
        a0 = try object.restore("a0")
        a1 = try object.restore("a1")
        a2 = try object.restore("a2")
        a3 = try object.restore("a3")
        a4 = try object.restore("a4")
        a5 = try object.restore("a5")
        a6 = try object.restore("a6")
        a7 = try object.restore("a7")
        b0 = try object.restore("b0")
        b1 = try object.restore("b1")
        b2 = try object.restore("b2")
        b3 = try object.restore("b3")
        b4 = try object.restore("b4")
        b5 = try object.restore("b5")
        b6 = try object.restore("b6")
        b7 = try object.restore("b7")
        c0 = try object.restore("c0")
        c1 = try object.restore("c1")
        c2 = try object.restore("c2")
        c3 = try object.restore("c3")
        c4 = try object.restore("c4")
        c5 = try object.restore("c5")
        c6 = try object.restore("c6")
        c7 = try object.restore("c7")
        d0 = try object.restore("d0")
        d1 = try object.restore("d1")
        d2 = try object.restore("d2")
        d3 = try object.restore("d3")
        d4 = try object.restore("d4")
        d5 = try object.restore("d5")
        d6 = try object.restore("d6")
        e0 = try object.restore("e0")
        e1 = try object.restore("e1")
        e2 = try object.restore("e2")
        e3 = try object.restore("e3")
        e4 = try object.restore("e4")
        e5 = try object.restore("e5")
        e6 = try object.restore("e6")
        e7 = try object.restore("e7")
    }

    /// JSON with this number of levels. In an array, each takes two.
    init(levels: Int, inArrays: Bool) {
        self.init(next: nil)
        for _ in 1..<levels {
            let inner = self
            self.init(next: inArrays ? nil : inner)
            if inArrays { d4 = [inner] }
        }
    }

    var levels: Int {
        var count = 1
        var wide = self
        while let inner = wide.next ?? wide.d4?.first {
            count += 1
            wide = inner
        }
        return count
    }

    static func text(levels: Int, inArrays: Bool) -> String {
        let (open, close) = inArrays ? (#"{"d4":["#, "]}") : (#"{"next":"#, "}")
        return String(repeating: open, count: levels - 1) + "{}" + String(repeating: close, count: levels - 1)
    }
}

/// Whether an error states that the nesting exceeds the stack.
func isOutOfStack(_ error: any Error) -> Bool {
    switch error {
    case let error as ParseError: error.reason.contains("the stack of this thread")
    case let error as PackError: error.reason.contains("the stack of this thread")
    case StoringError.tooDeep(let limit): limit < 512
    default: false
    }
}

private struct Keep: NetTask, DurableNetTask, StoredObject {
    static let storedForm = StoredForm(kind: "Keep")
    var value: Wide

    init(_ value: Wide) {
        self.value = value
    }

    func store(into object: inout StoredWriter) {
        object.store("value", value)
    }

    init(restoring object: inout JSONReader) throws {
        value = try object.restore("value")
    }

    func pack() -> String { "" }
    func parse(_ reply: String) -> String { reply }
}

@Suite("Recursive shapes with many fields")
struct DeepShapeTests {
    enum Way: CaseIterable {
        case reading, packing, storing, restoring
    }

    /// Decodes the value in this way, and returns the number of levels.
    private static func levels(_ way: Way, _ levels: Int, inArrays: Bool) throws -> Int {
        let text = Wide.text(levels: levels, inArrays: inArrays)
        switch way {
        case .reading:
            let wide: Wide = try HTTPReply(status: .ok, body: Data(text.utf8)).json()
            return wide.levels
        case .packing:
            let wide = Wide(levels: levels, inArrays: inArrays)
            let packed = try pack(.post) { $0.body(wide) }.bodyText
            return packed?.split(separator: "{").count ?? 0
        case .storing:
            let stored = try Keep(Wide(levels: levels, inArrays: inArrays)).stored()
            return stored.count { $0 == UInt8(ascii: "{") } - 1
        case .restoring:
            return try Keep(stored: Data(#"{"value":\#(text)}"#.utf8)).value.levels
        }
    }

    @Test("are read up to the depth limit if the stack has space", arguments: Way.allCases, [false, true])
    func fullDepth(way: Way, inArrays: Bool) async throws {
        let levels = inArrays ? 255 : 511
        let arrived = await onStack(kilobytes: 65_536) { Result { try Self.levels(way, levels, inArrays: inArrays) } }
        #expect(try arrived.get() == levels)
    }

    @Test(
        "are read as deep as the stack allows, and rejected beyond",
        arguments: Way.allCases,
        [64, 96, 128, 256, 512, 1_024]
    )
    func anyStack(way: Way, kilobytes: Int) async {
        let deepest = await onStack(kilobytes: kilobytes) {
            var deepest = 0
            for levels in [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 100, 200, 255] {
                do {
                    let arrived = try Self.levels(way, levels, inArrays: levels % 2 == 1)
                    #expect(arrived == levels)
                    deepest = levels
                } catch {
                    #expect(isOutOfStack(error))
                }
            }
            return deepest
        }
        // In a debug build, 64 KB are too small for one level.
        #expect(deepest >= (kilobytes < 96 ? 0 : kilobytes < 512 ? 1 : 16))
    }
}
