extension String {
    /// The text between backticks, on one line, not too long and with nothing invisible: how messages quote a spec.
    package var quotedForMessage: String {
        isEmpty ? "an empty text" : "`\(visible(upTo: 60))`"
    }

    /// The text on one line, with escapes for what is invisible or moves the cursor, and `…` for what is too much.
    package func visible(upTo limit: Int) -> String {
        if utf8.count <= limit, isPrintableASCII { return self }
        var result = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            guard count < limit else { return result + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += scalar.escaped
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// As YAML's and Swift's double quotes would have it.
    fileprivate var escaped: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0": "\\0"
        default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        }
    }
}
