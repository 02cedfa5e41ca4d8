/// The start of something that a server sent, as text on one line, for descriptions.
///
/// A server must be able neither to fill a log nor to send control sequences to the terminal that shows it.
///
/// - Parameter limit: in bytes.
func excerpt<Bytes: Collection<UInt8>>(of bytes: Bytes, limit: Int = 100) -> String {
    let isLong = bytes.count > limit
    let start = String(decoding: bytes.prefix(limit), as: UTF8.self)
    var line = String.UnicodeScalarView()
    for scalar in start.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
        default: line.append(scalar)
        }
    }
    return isLong ? String(line) + "…" : String(line)
}
