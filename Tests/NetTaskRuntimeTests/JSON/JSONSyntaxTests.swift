import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("JSON syntax")
struct JSONSyntaxTests {
    @Test(
        "B27: valid texts are read",
        arguments: [
            "0", "-0", "1.5e-3", "1E+2", "\"\"", "true", "false", "null", "[]", "{}", " \t\r\n[ 1 , 2 ] ",
            #"{"a":{"b":[{}]}}"#, #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000""#, "\"é😀\u{7F}\u{2028}\"", "[[[]]]",
            #"{"":1,"a":2,"b":3}"#,
        ]
    )
    func valid(text: String) throws {
        // given
        let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        // when
        let tree = try JSONTree(Data(text.utf8))
        // then
        #expect(tree.foundation.isEqual(expected))
    }

    @Test(
        "B27: any other text is rejected, with the place",
        arguments: [
            ("", 0), (" ", 1), ("nul", 0), ("nulll", 4), ("TRUE", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[", 1),
            ("[1", 2), ("]", 0), ("{", 1), ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1),
            ("{\"a\":1 \"b\":2}", 7), ("01", 1), ("-", 1), ("+1", 0), (".5", 0), ("1.", 2), ("1e", 2), ("1e+", 3),
            ("0x1", 1), ("NaN", 0), ("'a'", 0), ("\"a", 2), ("\"\n\"", 1), ("\"\u{0}\"", 1), (#""\x""#, 2),
            (#""\u12g4""#, 5), (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\ud800\u0041""#, 1), (#""\ud800\n""#, 1),
            ("1 2", 2), ("[]]", 2), ("/**/1", 0), ("\u{FEFF}", 3), ("\u{0}", 0), ("[1]\u{0}", 3), ("\u{A0}1", 0),
        ]
    )
    func invalid(text: String, offset: Int) {
        // when
        let error = #expect(throws: ParseError.self) { try JSONTree(Data(text.utf8)) }
        // then
        #expect(error?.offset == offset)
        #expect(#expect(throws: ParseError.self) { try skip(Data(text.utf8)) }?.offset == offset)
    }

    @Test("B27: a byte order mark at the start is skipped, and counts for the place of an error")
    func byteOrderMark() throws {
        let mark = "\u{FEFF}"
        #expect(try JSONValue(json: Data("\(mark)[1]".utf8)) == [1])
        #expect(try JSONValue(json: Data("\(mark)\"\(mark)\"".utf8)) == .string(mark))
        let error = #expect(throws: ParseError.self) { try JSONValue(json: Data("\(mark){\"a\": tru}".utf8)) }
        #expect(error?.offset == 9)
        #expect(error?.path == "a")
    }

    @Test(
        "B27: strings that are not UTF-8 are rejected",
        arguments: [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80]]
            as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        // when
        let error = #expect(throws: ParseError.self) {
            try JSONTree(Data([0x5B, 0x22] + bytes + [0x22, 0x5D]))
        }
        // then
        #expect(error?.offset == 2)
    }

    @Test(
        "Nesting is read to a depth of 512 and rejected beyond, on the stack of a thread",
        arguments: [512, 513, 100_000]
    )
    func depth(of depth: Int) async {
        // given
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        // when
        let isRead = await onStack { (try? skip(Data(text.utf8))) != nil }
        // then
        #expect(isRead == (depth <= 512))
    }

    @Test("Random bytes end in a value or an error")
    func randomBytes() {
        var random = SeededRandom(seed: 7)
        let alphabet = Array("{}[]\",:\\u0019eE+-.tfn \u{1}é".utf8)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            let ours = try? JSONTree(Data(bytes))
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            if let ours, let theirs {
                #expect(ours.foundation.isEqual(theirs))
            }
            // Foundation accepts some texts that RFC 8259 does not allow, but not the reverse.
            #expect((ours != nil) == ((try? skip(Data(bytes))) != nil))
            #expect(ours == nil || theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// Checks a text without reading it into anything.
func skip(_ data: Data) throws {
    let _: Skipped = try data.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
}

private struct Skipped: JSONScalar {
    static func read(from reader: inout JSONReader) throws -> Skipped {
        try reader.skip()
        return Skipped()
    }
}
