public import Foundation

/// One field or file of a `multipart/form-data` body.
public struct MultipartPart: Sendable, Hashable {
    /// The name of the field.
    public var name: String
    /// Only files have one.
    public var fileName: String?
    /// Only files have one.
    public var contentType: String?
    /// The value of the field, or what is in the file.
    public var contents: File.Contents

    /// Makes a field, or a file where a file name is given.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, data: Data) {
        self.init(name: name, fileName: fileName, contentType: contentType, contents: .data(data))
    }

    /// Makes a part of whatever holds its bytes.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, contents: File.Contents) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.contents = contents
    }

    /// The bytes, if they are in memory.
    var data: Data? {
        if case .data(let data) = contents { return data }
        return nil
    }
}
