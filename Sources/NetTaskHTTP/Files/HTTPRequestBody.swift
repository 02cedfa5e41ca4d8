public import NetTaskSystem

/// The body of a request: bytes in memory, a file, a stream, or a sequence of these.
///
/// A transport sends ``data`` if it is not `nil`, or else the bytes of ``makeReader()``.
public struct HTTPRequestBody: Sendable, Hashable {
    /// A piece of the body, with its length in bytes if it is known.
    struct Piece: Sendable, Hashable {
        let contents: HTTPFile.Contents
        var length: Int64?

        init(_ contents: HTTPFile.Contents) {
            self.contents = contents
            length = contents.source.length
        }
    }

    /// The pieces in order. Empty for a form without a boundary.
    var pieces: [Piece] = []
    /// The parts of a form that has no boundary yet.
    var parts: [MultipartPart]?
    /// The content type of the file or of the form, with its boundary.
    var contentType: String?
    /// Kept, because a temporary file is removed when its last reference is released.
    var file: HTTPFile?

    /// Makes a body of bytes.
    public static func data(_ data: Data) -> HTTPRequestBody { HTTPRequestBody(pieces: [Piece(.data(data))]) }

    /// Makes a body of the contents of a file.
    public static func file(_ file: HTTPFile) -> HTTPRequestBody {
        HTTPRequestBody(pieces: [Piece(file.contents)], contentType: file.contentType, file: file)
    }

    /// Makes a `multipart/form-data` body. The handler generates a boundary for each message.
    public static func multipart(_ parts: [MultipartPart]) -> HTTPRequestBody { HTTPRequestBody(parts: parts) }

    /// The length in bytes, or `nil` if it is unknown before the end. The transport sends it as `Content-Length`.
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

    /// All bytes of the body, if they are in memory.
    public var data: Data? {
        let all = pieces.compactMap(\.contents.data)
        guard parts == nil, all.count == pieces.count else { return nil }
        return all.count == 1 ? all[0] : Data(all.joined())
    }

    /// The URL of the file, if the body is a single file on disk.
    public var fileURL: URL? {
        pieces.count == 1 ? pieces[0].contents.url : nil
    }

    /// Whether the body can be sent again from the start. A stream that has been read from cannot.
    public var isReplayable: Bool {
        pieces.allSatisfy(\.contents.source.isReplayable)
    }

    /// Returns a reader that begins at the start of the body.
    public func makeReader() -> HTTPBodyReader {
        HTTPBodyReader(pieces)
    }

    /// A description without the bytes.
    var summary: String {
        if let parts { return "a form of \(parts.count) parts" }
        if let file { return "a file, \(file.name ?? "without a name")" }
        return length.map { "\($0) bytes" } ?? "a stream"
    }

    // MARK: Use by the handler

    /// Whether the body can be sent: it has its boundary, and the lengths of its files are known.
    var isPrepared: Bool {
        parts == nil && pieces.allSatisfy { $0.contents.url == nil || $0.length != nil }
    }

    /// Returns the body in a form that can be sent.
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
    /// - Returns: `nil` for a file of another protocol, which HTTP tasks do not pack.
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

/// Reads the body of a request in pieces. Not thread-safe.
///
/// Unchecked: ``next()`` is called by one caller at a time, as documented.
public final class HTTPBodyReader: @unchecked Sendable {
    private var pieces: ArraySlice<HTTPRequestBody.Piece>
    /// Returns more bytes of the current piece, or `nil` at its end.
    private var bytes: BodyBytes?
    /// The number of bytes of the current piece that have not been read.
    private var left: Int64 = 0

    init(_ pieces: [HTTPRequestBody.Piece]) {
        self.pieces = pieces[...]
    }

    /// Returns the next bytes, never empty, or `nil` at the end.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read or has become shorter, or if a stream
    ///   has already been sent or does not have the stated length. Also throws the errors of the stream.
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
                ? "the stream in the body does not have the length that it declared"
                : "a file in the body became shorter while it was sent"
        )
    }
}
