import NetTaskHTTP
import NetTaskSystem

/// Splits the body of a reply into events or lines as it arrives, independent of the network's chunks.
struct PieceCutter: Sendable {
    /// How the body is split.
    enum Framing: Sendable, Hashable {
        /// Server-sent events (WHATWG, HTML, section 9.2.6).
        case events
        /// A JSON text in each line.
        case lines
        /// A JSON text sequence (RFC 7464): each text follows a record separator.
        case sequence
    }

    private let framing: Framing
    /// The maximum size of an event or line in bytes.
    private let limit: Int
    /// The incomplete line or text at the end.
    private var rest = Data()
    /// Whether the last byte was a CR, which an LF may follow.
    private var endsInCR = false
    private var isFirstLine = true
    private var event = Event()
    private var id = ""
    private var hasID = false
    /// The reconnection time that the server has stated, or `nil`.
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

    /// Splits more of the body.
    ///
    /// - Parameter take: receives each complete piece, and returns whether more is needed. The data of a piece may be a slice
    ///   of `data`.
    /// - Returns: whether more is needed.
    /// - Throws: the error of `take`, or ``ParseError`` for a piece that is too large.
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

    /// Processes the end of the body. An incomplete event is discarded (section 9.2.6); an incomplete line is a piece.
    mutating func finish(_ take: (HTTPStreamPiece) throws -> Bool) throws {
        guard framing != .events else { return }
        let line = rest
        rest = Data()
        let piece = try line.withUnsafeBytes { try self.piece(of: $0, $0.indices, in: line) }
        if let piece { _ = try take(piece) }
    }

    /// - Parameter lineFeed: the offset of the first LF after an earlier `start`, or the end of the bytes; initially -1. It is
    ///   cached, because searching it for each line would take quadratic time if lines end with CR.
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
    ///   - data: the data that contains the bytes.
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

    // MARK: Lines of an event

    private mutating func readField(
        _ bytes: UnsafeRawBufferPointer,
        _ line: Range<Int>,
        in data: Data
    ) throws -> HTTPStreamPiece? {
        if line.isEmpty { return endEvent() }
        let colon = bytes.place(of: Byte.colon, in: line) ?? line.upperBound
        // The line is a comment.
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

    /// Parses digits only. A number that is too large becomes the maximum.
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
    /// Returns the offset of the first occurrence of a byte. `memchr` is faster than `firstIndex(of:)`, which compares byte by
    /// byte.
    fileprivate func place(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress + range.lowerBound, CInt(byte), range.count) else {
            return nil
        }
        return UnsafeRawPointer(found) - baseAddress
    }

    /// Whether the range contains this text.
    fileprivate func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
        guard let baseAddress, range.count == text.utf8CodeUnitCount else { return false }
        return memcmp(baseAddress + range.lowerBound, text.utf8Start, range.count) == 0
    }
}

extension Data {
    /// Returns a slice, with offsets from 0.
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
    /// The byte order mark in UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
