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
            switch contents {
            case .data(let data): length = Int64(data.count)
            case .stream(let stream): length = stream.length
            case .url: length = nil
            }
        }

        var data: Data? {
            if case .data(let data) = contents { data } else { nil }
        }

        var url: URL? {
            if case .url(let url) = contents { url } else { nil }
        }
    }

    private enum Content: Sendable, Hashable {
        /// Most bodies, which need no array.
        case one(Piece)
        case several([Piece])
        /// A form that has no boundary yet.
        case form([MultipartPart])
    }

    private let content: Content
    /// The content type that comes with it: that of a file, or the one with the boundary of a form.
    let contentType: String?
    /// Kept, since a temporary one goes with it.
    private let file: HTTPFile?

    private init(_ content: Content, contentType: String? = nil, file: HTTPFile? = nil) {
        self.content = content
        self.contentType = contentType
        self.file = file
    }

    init(_ pieces: [Piece], contentType: String?) {
        self.init(pieces.count == 1 ? .one(pieces[0]) : .several(pieces), contentType: contentType)
    }

    /// Bytes as they are.
    public static func data(_ data: Data) -> HTTPRequestBody { HTTPRequestBody(.one(Piece(.data(data)))) }

    /// What is in a file.
    public static func file(_ file: HTTPFile) -> HTTPRequestBody {
        HTTPRequestBody(.one(Piece(file.contents)), contentType: file.contentType, file: file)
    }

    /// The parts of a `multipart/form-data` body. The handler draws a boundary for each message.
    public static func multipart(_ parts: [MultipartPart]) -> HTTPRequestBody { HTTPRequestBody(.form(parts)) }

    init(_ packed: PackedBody) {
        // `HTTPFile` is the only type that conforms to `PackedFile`, which other packages cannot see.
        func file(_ packed: any PackedFile) -> HTTPFile { packed as! HTTPFile }
        self =
            switch packed {
            case .data(let data): .data(data)
            case .file(let packed): .file(file(packed))
            case .multipart(let fields, let files):
                .multipart(
                    fields.map { MultipartPart(name: $0.name, data: $0.value) }
                        + files.map { MultipartPart(name: $0.name, file: file($0.file)) }
                )
            }
    }

    /// One after the other; none of a form that has no boundary yet.
    var pieces: [Piece] {
        switch content {
        case .one(let piece): [piece]
        case .several(let pieces): pieces
        case .form: []
        }
    }

    /// The parts of a form that has no boundary yet.
    var parts: [MultipartPart]? {
        if case .form(let parts) = content { parts } else { nil }
    }

    /// In bytes; nil if it is not known before the end. It is to be sent as `Content-Length`.
    public var length: Int64? {
        var total: Int64 = 0
        for piece in pieces {
            guard let length = piece.length, case (let sum, false) = total.addingReportingOverflow(length) else {
                return nil
            }
            total = sum
        }
        return isPrepared ? total : nil
    }

    /// All of it, if it is in memory.
    public var data: Data? {
        let all = pieces.compactMap(\.data)
        if all.count == 1, pieces.count == 1 { return all[0] }
        return isPrepared && all.count == pieces.count ? Data(all.joined()) : nil
    }

    /// The file that it is, if it is one and nothing else.
    public var fileURL: URL? {
        pieces.count == 1 ? pieces[0].url : nil
    }

    /// Whether it can be sent once more from the start. A stream cannot, once it has been read from.
    public var isReplayable: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece.contents { stream.isFresh } else { true }
        }
    }

    /// Reads it from the start.
    public func makeReader() -> HTTPBodyReader {
        HTTPBodyReader(pieces)
    }

    /// What is told of it where a request is described.
    var summary: String {
        if let parts { return "a form of \(parts.count) parts" }
        if let file { return "a file, \(file.name ?? "without a name")" }
        return length.map { "\($0) bytes" } ?? "a stream"
    }

    // MARK: For the handler

    /// Whether it can be sent as it is: it has its boundary, and the lengths of its files are known.
    var isPrepared: Bool {
        parts == nil && pieces.allSatisfy { $0.url == nil || $0.length != nil }
    }

    /// The body as it can be sent.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read, or is a folder, a pipe or a device.
    func prepared(random: () -> UInt64) async throws -> HTTPRequestBody {
        if let parts {
            let boundary = MultipartForm.boundary(for: parts, random: random)
            return try await MultipartForm.body(of: parts, boundary: boundary).prepared(random: random)
        }
        var pieces = pieces
        for index in pieces.indices {
            guard let url = pieces[index].url else { continue }
            let file = try await onDisk(reading: url) { try FileHandle.ofRegularFile(at: url) }
            pieces[index].length = try await onDisk(reading: url) { Int64(clamping: try file.seekToEnd()) }
        }
        return HTTPRequestBody(pieces, contentType: contentType)
    }

    /// Writes all of it to a temporary file, for transports that send only files. It goes with the last copy of the value.
    package func spooled() async throws -> HTTPFile {
        let sink = FileSink(destination: nil)
        let reader = makeReader()
        while let data = try await reader.next() {
            try sink.write(data)
            await withCheckedContinuation { continuation in
                sink.whenReady { continuation.resume() }
            }
        }
        return try await sink.close(name: nil, contentType: "application/octet-stream")
    }
}

/// Reads the body of a request in pieces. For one reader at a time.
///
/// Unchecked, because ``next()`` is called by one at a time, as it says.
public final class HTTPBodyReader: @unchecked Sendable {
    /// How much is read from a file at once, in bytes.
    private static let pieceSize: Int64 = 256 * 1024

