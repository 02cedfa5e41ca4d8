import Foundation
import NetTaskRuntime
import Testing

@Suite("JSON by the productions of its grammar")
struct JSONSyntaxCasesTests {
    /// The prefix of a case in `Fixtures/syntax-cases.txt`, which documents the prefixes.
    private enum Letter: Character {
        case accepted = "y"
        case refused = "n"
        case outOfRange = "s"
        case tooDeep = "d"
    }

    @Test("B27: the same texts are accepted and rejected, whether skipped or read")
    func cases() throws {
        // given
        let url = try #require(Bundle.module.url(forResource: "Fixtures/syntax-cases", withExtension: "txt"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        for line in lines {
            let letter = try #require(line.first.flatMap(Letter.init))
            let text = try text(line.dropFirst(2))
            // when
            let isSkipped = (try? skip(text)) != nil
            let isRead = (try? JSONTree(text)) != nil
            let isReadByShapes = (try? read(text) as ShapeTree) != nil
            // then
            #expect(isSkipped == (letter == .accepted || letter == .outOfRange), "\(line)")
            #expect(isRead == (letter == .accepted), "\(line)")
            #expect(isReadByShapes == (letter == .accepted), "\(line)")
        }
        #expect(lines.count > 300)
    }

    private func read<Value: JSONReadable>(_ text: Data) throws -> Value {
        try text.withUnsafeBytes { try JSONReader.read($0, path: [], format: .iso8601) }
    }

    /// The text for `written` in the fixture.
    private func text(_ written: Substring) throws -> Data {
        let repeated = written.replacing(#/%\((\d+)\*([^)]*)\)/#) { match in
            String(repeating: String(match.2), count: Int(match.1) ?? 0)
        }
        var bytes = Data()
        var rest = Data(repeated.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                bytes.append(try #require(UInt8(digits, radix: 16)))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}

/// Any JSON value, whose objects are shapes with two of the names of the fixture, in an order that it seldom has.
private enum ShapeTree: JSONScalar {
    case some

    private struct Shape: JSONReadable {
        init(from object: inout JSONReader) throws {
            let _: ShapeTree? = try object.read("b")
            let _: ShapeTree? = try object.read("a")
        }
    }

    static func read(from reader: inout JSONReader) throws -> ShapeTree {
        switch reader.next {
        case UInt8(ascii: "{"): _ = try Shape.read(from: &reader)
        case UInt8(ascii: "["): _ = try [ShapeTree].read(from: &reader)
        default: _ = try JSONTree.read(from: &reader)
        }
        return .some
    }
}
