import Foundation
import NetTaskRuntime

/// Cuts the body of a reply into events or lines as it comes, wherever the network parts it.
struct PieceCutter: Sendable {
    /// How the body is cut.
    enum Framing: Sendable, Hashable {
        /// Server-sent events (WHATWG, HTML, section 9.2.6).
        case events
        /// A JSON text in each line.
        case lines
        /// A JSON text sequence (RFC 7464): each text stands behind a record separator.
        case sequence
    }

    private let framing: Framing
    /// How many bytes an event or a line may have.
    private let limit: Int
    /// The line, or the text, that has begun and not ended.
    private var rest = Data()
    /// Whether the last byte was a CR, whose LF may be still to come.
    private var endsInCR = false
    private var isFirstLine = true
    private var event = Event()
    private var id = ""
    private var hasID = false
    /// How long a client is to wait before it asks again, if the server has said so.
    private(set) var retryDelay: Duration?

    private struct Event {
        var name = ""
        var data = Data()
        var hasData = false
    }

    init(_ framing: Framing, limit: Int) {
        self.framing = framing
        self.limit = limit
    }

    /// Takes more of the body.
    ///
    /// - Parameter take: is given each piece that is whole, and says whether more is wanted.
    /// - Returns: whether more is wanted.
    /// - Throws: what `take` throws, and ``ParseError`` for a piece that is too large.
    mutating func cut(_ data: Data, _ take: (HTTPStreamPiece) throws -> Bool) throws -> Bool {
        var start = data.startIndex
        if endsInCR, start < data.endIndex {
            if data[start] == Byte.lf { start += 1 }
            endsInCR = false
        }
        while let end = endOfLine(in: data, from: start) {
            let line = rest.isEmpty ? data[start..<end] : rest + data[start..<end]
            rest = Data()
            start = end + 1
            if framing == .events, data[end] == Byte.cr {
                if start == data.endIndex {
                    endsInCR = true
                } else if data[start] == Byte.lf {
                    start += 1
                }
            }
            if let piece = try piece(of: line), try !take(piece) { return false }
        }
        // A copy of its own, since the transport's bytes may be many more.
        rest.append(contentsOf: data[start...])
        try checkSize(rest.count)
        return true
    }

    /// Takes the end of the body. An event that has not ended is none (section 9.2.6); a line is.
    mutating func finish(_ take: (HTTPStreamPiece) throws -> Bool) throws {
        guard framing != .events else { return }
        let line = rest
        rest = Data()
        if let piece = try piece(of: line) { _ = try take(piece) }
    }

    private func endOfLine(in data: Data, from start: Data.Index) -> Data.Index? {
        switch framing {
        case .lines: data[start...].place(of: Byte.lf)
        case .sequence: data[start...].place(of: Byte.recordSeparator)
        case .events:
            if let lf = data[start...].place(of: Byte.lf) {
                data[start..<lf].place(of: Byte.cr) ?? lf
            } else {
                data[start...].place(of: Byte.cr)
            }
        }
    }

    private mutating func piece(of line: Data) throws -> HTTPStreamPiece? {
        var line = line
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: Byte.mark) { line.removeFirst(Byte.mark.count) }
        }
        if framing == .events { return try readField(line) }
        let isSpace: (UInt8) -> Bool = { [Byte.space, Byte.tab, Byte.lf, Byte.cr].contains($0) }
        while let last = line.last, isSpace(last) { line.removeLast() }
        return line.allSatisfy(isSpace) ? nil : HTTPStreamPiece(data: line)
    }

    // MARK: The lines of an event

    private mutating func readField(_ line: Data) throws -> HTTPStreamPiece? {
        guard let first = line.first else { return endEvent() }
        // A comment.
        if first == Byte.colon { return nil }
        let colon = line.firstIndex(of: Byte.colon) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == Byte.space { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "data":
            if event.hasData {
                event.data.append(Byte.lf)
                event.data.append(value)
            } else {
                event.data = value
            }
            event.hasData = true
            try checkSize(event.data.count)
        case "event": event.name = String(decoding: value, as: UTF8.self)
        case "id" where !value.contains(0): (id, hasID) = (String(decoding: value, as: UTF8.self), true)
        case "retry":
            if let milliseconds = Self.number(value) { retryDelay = .milliseconds(milliseconds) }
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> HTTPStreamPiece? {
        defer { event = Event() }
        guard event.hasData else { return nil }
        return HTTPStreamPiece(
            name: event.name.isEmpty ? "message" : event.name,
            data: event.data,
            id: hasID ? id : nil
        )
    }

    /// Digits and nothing else; a number too large to be one counts for the largest.
    private static func number(_ text: Data) -> Int32? {
        guard !text.isEmpty, text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int32(String(decoding: text, as: UTF8.self)) ?? .max
    }

    private func checkSize(_ count: Int) throws(ParseError) {
        if count > limit { throw ParseError("an event or line is larger than \(limit) bytes") }
    }
}

extension Data {
    /// Where the byte is for the first time. `firstIndex(of:)` looks at one byte after the other.
    fileprivate func place(of byte: UInt8) -> Index? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, CInt(byte), bytes.count) else { return nil }
            return startIndex + (found - UnsafeMutableRawPointer(mutating: start))
        }
    }
}

private enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lf = UInt8(ascii: "\n")
    static let cr = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let recordSeparator: UInt8 = 0x1E
    /// The byte order mark, in UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
