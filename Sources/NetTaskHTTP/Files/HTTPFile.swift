public import Foundation

/// A file to send, or one that came back: bytes in memory, a file on disk, or a stream.
///
///     let photo = HTTPFile(at: url, contentType: "image/jpeg")
///     let text = HTTPFile(data: Data("hello".utf8), name: "hello.txt", contentType: "text/plain")
public struct HTTPFile: Sendable, Hashable {
    /// Where the bytes of a file are.
    public enum Contents: Sendable, Hashable {
        /// In memory.
        case data(Data)
        /// On disk. It is read while it is sent, in pieces, and must not change meanwhile.
        case url(URL)
        /// In a stream, which can be sent once.
        case stream(FileStream)

        var data: Data? {
            if case .data(let data) = self { data } else { nil }
        }

        var url: URL? {
            if case .url(let url) = self { url } else { nil }
        }
    }

    /// The bytes, or where they are. The URL of a temporary file does not keep it: see ``withURL(_:)``.
    public var contents: Contents
    /// The file name that the server sees; without it, the name of the param. Of a reply, the name that the server gave.
    public var name: String?
    /// Such as `image/png`.
    public var contentType: String
    /// Keeps a file that was downloaded without a place of its own until nobody knows of it.
    private var keeper: TemporaryFile?

    /// Makes a file of bytes in memory; without a content type it is plain bytes to the server.
    public init(data: Data, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.data(data), name: name, contentType: contentType)
    }

    /// Names a file on disk. Nothing is read before it is sent.
    ///
    /// - Parameters:
    ///   - url: of the scheme `file`.
    ///   - name: by default the last part of the path.
    ///   - contentType: by default plain bytes.
    public init(at url: URL, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.url(url), name: name ?? url.lastPathComponent, contentType: contentType)
    }

    /// Makes a file of a stream. It can be sent once, so that an attempt that has begun to read it is not repeated.
    public init(stream: FileStream, name: String? = nil, contentType: String = "application/octet-stream") {
        self.init(.stream(stream), name: name, contentType: contentType)
    }

    private init(_ contents: Contents, name: String?, contentType: String) {
        self.contents = contents
        self.name = name
        self.contentType = contentType
    }

    /// A file that goes with the last copy of this value.
    init(_ file: TemporaryFile, name: String?, contentType: String) {
        self.init(.url(file.url), name: name, contentType: contentType)
        keeper = file
    }

    /// Calls the closure with the place of the file on disk; if it is not on disk, returns nil.
    ///
    /// A file that was downloaded without saying where to is removed once no copy of this value is left, which may be as
    /// soon as nobody uses it any more. It is there until the closure returns: read, copy or move it in there.
    public func withURL<Result>(_ body: (URL) throws -> Result) rethrows -> Result? {
        guard let url = contents.url else { return nil }
        return try withExtendedLifetime(keeper) { try body(url) }
    }

    /// The same with a closure that may wait.
    public func withURL<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (URL) async throws -> Result
    ) async rethrows -> Result? {
        guard let url = contents.url else { return nil }
        defer { withExtendedLifetime(keeper) {} }
        return try await body(url)
    }

    /// All its bytes, read at once.
    ///
    /// - Throws: the error of reading from disk; `CocoaError` of a stream, whose bytes are there only while it is sent.
    public func data() throws -> Data {
        switch contents {
        case .data(let data): return data
        case .url(let url): return try withExtendedLifetime(keeper) { try Data(contentsOf: url) }
        case .stream: throw CocoaError(.fileReadUnsupportedScheme)
        }
    }
}

/// Bytes that are made while they are sent. They can be sent once.
///
///     let stream = FileStream(length: size) { try await camera.nextPiece() }
public final class FileStream: Sendable {
    /// How many bytes there will be; nil if that is not known before the end. It is sent as the length of the body, so
    /// that a stream of another length fails the attempt.
    public let length: Int64?
    private let next: @Sendable () async throws -> Data?
    private let isTaken = Locked(false)

    /// - Parameters:
    ///   - length: how many bytes there will be, if that is known.
    ///   - next: the next piece, of any size, or nil at the end. Called on the concurrency pool, by one at a time, and
    ///     not after it has thrown or returned nil.
    public init(length: Int64? = nil, next: @escaping @Sendable () async throws -> Data?) {
        self.length = length
        self.next = next
    }

    /// Makes a stream of a sequence.
    public convenience init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64? = nil)
    where Pieces.Element == Data {
        // Unsafe, because `next` is called by one at a time, as it says.
        nonisolated(unsafe) var iterator = pieces.makeAsyncIterator()
        self.init(length: length) { try await iterator.next() }
    }

    /// Whether it can still be sent.
    public var isFresh: Bool { isTaken.withLock { !$0 } }

    /// The reading end, for the first who asks.
    func take() -> (@Sendable () async throws -> Data?)? {
        isTaken.withLock { isTaken in
            if isTaken { return nil }
            isTaken = true
            return next
        }
    }
}

extension FileStream: Hashable {
    // Each is itself and no other.

    public static func == (stream: FileStream, other: FileStream) -> Bool { stream === other }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A file on disk that is removed with the last reference to it.
package final class TemporaryFile: Sendable {
    let url: URL

    /// Names a new file; makes none.
    ///
    /// - Parameter folder: by default ``folder``.
    init(in folder: URL = TemporaryFile.folder) {
        url = folder.appendingPathComponent(".NetTask-\(UUID().uuidString)")
    }

    deinit {
        remove()
    }

    /// Removes it now, if it is there.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// The system's folder for temporary files; `/var/tmp` if files in that one take memory, and those in `/var/tmp` do not.
    package static var folder: URL {
        let (first, second) = (FileManager.default.temporaryDirectory, URL(fileURLWithPath: "/var/tmp"))
        return isInMemory(first) && !isInMemory(second) && access(second.path, W_OK | X_OK) == 0 ? second : first
    }

    /// Whether files in a folder take memory: on Linux it may be a `tmpfs`.
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
    // All are equal: files are compared by what is in them and what they are called, and not by who keeps them.

    package static func == (file: TemporaryFile, other: TemporaryFile) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}

private let disk = DispatchQueue(label: "NetTask.disk", attributes: .concurrent)

/// Runs the closure, which may block, on a thread of its own: threads of the concurrency pool and of event loops must not block.
/// A caller that is cancelled does not wait for it: a disk on a network may never answer.
func onDisk<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await CancellableWait().value(
        of: Task {
            try await withCheckedThrowingContinuation { continuation in
                disk.async { continuation.resume(with: Swift.Result(catching: body)) }
            }
        }
    )
}

extension stat {
    /// What it is: `S_IFREG`, `S_IFDIR` and so on.
    var type: mode_t { st_mode & S_IFMT }
}
