public import NetTaskSystem

/// An error whose `localizedDescription` is its `description`.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The `description`.
    public var errorDescription: String? { description }
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
