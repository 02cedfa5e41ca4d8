public import Foundation

/// The body of a request as it goes out: bytes in memory, on disk, from a stream, or several of these in a row.
///
/// A transport sends ``data`` where there is one, and else what a ``makeReader()`` gives.
public struct HTTPRequestBody: Sendable {
    /// A part of the body, with its length in bytes.
    enum Piece: Sendable {
        case data(Data)
        case file(URL, length: Int64)
        case stream(FileStream)
    }

    let pieces: [Piece]
    /// In bytes; nil if it is not known before the end. It is to be sent as `Content-Length`.
    public let length: Int64?

    /// Makes a body of bytes.
    public init(_ data: Data) {
        pieces = [.data(data)]
        length = Int64(data.count)
    }

    init(_ pieces: [Piece]) {
        self.pieces = pieces
        var length: Int64? = 0
        for piece in pieces {
            switch piece {
            case .data(let data): length? += Int64(data.count)
            case .file(_, let count): length? += count
            case .stream(let stream): length = length.flatMap { sum in stream.length.map { sum + $0 } }
            }
        }
        self.length = length
    }

    /// All of it, if it is in memory.
    public var data: Data? {
        if case .data(let data)? = pieces.first, pieces.count == 1 { return data }
        var all = Data()
        for piece in pieces {
            guard case .data(let data) = piece else { return nil }
            all += data
        }
        return all
    }

    /// The file that it is, if it is one and nothing else.
    public var fileURL: URL? {
        if case .file(let url, _)? = pieces.first, pieces.count == 1 { return url }
        return nil
    }

    /// Whether it can be sent once more from the start. A stream cannot, once it has been read from.
    public var isReplayable: Bool {
        pieces.allSatisfy { piece in
            if case .stream(let stream) = piece { return stream.isFresh }
            return true
        }
    }

    /// Reads it from the start.
    public func makeReader() -> HTTPBodyReader {
        HTTPBodyReader(pieces)
    }
}

extension HTTPRequestBody {
    /// The body of a message, and the content type that comes with it.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read.
    static func make(
        of body: HTTPBody,
        random: () -> UInt64
    ) throws -> (body: HTTPRequestBody, contentType: String?) {
        switch body {
        case .data(let data): return (HTTPRequestBody(data), nil)
        case .file(let file): return (HTTPRequestBody([try Piece(file.contents)]), file.contentType)
        case .multipart(let parts):
            let boundary = MultipartForm.boundary(for: parts, random: random)
            let body = try MultipartForm.body(of: parts, boundary: boundary)
            return (body, "multipart/form-data; boundary=\(boundary)")
        }
    }
}

extension HTTPRequestBody.Piece {
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if it is a file that cannot be read.
    init(_ contents: File.Contents) throws(TransportError) {
        switch contents {
        case .data(let data): self = .data(data)
        case .stream(let stream): self = .stream(stream)
        case .url(let url):
            do {
                let handle = try FileHandle(forReadingFrom: url)
                self = .file(url, length: Int64(clamping: try handle.seekToEnd()))
            } catch {
                throw .unreadable(url, error)
            }
        }
    }
}
