public import Foundation

/// The body of a request.
public enum HTTPBody: Sendable, Hashable {
    /// Bytes as they are.
    case data(Data)
    /// The parts of a `multipart/form-data` body. The handler draws a boundary for each message.
    case multipart([MultipartPart])
}
