public import NetTaskSystem

/// An error whose `localizedDescription` is its `description`.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The `description`.
    public var errorDescription: String? { description }
}

/// Returns the start of an error's description, which is the same for all errors of a task's requests, such as
/// `GET https://example.com/posts (attempt 2): `.
///
/// - Parameters:
///   - request: the method and the URL, or the name of the task if there is no URL.
///   - attempt: the number of the attempt; 0 if nothing was sent.
package func errorStart(_ request: String, attempt: Int) -> String {
    "\(request) (\(attempt == 0 ? "not sent" : "attempt \(attempt)")): "
}

/// Returns the first bytes of data from a server as one line of text, for descriptions.
///
/// Control and format characters are escaped. Otherwise a server could move the cursor of the terminal that shows the text, or
/// change the direction of the text. The limit keeps a server from filling a log.
///
/// - Parameter limit: the number of bytes to show. Default: 100.
package func excerpt<Bytes: Collection<UInt8>>(of bytes: Bytes, limit: Int = 100) -> String {
    var line = ""
    for scalar in String(decoding: bytes.prefix(limit), as: UTF8.self).unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
        default: line.unicodeScalars.append(scalar)
        }
    }
    return bytes.count > limit ? line + "…" : line
}
