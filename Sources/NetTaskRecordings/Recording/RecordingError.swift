public import NetTaskHTTP
import NetTaskSystem

/// A test cannot use its recordings.
///
/// In an error of a task, it is the `underlying` error of a `TransportError` of the kind `invalidRequest`.
public struct RecordingError: Error, Sendable, Hashable {
    /// The reasons.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The file has no unused recording of the request.
        case missing
        /// The test does not have the trait `.recording`.
        case noRecording
        /// The recording contains no body, as files of browsers may.
        case noContent
        /// The reply contains secrets that were not found.
        case unclearSecrets
        /// The name of the file, or `NETTASK_RECORD`, is invalid.
        case invalid
    }

    /// The reason.
    public var kind: Kind
    /// What is wrong, and what to do.
    public var reason: String
    /// The path of the file, or `nil`.
    public var file: String?

    /// Makes an error.
    public init(_ kind: Kind, _ reason: String, file: String? = nil) {
        (self.kind, self.reason, self.file) = (kind, reason, file)
    }

    var transportError: TransportError {
        TransportError(.invalidRequest, reason: description, underlying: self)
    }
}

extension RecordingError: DescribedError {
    public var description: String { (file.map { "\($0): " } ?? "") + reason }
}
