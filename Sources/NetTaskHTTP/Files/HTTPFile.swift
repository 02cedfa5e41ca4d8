public import NetTaskSystem

/// A file to send or a received file: bytes in memory, a file on disk, or a stream.
///
///     let photo = HTTPFile(at: url, contentType: "image/jpeg")
///     let text = HTTPFile(data: Data("hello".utf8), name: "hello.txt", contentType: "text/plain")
public struct HTTPFile: Sendable, Hashable {
    /// The location of the bytes of a file.
    public enum Contents: Sendable, Hashable {
        /// Bytes in memory.
        case data(Data)
        /// A file on disk. It is read in pieces while it is sent, and must not change meanwhile.
        case url(URL)
        /// A stream, which can be sent only once.
        case stream(FileStream)

        var data: Data? {
            if case .data(let data) = self { data } else { nil }
        }

        var url: URL? {
            if case .url(let url) = self { url } else { nil }
        }
    }

    /// The contents. The URL of a temporary file does not keep the file on disk; see ``withURL(_:)``.
    public var contents: Contents
    /// The file name for the server. Default: `nil`, the name of the param. In a reply, the name that the server gave.
    public var name: String?
    /// The content type, such as `image/png`.
    public var contentType: String
    /// Removes a temporary file when the last copy of this value is released.
    private var keeper: TemporaryFile?

    /// Makes a file from bytes in memory.
    public init(data: Data, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.data(data), name: name, contentType: contentType)
    }

    /// Makes a file from a file on disk, which is read when it is sent.
    ///
    /// - Parameters:
    ///   - url: a URL with the scheme `file`.
    ///   - name: the file name for the server. Default: the last component of the URL.
    ///   - contentType: the content type. Default: `application/octet-stream`.
    public init(at url: URL, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.url(url), name: name ?? url.lastPathComponent, contentType: contentType)
    }

    /// Makes a file from a stream. A stream can be sent only once, so a task is not retried after an attempt has started to
    /// read it.
    public init(stream: FileStream, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.stream(stream), name: name, contentType: contentType)
    }

    private init(_ contents: Contents, name: String?, contentType: String) {
        self.contents = contents
        self.name = name
        self.contentType = contentType
    }

    /// Makes a file that is removed with the last copy of this value.
    init(_ file: TemporaryFile, name: String?, contentType: String) {
        self.init(.url(file.url), name: name, contentType: contentType)
        keeper = file
    }

    /// Calls the closure with the URL of the file on disk, and returns its result. Returns `nil` if the file is not on disk.
    ///
    /// A download without a destination is a temporary file. It is removed when the last copy of this value is released, which
    /// may be as soon as the value is no longer used. It exists until the closure returns: read, copy or move it in the
    /// closure.
    public func withURL<Result>(_ body: (URL) throws -> Result) rethrows -> Result? {
        guard let url = contents.url else { return nil }
        return try withExtendedLifetime(keeper) { try body(url) }
    }

    /// Calls an asynchronous closure with the URL of the file on disk; otherwise the same as the synchronous method.
    public func withURL<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (URL) async throws -> Result
    ) async rethrows -> Result? {
        guard let url = contents.url else { return nil }
        defer { withExtendedLifetime(keeper) {} }
        return try await body(url)
    }

    /// Returns all bytes of the file.
    ///
    /// - Throws: the error of reading from disk, or `CocoaError` for a stream, whose bytes exist only while it is sent.
    public func data() throws -> Data {
        switch contents {
        case .data(let data): return data
        case .url(let url): return try withExtendedLifetime(keeper) { try Data(contentsOf: url) }
        case .stream: throw CocoaError(.fileReadUnsupportedScheme)
        }
    }
}

extension HTTPFile: CustomStringConvertible {
    /// The name, the content type and the size or the place, such as `holiday.jpg (image/jpeg, 17 bytes)`.
    public var description: String {
        let place =
            switch contents {
            case .data(let data): "\(data.count) bytes"
            case .url(let url): "at \(url.path)"
            case .stream(let stream): "a stream\(stream.length.map { " of \($0) bytes" } ?? "")"
            }
        return "\(name ?? "file") (\(contentType), \(place))"
    }
}

