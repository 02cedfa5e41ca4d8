extension String {
    /// Swift's `==` takes texts for equal that only look the same.
    func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }

    /// Without spaces, tabs and line breaks at both ends.
    var trimmed: String {
        var bytes = Substring(self).utf8
        while let first = bytes.first, first.isWhitespace { bytes.removeFirst() }
        while let last = bytes.last, last.isWhitespace { bytes.removeLast() }
        return String(Substring(bytes))
    }

    var isBlank: Bool { utf8.allSatisfy(\.isWhitespace) }

    /// Only for lines and stretches between values, which hold nothing but space and comments.
    var holdsComment: Bool { utf8.contains(UInt8(ascii: "#")) }

    /// The lines with their line breaks.
    var linesWithBreaks: [String] {
        var lines: [String] = []
        var start = utf8.startIndex
        for index in utf8.indices where utf8[index] == UInt8(ascii: "\n") {
            let end = utf8.index(after: index)
            lines.append(String(self[start..<end]))
            start = end
        }
        if start < utf8.endIndex { lines.append(String(self[start...])) }
        return lines
    }

    /// With the line moved by so many spaces, to the left only as far as there are any. Empty lines stay.
    func indented(by delta: Int) -> String {
        if delta == 0 || isBlank { return self }
        if delta > 0 { return String(repeating: " ", count: delta) + self }
        let spaces = utf8.prefix { $0 == UInt8(ascii: " ") }.count
        return String(Substring(utf8.dropFirst(min(spaces, -delta))))
    }

    /// With all lines but the first moved.
    func withFurtherLinesIndented(by delta: Int) -> String {
        guard delta != 0, utf8.contains(UInt8(ascii: "\n")) else { return self }
        let lines = linesWithBreaks
        return lines[0] + lines.dropFirst().map { $0.indented(by: delta) }.joined()
    }
}

extension UInt8 {
    var isWhitespace: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\n")
            || self == UInt8(ascii: "\r")
    }
}
