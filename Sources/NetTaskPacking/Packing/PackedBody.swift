package import Foundation

/// The body that a task has packed.
package enum PackedBody: Sendable {
    /// A form, JSON, or bytes as they are.
    case data(Data)
    /// A file that is the whole body.
    case file(any PackedFile)
    /// The parts of a multipart form: its fields, and then its files.
    case multipart(fields: [(name: String, value: Data)], files: [(name: String, file: any PackedFile)])
}

/// A file among the values of a task. The protocol that sends it has its bytes.
package protocol PackedFile: Sendable {
    /// The file name that the server sees; nil for the name of the param.
    var name: String? { get }
    /// Such as `image/png`.
    var contentType: String { get }
}
