import Foundation
import NetTaskTerminal
import Testing

@Suite("JSON that a tool prints")
struct JSONTextTests {
    private let value: JSONText = .object([
        ("b", ["a\"\\\n\r\t\u{1}\u{202E}é"]), ("a", .object([("x", true), ("n", 7)])), ("raw", .verbatim("1.50")),
    ])

    @Test("keeps the order of members, the digits of numbers and all characters")
    func line() throws {
        // when
        let line = value.line

        // then
        #expect(line == ##"{"b":["a\"\\\n\r\t\u0001\u202eé"],"a":{"x":true,"n":7},"raw":1.50}"##)
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["b"] as? [String] == ["a\"\\\n\r\t\u{1}\u{202E}é"])
    }

    @Test("breaks lines that are too long, and only these")
    func lines() {
        // given
        let list = JSONText.list([.string(String(repeating: "a", count: 90)), ["b", 1]])

        // then
        #expect((["short": [1, 2]] as JSONText).lines() == #"{"short": [1, 2]}"#)
        #expect(
            JSONText.object([("list", list)]).lines()
                == "{\n  \"list\": [\n    \"\(String(repeating: "a", count: 90))\",\n    [\"b\", 1]\n  ]\n}"
        )
    }
}
