public import Foundation

/// The body of a request: bytes in memory, a file, a stream, or several of these in a row.
///
/// A transport sends ``data`` where there is one, and else what a ``makeReader()`` gives.
public struct HTTPRequestBody: Sendable, Hashable {
    /// A piece of it, with its length in bytes, if that is known.
    struct Piece: Sendable, Hashable {
        let contents: HTTPFile.Contents
        var length: Int64?

        init(_ contents: HTTPFile.Contents) {
            self.contents = contents
            length = contents.source.length
        }
    }

    /// One after the other; none of a form that has no boundary yet.
    var pieces: [Piece] = []
    /// The parts of a form that has no boundary yet.
    var parts: [MultipartPart]?
    /// The content type that comes with it: that of a file, or the one with the boundary of a form.
    var contentType: String?
    /// Kept, since a temporary one goes with it.
    var file: HTTPFile?

    /// Bytes as they are.
    public static func data(_ data: Data) -> HTTPRequestBody { HTTPRequestBody(pieces: [Piece(.data(data))]) }

    /// What is in a file.
    public static func file(_ file: HTTPFile) -> HTTPRequestBody {
        HTTPRequestBody(pieces: [Piece(file.contents)], contentType: file.contentType, file: file)
    }

    /// The parts of a `multipart/form-data` body. The handler draws a boundary for each message.
    public static func multipart(_ parts: [MultipartPart]) -> HTTPRequestBody { HTTPRequestBody(parts: parts) }

    /// In bytes; nil if it is not known before the end. It is to be sent as `Content-Length`.
    public var length: Int64? {
        if parts != nil { return nil }
        var total: Int64 = 0
        for piece in pieces {
            guard let length = piece.length, case (let sum, false) = total.addingReportingOverflow(length) else {
                return nil
            }
            total = sum
        }
        return total
    }

    /// All of it, if it is in memory.
    public var data: Data? {
        let all = pieces.compactMap(\.contents.data)
        guard parts == nil, all.count == pieces.count else { return nil }
        return all.count == 1 ? all[0] : Data(all.joined())
    }

    /// The file that it is, if it is one and nothing else.
    public var fileURL: URL? {
        pieces.count == 1 ? pieces[0].contents.url : nil
    }

    /// Whether it can be sent once more from the start. A stream cannot, once it has been read from.
    public var isReplayable: Bool {
        pieces.allSatisfy(\.contents.source.isReplayable)
    }

    /// Reads it from the start.
    public func makeReader() -> HTTPBodyReader {
        HTTPBodyReader(pieces)
    }

    /// Describes the body in the description of a request, without its bytes.
    var summary: String {
        if let parts { return "a form of \(parts.count) parts" }
        if let file { return "a file, \(file.name ?? "without a name")" }
        return length.map { "\($0) bytes" } ?? "a stream"
    }

    // MARK: For the handler

    /// Whether it can be sent as it is: it has its boundary, and the lengths of its files are known.
    var isPrepared: Bool {
        parts == nil && pieces.allSatisfy { $0.contents.url == nil || $0.length != nil }
    }

    /// The body as it can be sent.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read, or is a folder, a pipe or a device.
    func prepared(random: () -> UInt64) async throws -> HTTPRequestBody {
        if let parts {
            let boundary = MultipartForm.boundary(for: parts, random: random)
            return try await MultipartForm.body(of: parts, boundary: boundary).prepared(random: random)
        }
        var body = self
        for index in pieces.indices {
            body.pieces[index].length = try await pieces[index].contents.source.measuredLength()
        }
        return body
    }
}

extension HTTPRequestBody {
    /// - Returns: nil for a file of another protocol. The tasks of HTTP pack none.
    init?(_ packed: PackedBody) {
        switch packed {
        case .data(let data): self = .data(data)
        case .file(let file as HTTPFile): self = .file(file)
        case .file: return nil
        case .multipart(let fields, let files):
            let fields = fields.map { MultipartPart(name: $0.name, data: $0.value) }
            self = .multipart(fields + files.compactMap { MultipartPart(name: $0.name, $0.file) })
        }
    }
}

/// Reads the body of a request in pieces. For one reader at a time.
///
/// Unchecked, because ``next()`` is called by one at a time, as it says.
public final class HTTPBodyReader: @unchecked Sendable {
    private var pieces: ArraySlice<HTTPRequestBody.Piece>
    /// Brings more of the present piece; nil at its end.
    private var bytes: BodyBytes?
    /// How much the present piece still has to bring.
    private var left: Int64 = 0

    init(_ pieces: [HTTPRequestBody.Piece]) {
        self.pieces = pieces[...]
    }

    /// The next bytes, never empty; nil at the end.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read, has become shorter, or a stream
    ///   was sent before or has another length than it said; or what the stream itself throws.
    public func next() async throws -> Data? {
        while let piece = pieces.first {
            if bytes == nil { (left, bytes) = (piece.length ?? .max, try await piece.contents.source.open()) }
            while let data = try await bytes?(left) {
                if data.count > left { throw Self.wrongLength(of: piece) }
                if left != .max { left -= Int64(data.count) }
                if !data.isEmpty { return data }
            }
            if left != 0, left != .max { throw Self.wrongLength(of: piece) }
            (bytes, pieces) = (nil, pieces.dropFirst())
        }
        return nil
    }

    private static func wrongLength(of piece: HTTPRequestBody.Piece) -> TransportError {
        TransportError(
            .invalidRequest,
            reason: piece.contents.url == nil
                ? "the stream in the body is not as long as it said"
                : "a file in the body has become shorter while it was sent"
        )
    }
}
