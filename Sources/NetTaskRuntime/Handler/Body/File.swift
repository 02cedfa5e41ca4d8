public import Foundation

/// A file to send, or one that came back: bytes in memory, a file on disk, or a stream.
///
///     let photo = File(at: url, contentType: "image/jpeg")
///     let text = File(data: Data("hello".utf8), name: "hello.txt", contentType: "text/plain")
public struct File: Sendable, Hashable {
    /// Where the bytes of a file are.
    public enum Contents: Sendable, Hashable {
        /// In memory.
        case data(Data)
        /// On disk. It is read while it is sent, in pieces, and must not change meanwhile.
        case url(URL)
        /// In a stream, which can be sent once.
        case stream(FileStream)
    }

    /// The bytes, or where they are.
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

    /// Where it is on disk; nil if it is not there. A file that was downloaded without saying where to is removed with
    /// the last copy of its value: move or copy it to keep it.
    public var url: URL? {
        if case .url(let url) = contents { return url }
        return nil
    }

    /// All its bytes, read at once.
    ///
    /// - Throws: the error of reading from disk; `CocoaError` of a stream, whose bytes are there only while it is sent.
    public func data() throws -> Data {
        switch contents {
        case .data(let data): return data
        case .url(let url): return try Data(contentsOf: url)
        case .stream: throw CocoaError(.fileReadUnsupportedScheme)
        }
    }
}

extension File {
    // By what is in it and what it is called; who keeps it does not matter.

    public static func == (file: File, other: File) -> Bool {
        file.contents == other.contents && file.name == other.name && file.contentType == other.contentType
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(contents)
        hasher.combine(name)
        hasher.combine(contentType)
    }
}
