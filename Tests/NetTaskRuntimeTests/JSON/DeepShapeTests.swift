import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

/// As many fields as a large API has, and itself among them.
private struct Wide: JSONReadable, ParameterPackable {
    @Indirect var next: Wide?
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
        packer.add("d4", d4)
    }
}

@Suite("Shapes of many fields that contain themselves")
struct DeepShapeTests {
    @Test("are read to the full depth on the stack of a thread, whether as a field or in an array", arguments: [0, 1])
    func read(form: Int) async {
        // given
        let depth = form == 0 ? 511 : 255
        let (open, close) = form == 0 ? (#"{"next":"#, "}") : (#"{"d4":["#, "]}")
        let body = Data((String(repeating: open, count: depth) + "{}" + String(repeating: close, count: depth)).utf8)
        // when
        let levels = await onSmallStack {
            var count = 0
            var wide: Wide? = try? HTTPReply(status: .init(code: 200), body: body).json()
            while let current = wide {
                count += 1
                wide = current.next ?? current.d4?.first
            }
            return count
        }
        // then
        #expect(levels == depth + 1)
    }

    @Test("are packed to the full depth on the stack of a thread")
    func packed() async {
        // given
        let wide = (0..<511).reduce(Wide(next: nil)) { next, _ in Wide(next: next) }
        // when
        let text = await onSmallStack { try? pack(.post) { $0.body(wide) }.bodyText }
        // then
        #expect(text == String(repeating: #"{"next":"#, count: 511) + "{}" + String(repeating: "}", count: 511))
    }
}