    private var pieces: ArraySlice<HTTPRequestBody.Piece>
    /// Brings more of the present piece; nil at its end.
    private var source: (() async throws -> Data?)?
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
        while true {
            if let data = try await source?() { return data }
            source = nil
            guard let piece = pieces.popFirst() else { return nil }
            left = piece.length ?? .max
            switch piece.contents {
            case .data(let data) where data.isEmpty: continue
            case .data(let data): return data
            case .url(let url): source = try await reading(url)
            case .stream(let stream):
                guard let next = stream.take() else {
                    throw TransportError(.invalidRequest, reason: "the stream in the body has been sent before")
                }
                source = { [self] in try await nextPiece(of: next) }
            }
        }
    }

    private func reading(_ url: URL) async throws -> () async throws -> Data? {
        let file = try await onDisk(reading: url) { try FileHandle.ofRegularFile(at: url) }
        return { [self] in
            if left == 0 { return nil }
            let count = Int(min(left, Self.pieceSize))
            guard let data = try await onDisk(reading: url, { try file.read(upToCount: count) }), !data.isEmpty else {
                throw TransportError(.invalidRequest, reason: "a file in the body has become shorter while it was sent")
            }
            left -= Int64(data.count)
            return data
        }
    }

    private func nextPiece(of stream: @Sendable () async throws -> Data?) async throws -> Data? {
        let wrongLength = TransportError(.invalidRequest, reason: "the stream in the body is not as long as it said")
        while let data = try await stream() {
            guard data.count <= left else { throw wrongLength }
            if left != .max {
                left -= Int64(data.count)
            }
            if !data.isEmpty { return data }
        }
        guard left == 0 || left == .max else { throw wrongLength }
        return nil
    }
}

/// Reads a file of a body.
///
/// - Throws: ``TransportError`` of the kind `invalidRequest` if that fails.
private func onDisk<Result: Sendable>(
    reading url: URL,
    _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await onDisk {
        do {
            return try body()
        } catch {
            let reason = "\"\(url.lastPathComponent)\" in the body cannot be read: \(error.localizedDescription)"
            throw TransportError(.invalidRequest, reason: reason, underlying: error)
        }
    }
}

extension FileHandle {
    /// Opens a regular file to be read. Others have no length, and a pipe would not open before somebody writes to it.
    package static func ofRegularFile(at url: URL) throws -> FileHandle {
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.type == S_IFREG else { throw NotRegularFile() }
        return file
    }

    private struct NotRegularFile: LocalizedError {
        var errorDescription: String? { "it is not a regular file" }
    }
}

// MARK: - Forms

/// One field or file of a `multipart/form-data` body.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// Only files have one.
    public var fileName: String?
    /// Only files have one.
    public var contentType: String?
    /// The value of the field, or what is in the file.
    public var contents: HTTPFile.Contents

    /// Makes a field, or a file where a file name is given.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
        self.init(name: name, fileName: fileName, contentType: contentType, contents: .data(data))
    }

    /// Makes a part of whatever holds its bytes.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, contents: HTTPFile.Contents) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.contents = contents
    }

    init(name: String, file: HTTPFile) {
        self.init(
            name: name,
            fileName: file.name ?? name,
            contentType: file.contentType,
            contents: file.contents
        )
    }

    /// The bytes, if they are in memory.
    var data: Data? {
        if case .data(let data) = contents { data } else { nil }
    }
}

/// How parts become a body of `multipart/form-data` (RFC 7578).
enum MultipartForm {
    /// Draws a boundary that occurs in none of the parts that are in memory.
    static func boundary(for parts: [MultipartPart], random: () -> UInt64) -> String {
        var boundary = "NetTask-" + hex(random()) + hex(random())
        // 128 random bits do not occur by chance, in files neither. Where randomness is poor, a boundary that grows ends
        // the search.
        while case let bytes = Data(boundary.utf8), parts.contains(where: { $0.data?.range(of: bytes) != nil }) {
            boundary += hex(random())
        }
        return boundary
    }

    /// The body: for each part the boundary, its headers and its data; then the closing boundary. What is not in memory
    /// stays where it is.
    static func body(of parts: [MultipartPart], boundary: String) -> HTTPRequestBody {
        var pieces: [HTTPRequestBody.Piece] = []
        var bytes = Data()
        bytes.reserveCapacity(parts.reduce(64) { $0 + ($1.data?.count ?? 0) + 256 })
        for part in parts {
            bytes.append(contentsOf: head(of: part, boundary).utf8)
            if let data = part.data {
                bytes.append(data)
            } else {
                pieces.append(HTTPRequestBody.Piece(.data(bytes)))
                pieces.append(HTTPRequestBody.Piece(part.contents))
                bytes.removeAll()
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        pieces.append(HTTPRequestBody.Piece(.data(bytes)))
        return HTTPRequestBody(pieces, contentType: "multipart/form-data; boundary=\(boundary)")
    }

    private static func head(of part: MultipartPart, _ boundary: String) -> String {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\""
        if let fileName = part.fileName {
            head += "; filename=\"\(escaped(fileName))\""
        }
        head += "\r\n"
        if let contentType = part.contentType {
            head += "Content-Type: \(contentType)\r\n"
        }
        return head + "\r\n"
    }

    private static func escaped(_ text: String) -> String {
        // By scalars, since a quote and a combining mark behind it are one character.
        let pieces = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        return pieces.count > 1 ? pieces.map(String.init).joined(separator: "%22") : text
    }

    private static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
