public import Foundation

/// The body of a message, as the task packed it.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes as they are.
    case data(Data)
    /// What is in a file.
    case file(File)
    /// The parts of a `multipart/form-data` body. The handler draws a boundary for each message.
    case multipart([MultipartPart])
}
