extension String {
    /// The text on one line. Swift's escapes (`\u{202E}`) replace characters that move the cursor of a terminal, change the
    /// direction of its text or are invisible.
    ///
    /// Tools escape all output that comes from a spec, a document, a server or a store with this or one of the following,
    /// before they add styles.
    package var escapedForTerminal: String { escaping { $0.isUnprintable ? $0.escaped(asASCII: true) : nil } }

    /// The same for a text of several lines, whose line breaks are kept.
    package var escapedLines: String {
        escaping { $0.isUnprintable && $0 != "\n" ? $0.escaped(asASCII: true) : nil }
    }

    /// The same for a JSON text, with JSON's escapes (`\u202e`), which keep its value. White space between values is kept, too.
    package var escapedJSON: String {
        escaping { scalar in
            guard scalar.isUnprintable, !"\t\n\r".unicodeScalars.contains(scalar) else { return nil }
            return String(scalar).utf16.map { "\\u" + $0.padded(to: 4, radix: 16) }.joined()
        }
    }

    /// The same for a shell command in which such characters occur only in single quotes: `'$'\342\200\256''`. Line breaks are
    /// kept.
    package var escapedShell: String {
        escaping { scalar in
            guard scalar.isUnprintable, scalar != "\n" else { return nil }
            let bytes = String(scalar).utf8.map { "\\" + $0.padded(to: 3, radix: 8) }
            return "'$'\(bytes.joined())''"
        }
    }

    /// - Parameter escape: returns the replacement of a character; nil to keep it.
    private func escaping(_ escape: (Unicode.Scalar) -> String?) -> String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
        var result = ""
        for scalar in unicodeScalars {
            if let text = escape(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}

extension BinaryInteger {
    fileprivate func padded(to count: Int, radix: Int) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: count - digits.count) + digits
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