/// Bytes that are generated while they are sent. They can be sent only once.
///
///     let stream = FileStream(length: size) { try await camera.nextPiece() }
public final class FileStream: Sendable {
    /// The number of bytes, or `nil` if it is unknown. It is sent as the length of the body. If the stream returns more or
    /// fewer bytes, the attempt fails.
    public let length: Int64?
    private let next: @Sendable () async throws -> Data?
    private let isTaken = Locked(false)

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - length: the number of bytes, or `nil` if it is unknown. Default: `nil`.
    ///   - next: returns the next piece, of any size, or `nil` at the end. Called on the concurrency pool, one call at a time.
    ///     It is not called again after it has thrown or returned `nil`.
    public init(length: Int64? = nil, next: @escaping @Sendable () async throws -> Data?) {
        self.length = length
        self.next = next
    }

    /// Makes a stream from an asynchronous sequence.
    public convenience init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64? = nil)
    where Pieces.Element == Data {
        // `nonisolated(unsafe)`: only `next` uses the iterator, and `init(length:next:)` promises one call of `next` at a time.
        nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
        self.init(length: length) { try await iterator.next() }
    }

    /// Whether the stream has not been sent yet.
    public var isFresh: Bool { isTaken.withLock { !$0 } }

    /// Returns the closure that reads the stream, to the first caller only.
    func take() -> (@Sendable () async throws -> Data?)? {
        isTaken.withLock { isTaken in
            if isTaken { return nil }
            isTaken = true
            return next
        }
    }
}

extension FileStream: Hashable {
    // Streams are compared by identity.

    public static func == (stream: FileStream, other: FileStream) -> Bool { stream === other }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A file on disk that is removed with the last reference to it.
package final class TemporaryFile: Sendable {
    let url: URL

    /// Makes the name of a new file, without creating the file.
    ///
    /// - Parameter folder: the folder of the file. Default: ``folder``.
    init(in folder: URL = TemporaryFile.folder) {
        url = folder.appendingPathComponent(".NetTask-\(UUID().uuidString)")
    }

    deinit {
        remove()
    }

    /// Removes the file now, if it exists.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// The system's folder for temporary files, or `/var/tmp` if the former keeps its files in memory and `/var/tmp` does not.
    package static var folder: URL {
        let (first, second) = (FileManager.default.temporaryDirectory, URL(fileURLWithPath: "/var/tmp"))
        return isInMemory(first) && !isInMemory(second) && access(second.path, W_OK | X_OK) == 0 ? second : first
    }

    /// Whether the files of a folder are kept in memory: on Linux, the folder may be on a `tmpfs`.
    package static func isInMemory(_ folder: URL) -> Bool {
        #if os(Linux) || os(Android)
            var status = stat()
            guard stat(folder.path, &status) == 0 else { return false }
            let (major, minor) = (status.st_dev >> 8 & 0xFFF, status.st_dev & 0xFF | status.st_dev >> 12 & 0xFFF00)
            // Such as "36 35 0:31 / /tmp rw,nosuid shared:1 - tmpfs tmpfs rw,size=16m".
            let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
            return mounts.split(separator: "\n").contains { mount in
                mount.split(separator: " ").dropFirst(2).first == "\(major):\(minor)"
                    && (mount.contains(" - tmpfs ") || mount.contains(" - ramfs "))
            }
        #else
            return false
        #endif
    }
}

extension TemporaryFile: Hashable {
    // All are equal, because files are compared by contents and name.

    package static func == (file: TemporaryFile, other: TemporaryFile) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

private let disk = DispatchQueue(label: "NetTask.disk", attributes: .concurrent)

/// Runs a closure that may block on a separate thread, because threads of the concurrency pool and of event loops must not
/// block. A cancelled caller does not wait for it: a network disk may never respond.
func onDisk<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await CancellableWait().value(
        of: Task {
            try await withCheckedThrowingContinuation { continuation in
                disk.async { continuation.resume(with: Swift.Result(catching: body)) }
            }
        }
    )
}
