public import Foundation

/// Reads the body of a request in pieces. For one reader at a time.
///
/// Unchecked, because ``next()`` is called by one at a time, as it says.
public final class HTTPBodyReader: @unchecked Sendable {
    /// How much is read from a file at once, in bytes.
    private static let pieceSize: Int64 = 256 * 1024
    /// Reading from disk blocks, which threads of the concurrency pool must not do.
    private static let disk = DispatchQueue(label: "NetTask.HTTPBodyReader", attributes: .concurrent)

    private var pieces: ArraySlice<HTTPRequestBody.Piece>
    private var file: FileHandle?
    private var left: Int64 = 0
    private var stream: (@Sendable () async throws -> Data?)?

    init(_ pieces: [HTTPRequestBody.Piece]) {
        self.pieces = pieces[...]
    }

    /// The next bytes, never empty; nil at the end.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if a file cannot be read, has become shorter, or a stream
    ///   was sent before or has another length than it said; or what the stream itself throws.
    public func next() async throws -> Data? {
        while true {
            if let file {
                if left > 0 { return try await read(from: file) }
                self.file = nil
            } else if let stream {
                if let data = try await nextPiece(of: stream) { return data }
                self.stream = nil
            }
            guard let piece = pieces.popFirst() else { return nil }
            switch piece {
            case .data(let data) where data.isEmpty: continue
            case .data(let data): return data
            case .file(let url, let length): try open(url, length)
            case .stream(let stream): try open(stream)
            }
        }
    }

    private func open(_ url: URL, _ length: Int64) throws(TransportError) {
        do {
            file = try FileHandle(forReadingFrom: url)
        } catch {
            throw .unreadable(url, error)
        }
        left = length
    }

    private func open(_ stream: FileStream) throws(TransportError) {
        guard let next = stream.take() else {
            throw TransportError(.invalidRequest, reason: "the stream in the body has been sent before")
        }
        self.stream = next
        left = stream.length ?? .max
    }

    private func read(from file: FileHandle) async throws -> Data {
        let count = Int(min(left, Self.pieceSize))
        let data: Data? = try await withCheckedThrowingContinuation { continuation in
            Self.disk.async {
                continuation.resume(with: Result { try file.read(upToCount: count) })
            }
        }
        guard let data, !data.isEmpty else {
            throw TransportError(.invalidRequest, reason: "a file in the body has become shorter while it was sent")
        }
        left -= Int64(data.count)
        return data
    }

    private func nextPiece(of stream: @Sendable () async throws -> Data?) async throws -> Data? {
        while let data = try await stream() {
            guard data.count <= left else { throw Self.wrongLength }
            if left != .max {
                left -= Int64(data.count)
            }
            if !data.isEmpty { return data }
        }
        guard left == 0 || left == .max else { throw Self.wrongLength }
        return nil
    }

    private static var wrongLength: TransportError {
        TransportError(.invalidRequest, reason: "the stream in the body is not as long as it said")
    }
}

extension TransportError {
    static func unreadable(_ url: URL, _ error: any Error) -> TransportError {
        TransportError(
            .invalidRequest,
            reason: "\"\(url.lastPathComponent)\" in the body cannot be read: \(error.localizedDescription)",
            underlying: error
        )
    }
}
