public import Foundation

/// An error whose `localizedDescription` is the text that it prints.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The `description`.
    public var errorDescription: String? { description }
}

/// The start of something that a server sent, as text on one line, for descriptions.
///
/// A server must not be able to fill a log, or to move the cursor or change the direction of the text on the terminal that
/// shows it: such characters are escaped.
///
/// - Parameter limit: in bytes.
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
