package import NetTaskSystem

/// A piece of a request's body: bytes in memory, a file on disk, or a stream.
protocol BodySource: Sendable {
    /// The length in bytes, or `nil` if it is not known yet.
    var length: Int64? { get }
    /// Whether the source can be read again from the start.
    var isReplayable: Bool { get }

    /// Returns the length with which the source is sent, or `nil` if it is unknown before the end.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if the source cannot be read.
    func measuredLength() async throws -> Int64?

    /// Opens the source at the start.
    ///
    /// - Returns: a closure that returns the next bytes, or `nil` at the end.
    func open() async throws -> BodyBytes
}

/// Returns the next bytes of a source, or `nil` at the end. `left` is the number of bytes that the caller expects at most.
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
    /// The number of bytes that are read in one call.
    private static let pieceSize: Int64 = 256 * 1024

    let url: URL

    var length: Int64? { nil }

    func measuredLength() async throws -> Int64? {
        try await reading { try RegularFile(reading: url).length }
    }

    func open() async throws -> BodyBytes {
        let file = try await reading { try RegularFile(reading: url) }
        return { left in
            let data = try await reading { try file.next(upTo: Int(min(left, Self.pieceSize))) }
            return data.isEmpty ? nil : data
        }
    }

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if `body` throws.
    private func reading<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await onDisk {
            do {
                return try body()
            } catch {
                let text = "\"\(url.lastPathComponent)\" in the body cannot be read: \(reason(of: error))"
                throw TransportError(.invalidRequest, reason: text, underlying: error)
            }
        }
    }
}
