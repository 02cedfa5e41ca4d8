public import Foundation

/// A file to send, held in memory.
public struct File: Sendable, Hashable {
    /// What is in the file.
    public var data: Data
    /// The file name that the server sees; without it, the name of the param.
    public var name: String?
    /// Such as `image/png`.
    public var contentType: String

    /// Makes a file; without a content type it is plain bytes to the server.
    public init(data: Data, name: String? = nil, contentType: String = "application/octet-stream") {
        self.data = data
        self.name = name
        self.contentType = contentType
    }
}
