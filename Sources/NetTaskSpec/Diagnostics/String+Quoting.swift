extension String {
    /// The text between backticks, on one line, not too long and with nothing invisible: how messages quote a spec.
    var quotedForMessage: String {
        guard !isEmpty else { return "an empty text" }
        let limit = 60
        var result = "`"
        var count = 0
        for scalar in unicodeScalars {
            if count == limit {
                result += "…"
                break
            }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                switch scalar {
                case "\n": result += "\\n"
                case "\r": result += "\\r"
                case "\t": result += "\\t"
                case "\0": result += "\\0"
                default: result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
                }
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "`"
    }
}
