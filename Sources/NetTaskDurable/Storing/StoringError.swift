public import Foundation
public import NetTaskCore

/// Why a task cannot be stored.
public enum StoringError: Error, Sendable, Hashable {
    /// A `HTTPFile` in it is a stream, whose bytes exist only while it is sent.
    case stream
    /// Its files are larger than the limit, which is 32 MB in all.
    case tooLarge(limit: Int)
    /// A `HTTPFile` in it cannot be read; with the system's error.
    case unreadable(URL, String)
    /// Values in it are nested deeper than the limit: 512 levels, or fewer if the stack of the thread is small.
    case tooDeep(limit: Int)
}

extension StoringError: DescribedError {
    public var description: String {
        switch self {
        case .stream:
            "a stream cannot be stored: use HTTPFile(data:) or HTTPFile(at:) instead"
        case .tooLarge(let limit):
            "the files of the task are larger than \(limit) bytes in all, which is the limit for a durable task; "
                + "store their locations instead"
        case .unreadable(let url, let reason):
            "the file \(url.path) cannot be read to be stored with the task: \(reason)"
        case .tooDeep(let limit):
            "values in the task are nested deeper than \(limit) levels"
        }
    }
}
