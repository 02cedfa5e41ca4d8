import Foundation
import NetTaskHTTP

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
    /// - Parameter take: is given each piece that is whole, and says whether more is wanted. The data of a piece may be a
    ///   part of what was taken here, without a copy.
    /// - Returns: whether more is wanted.
    /// - Throws: what `take` throws, and ``ParseError`` for a piece that is too large.
    mutating func cut(_ data: Data, _ take: (HTTPStreamPiece) throws -> Bool) throws -> Bool {
        try data.withUnsafeBytes { bytes in
            var start = 0
            var lineFeed = -1
            if endsInCR, !bytes.isEmpty {
                if bytes[0] == Byte.lf { start = 1 }
                endsInCR = false
            }
            while let end = endOfLine(in: bytes, from: start, &lineFeed) {
                let piece: HTTPStreamPiece?
                if rest.isEmpty {
                    piece = try self.piece(of: bytes, start..<end, in: data)
                } else {
                    rest.append(contentsOf: bytes[start..<end])
                    let line = rest
                    rest = Data()
                    piece = try line.withUnsafeBytes { try self.piece(of: $0, $0.indices, in: line) }
                }
                start = end + 1
                if framing == .events, bytes[end] == Byte.cr {
                    if start == bytes.count {
                        endsInCR = true
                    } else if bytes[start] == Byte.lf {
                        start += 1
                    }
                }
                if let piece, try !take(piece) { return false }
            }
            rest.append(contentsOf: bytes[start...])
            try checkSize(rest.count)
            return true
        }
    }

    /// Takes the end of the body. An event that has not ended is none (section 9.2.6); a line is.
    mutating func finish(_ take: (HTTPStreamPiece) throws -> Bool) throws {
        guard framing != .events else { return }
        let line = rest
        rest = Data()
        let piece = try line.withUnsafeBytes { try self.piece(of: $0, $0.indices, in: line) }
        if let piece { _ = try take(piece) }
    }

    /// - Parameter lineFeed: the place of the first LF behind an earlier `start`, or the end of the bytes; -1 at first. It is
    ///   kept, because a search for each line would be quadratic where lines end with CR.
    private func endOfLine(in bytes: UnsafeRawBufferPointer, from start: Int, _ lineFeed: inout Int) -> Int? {
        switch framing {
        case .lines: return bytes.place(of: Byte.lf, in: start..<bytes.count)
        case .sequence: return bytes.place(of: Byte.recordSeparator, in: start..<bytes.count)
        case .events:
            if lineFeed < start { lineFeed = bytes.place(of: Byte.lf, in: start..<bytes.count) ?? bytes.count }
            let end = bytes.place(of: Byte.cr, in: start..<lineFeed) ?? lineFeed
            return end < bytes.count ? end : nil
        }
    }

    /// - Parameters:
    ///   - range: the line, without its end.
    ///   - data: what the bytes are of.
    private mutating func piece(
        of bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        in data: Data
    ) throws -> HTTPStreamPiece? {
        var line = range
        if isFirstLine {
            isFirstLine = false
            if bytes[line].starts(with: Byte.mark) { line = line.lowerBound + Byte.mark.count..<line.upperBound }
        }
        if framing == .events { return try readField(bytes, line, in: data) }
        while let last = bytes[line].last, Byte.spaces.contains(last) { line = line.lowerBound..<line.upperBound - 1 }
        if bytes[line].allSatisfy(Byte.spaces.contains) { return nil }
        try checkSize(line.count)
        return HTTPStreamPiece(data: data.part(line))
    }

    // MARK: The lines of an event

    private mutating func readField(
        _ bytes: UnsafeRawBufferPointer,
        _ line: Range<Int>,
        in data: Data
    ) throws -> HTTPStreamPiece? {
        if line.isEmpty { return endEvent() }
        let colon = bytes.place(of: Byte.colon, in: line) ?? line.upperBound
        // A comment.
        if colon == line.lowerBound { return nil }
        var value = min(colon + 1, line.upperBound)..<line.upperBound
        if !value.isEmpty, bytes[value.lowerBound] == Byte.space { value = value.lowerBound + 1..<value.upperBound }
        let name = line.lowerBound..<colon
        if bytes.holds("data", in: name) {
            if event.hasData {
                event.data.append(Byte.lf)
                event.data.append(contentsOf: bytes[value])
            } else {
                event.data = data.part(value)
            }
            event.hasData = true
            try checkSize(event.data.count)
        } else if bytes.holds("event", in: name) {
            event.name = String(decoding: bytes[value], as: UTF8.self)
        } else if bytes.holds("id", in: name), !bytes[value].contains(0) {
            (id, hasID) = (String(decoding: bytes[value], as: UTF8.self), true)
        } else if bytes.holds("retry", in: name), let milliseconds = Self.number(Data(bytes[value])) {
            retryDelay = .milliseconds(milliseconds)
        }
        return nil
    }

    private mutating func endEvent() -> HTTPStreamPiece? {
        let ended = event
        event = Event()
        guard ended.hasData else { return nil }
        return HTTPStreamPiece(
            name: ended.name.isEmpty ? "message" : ended.name,
            data: ended.data,
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

extension UnsafeRawBufferPointer {
    /// Where the byte is for the first time. `firstIndex(of:)` looks at one byte after the other.
    fileprivate func place(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + range.lowerBound, CInt(byte), range.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - baseAddress
    }

    /// Whether the text is what stands there.
    fileprivate func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard let baseAddress, range.count == text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress + range.lowerBound, text.utf8Start, range.count) == 0
    }
}

extension Data {
    /// Some of the bytes, counted from 0, without a copy.
    fileprivate func part(_ range: Range<Int>) -> Data {
        self[startIndex + range.lowerBound..<startIndex + range.upperBound]
    }
}

private enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lf = UInt8(ascii: "\n")
    static let cr = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let recordSeparator: UInt8 = 0x1E
    static let spaces = [space, tab, lf, cr]
    /// The byte order mark, in UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
