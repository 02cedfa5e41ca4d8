public import Foundation
public import NetTaskCore

/// Why a task cannot be written down.
public enum StoringError: Error, Sendable, Hashable {
    /// A `HTTPFile` in it is a stream, whose bytes are there only while it is sent.
    case stream
    /// Its files have more bytes than the limit, which is 32 MB in all.
    case tooLarge(limit: Int)
    /// A `HTTPFile` in it cannot be read; with the system's reason.
    case unreadable(URL, String)
    /// Values in it are nested deeper than the limit, which is 512 levels, or as many as the stack of the thread has room for.
    case tooDeep(limit: Int)
}

extension StoringError: DescribedError {
    public var description: String {
        switch self {
        case .stream:
            "a File that is a stream cannot be kept on disk: give its bytes, with HTTPFile(data:), or a file, with HTTPFile(at:)"
        case .tooLarge(let limit):
            "the files of the task have more than \(limit) bytes in all, which is the most that is kept with a durable task; "
                + "let it say where they are instead"
        case .unreadable(let url, let reason):
            "the file \(url.path) cannot be read to be kept with the task: \(reason)"
        case .tooDeep(let limit):
            "values in the task are nested deeper than \(limit) levels"
        }
    }
}
