extension Diagnostic: CustomStringConvertible {
    /// The diagnostic as compilers write theirs, so that editors and build logs find the place:
    ///
    ///     api.nettask.yaml:3:5: error: unknown key `metod` in an endpoint
    ///         metod: POST
    ///         ^
    ///     api.nettask.yaml:3:5: note: did you mean `method`?
    package var description: String {
        var lines = ["\(place): \(severity.rawValue): \(message)"]
        if let sourceLine {
            let excerpt = SourceExcerpt(line: sourceLine, column: place.range.start.column)
            lines.append(excerpt.text)
            lines.append(excerpt.caret)
        }
        if let suggestion {
            lines.append("\(place): note: did you mean \(suggestion.quotedForMessage)?")
        }
        for note in notes {
            lines.append("\(note.place): note: \(note.message)")
        }
        return lines.joined(separator: "\n")
    }
}

extension Diagnostic.Place: CustomStringConvertible {
    package var description: String {
        "\(file):\(range.start.line):\(range.start.column)"
    }
}

/// A line of a spec made fit to be shown, and a caret below one of its columns.
struct SourceExcerpt {
    let text: String
    let caret: String

    /// As much of a long line as is shown.
    private static let width = 120

    init(line: String, column: Int) {
        let scalars = Array(line.unicodeScalars)
        let caretIndex = min(max(column - 1, 0), scalars.count)
        var start = 0
        var end = scalars.count
        if scalars.count > Self.width {
            start = min(max(caretIndex - Self.width / 2, 0), scalars.count - Self.width)
            end = start + Self.width
        }
        var text = start > 0 ? "…" : ""
        var caret = start > 0 ? " " : ""
        for index in start..<end {
            text.unicodeScalars.append(scalars[index].visible)
            if index < caretIndex {
                caret += scalars[index] == "\t" ? "\t" : " "
            }
        }
        self.text = end < scalars.count ? text + "…" : text
        self.caret = caret + "^"
    }
}

extension Unicode.Scalar {
    /// The scalar itself, or a stand-in for one that would move the cursor or turn the direction of a terminal.
    fileprivate var visible: Unicode.Scalar {
        if self == "\t" { return self }
        switch properties.generalCategory {
        case .control:
            if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return picture }
            return "\u{FFFD}"
        case .format, .lineSeparator, .paragraphSeparator:
            return "\u{FFFD}"
        default:
            return self
        }
    }
}
