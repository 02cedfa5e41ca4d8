package import NetTaskSystem

/// The packed body of a task.
package enum PackedBody: Sendable {
    /// A form, JSON, or raw bytes.
    case data(Data)
    /// A file that is the whole body.
    case file(any PackedFile)
    /// The parts of a multipart form: first the fields, then the files.
    case multipart(fields: [(name: String, value: Data)], files: [(name: String, file: any PackedFile)])
}

/// A file among the values of a task. The protocol that sends it provides the bytes.
package protocol PackedFile: Sendable {
    /// The file name for the server; `nil` for the name of the param.
    var name: String? { get }
    /// The content type, such as `image/png`.
    var contentType: String { get }
}
