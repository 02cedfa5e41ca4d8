import Foundation
import NetTaskRuntime
import Testing

@testable import NetTaskStreams

/// What a body is cut into, in pieces of that many bytes.
private func pieces(
    _ text: String,
    _ framing: PieceCutter.Framing = .events,
    by count: Int = .max,
    limit: Int = .max
) throws -> [HTTPStreamPiece] {
    var pieces: [HTTPStreamPiece] = []
    var cutter = PieceCutter(framing, limit: limit)
    var rest = Data(text.utf8)[...]
    while !rest.isEmpty {
        _ = try cutter.cut(rest.prefix(count)) {
            pieces.append($0)
            return true
        }
        rest = rest.dropFirst(count)
    }
    try cutter.finish {
        pieces.append($0)
        return true
    }
    return pieces
}

private func event(_ data: String, name: String = "message", id: String? = nil) -> HTTPStreamPiece {
    HTTPStreamPiece(name: name, data: Data(data.utf8), id: id)
}

/// The examples of the standard (WHATWG, HTML, section 9.2.6), and what follows from its grammar.
private let examples: [(body: String, events: [HTTPStreamPiece])] = [
    ("data: YHOO\ndata: +2\ndata: 10\n\n", [event("YHOO\n+2\n10")]),
    (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
        [event("first event", id: "1"), event("second event", id: "")]
    ),
    ("data\n\ndata\ndata\n\ndata:", [event(""), event("\n")]),
    ("data:test\n\ndata: test\n\n", [event("test"), event("test")]),
    (
        "event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n",
        [
            event("73857293", name: "add"), event("2153", name: "remove"),
        ]
    ),
    ("\u{FEFF}data: a\r\n\r\ndata: b\r\rdata: c\n\n", [event("a"), event("b"), event("c")]),
    ("data: a\r\n\ndata: b\n\r\ndata: c\r\n\r", [event("a"), event("b"), event("c")]),
    ("event: only a name\n\ndata: x\n\n", [event("x")]),
    ("id: a\n\ndata: x\n\n", [event("x", id: "a")]),
    ("id: a\ndata: x\n\nid: b\u{0}c\ndata: y\n\n", [event("x", id: "a"), event("y", id: "a")]),
    ("Data: no field\ndata : neither\n\n:\ndata: yes: a colon\n\n", [event("yes: a colon")]),
    ("data: ünïcode ✓\n\n", [event("ünïcode ✓")]),
    ("\u{FEFF}\u{FEFF}data: not read\n\ndata: a\n\n", [event("a")]),
]

@Suite("A body is split into pieces")
struct PieceCutterTests {
    @Test("by the standard of server-sent events", arguments: examples.indices)
    func events(of index: Int) throws {
        #expect(try pieces(examples[index].body) == examples[index].events)
    }

    @Test("equally, wherever the network splits it", arguments: examples.indices)
    func parted(_ index: Int) throws {
        let (body, events) = examples[index]
        for count in 1...body.utf8.count {
            #expect(try pieces(body, by: count) == events, "in pieces of \(count) bytes")
        }
    }

    @Test("An incomplete event is ignored")
    func unfinishedEvent() throws {
        #expect(try pieces("data: a\n\ndata: b\n") == [event("a")])
    }

    @Test("A server's wait before the next request is read in digits")
    func retryDelay() throws {
        var cutter = PieceCutter(.events, limit: .max)
        _ = try cutter.cut(Data("retry: 250\nretry: 1s\nretry:\n\n".utf8)) { _ in true }
        #expect(cutter.retryDelay == .milliseconds(250))
    }

    @Test(
        "A byte order mark is skipped; lines end with LF or CRLF; blank lines are ignored, and the last line needs no end",
        arguments: 1...12
    )
    func lines(by count: Int) throws {
        let lines = try pieces("\u{FEFF}{\"a\":1}\r\n\n  \n[2]\n3", .lines, by: count)
        #expect(lines.map { String(decoding: $0.data, as: UTF8.self) } == ["{\"a\":1}", "[2]", "3"])
    }

    @Test("A JSON text sequence is split at its separators, with any texts", arguments: 1...12)
    func sequence(by count: Int) throws {
        let texts = try pieces("\u{1E}{\"a\":\n1}\n\u{1E}2\n\u{1E}\u{1E}[]\n", .sequence, by: count)
        #expect(texts.map { String(decoding: $0.data, as: UTF8.self) } == ["{\"a\":\n1}", "2", "[]"])
    }

    @Test("An event or a line that is too large is an error", arguments: [PieceCutter.Framing.events, .lines])
    func tooLarge(_ framing: PieceCutter.Framing) throws {
        let text = String(repeating: "a", count: 20)
        #expect(throws: ParseError.self) { try pieces("data: \(text)", framing, by: 3, limit: 10) }
        #expect(throws: ParseError.self) {
            try pieces(framing == .events ? "data: aaaaaa\ndata: aaaaaa\n\n" : text, framing, limit: 10)
        }
    }

    @Test("Nothing is split after the reader has stopped")
    func stopped() throws {
        var count = 0
        var cutter = PieceCutter(.lines, limit: .max)
        let isWanted = try cutter.cut(Data("1\n2\n3\n".utf8)) { _ in
            count += 1
            return count < 2
        }
        #expect(!isWanted)
        #expect(count == 2)
    }
}
