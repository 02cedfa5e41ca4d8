package import Foundation

/// Where a piece of a request's body comes from: bytes in memory, a file on disk, or a stream.
protocol BodySource: Sendable {
    /// In bytes; nil if it is not known yet.
    var length: Int64? { get }
    /// Whether it can be read once more from the start.
    var isReplayable: Bool { get }

    /// The length with which it is sent; nil if it is not known before the end.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the source cannot be read.
    func measuredLength() async throws -> Int64?

    /// Opens it at the start.
    ///
    /// - Returns: brings the next bytes; nil at the end.
    func open() async throws -> BodyBytes
}

/// Brings the next bytes of a source, of which so many are expected at most; nil at the end.
typealias BodyBytes = (_ left: Int64) async throws -> Data?

extension BodySource {
    var isReplayable: Bool { true }

    func measuredLength() async throws -> Int64? { length }
}

extension HTTPFile.Contents {
    var source: any BodySource {
        switch self {
        case .data(let data): data
        case .url(let url): FileOnDisk(url: url)
        case .stream(let stream): stream
        }
    }
}

extension Data: BodySource {
    var length: Int64? { Int64(count) }

    func open() -> BodyBytes {
        var rest: Data? = self
        return { _ in
            defer { rest = nil }
            return rest
        }
    }
}

extension FileStream: BodySource {
    var isReplayable: Bool { isFresh }

    func open() throws -> BodyBytes {
        if let next = take() { return { _ in try await next() } }
        throw TransportError(.invalidRequest, reason: "the stream in the body has been sent before")
    }
}

private struct FileOnDisk: BodySource {
    /// How much is read at once, in bytes.
    private static let pieceSize: Int64 = 256 * 1024

    let url: URL

    var length: Int64? { nil }

    func measuredLength() async throws -> Int64? {
        try await reading { try Int64(clamping: FileHandle.ofRegularFile(at: url).seekToEnd()) }
    }

    func open() async throws -> BodyBytes {
        let file = try await reading { try FileHandle.ofRegularFile(at: url) }
        return { left in
            let data = try await reading { try file.read(upToCount: Int(min(left, Self.pieceSize))) }
            return data?.isEmpty == true ? nil : data
        }
    }

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if that fails.
    private func reading<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await onDisk {
            do {
                return try body()
            } catch {
                let reason = "\"\(url.lastPathComponent)\" in the body cannot be read: \(error.localizedDescription)"
                throw TransportError(.invalidRequest, reason: reason, underlying: error)
            }
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
