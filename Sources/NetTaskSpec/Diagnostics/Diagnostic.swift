/// A mistake in a spec: the message, the place and the correction.
package struct Diagnostic: Sendable, Hashable {
    package var severity: Severity
    package var code: DiagnosticCode
    package var message: String
    package var place: Place
    package var notes: [Note] = []
    /// The word to suggest, such as `method` for `metod`.
    package var suggestion: String?
    /// Alternative edits, each of which corrects the mistake.
    package var fixes: [Fix] = []
    /// The text of the line in which `place` starts; `nil` if there is none, as for a missing file.
    package var sourceLine: String?

    package enum Severity: String, Sendable, Hashable {
        case error
        case warning
        case note
    }

    /// A range in a file.
    package struct Place: Sendable, Hashable {
        package var file: String
        package var range: SourceRange

        package init(file: String, range: SourceRange) {
            self.file = file
            self.range = range
        }
    }

    /// Further information about a diagnostic, with its own place.
    package struct Note: Sendable, Hashable {
        package var message: String
        package var place: Place
    }

    /// An edit that corrects a mistake.
    ///
    /// A fix is certain if it keeps what the author clearly wrote: it adds quotes, writes a type or a value in its valid
    /// form, renames a key to its current name, or corrects one letter of a word to the only similar word with which the
    /// value is valid. A fix that chooses a name, removes something, or could correct another mistake is not certain.
    package struct Fix: Sendable, Hashable {
        /// The range that the text replaces. At an empty range, the text is inserted.
        package var place: Place
        package var text: String
        package var isCertain: Bool
    }
}

extension Diagnostic {
    /// Sorts diagnostics by file, in the order of the run, and then by place.
    static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        diagnostics.sorted { left, right in
            let (leftRange, rightRange) = (left.place.range, right.place.range)
            if leftRange.file != rightRange.file { return leftRange.file < rightRange.file }
            if leftRange.start != rightRange.start { return leftRange.start < rightRange.start }
            return left.message < right.message
        }
    }

    /// Adds the source lines to the diagnostics.
    ///
    /// - Parameter files: All files of the run, by their numbers.
    package static func withSourceLines(_ diagnostics: [Diagnostic], _ files: [YAMLFile]) -> [Diagnostic] {
        let lines = Dictionary(grouping: diagnostics.map(\.place.range), by: \.file)
            .map { number, ranges in (number, files[number].lines(Set(ranges.map(\.start.line)))) }
        let linesOfFile = Dictionary(uniqueKeysWithValues: lines)
        return diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            let place = diagnostic.place.range
            diagnostic.sourceLine = linesOfFile[place.file]?[place.start.line]
            return diagnostic
        }
    }
}

/// A range in a spec file. Lines and columns count from one. A column is a Unicode scalar.
package struct SourceRange: Sendable, Hashable {
    /// The number of the file, in the order in which the run found the files. The collector has their paths.
    package var file: Int
    package var start: Position
    /// The position after the last character.
    package var end: Position

    package struct Position: Sendable, Hashable, Comparable {
        package var line: Int
        package var column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        package static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    package init(file: Int = 0, start: Position, end: Position) {
        self.file = file
        self.start = start
        self.end = end
    }

    /// An empty range.
    package init(file: Int = 0, at position: Position) {
        self.init(file: file, start: position, end: position)
    }

    func contains(_ other: SourceRange) -> Bool {
        file == other.file && start <= other.start && other.end <= end
    }

    /// The start of a file, for mistakes that concern the whole file, such as missing keys.
    package static func start(ofFile file: Int) -> SourceRange {
        SourceRange(file: file, at: Position(line: 1, column: 1))
    }

    /// The range of values that were not read from a file.
    package static let none = start(ofFile: 0)
}

extension Diagnostic: CustomStringConvertible {
    /// The diagnostic in the format of compilers, which editors and build logs recognize:
    ///
    ///     api.nettask.yaml:3:5: error: unknown key `metod` in an endpoint [unknown-key]
    ///         metod: POST
    ///         ^
    ///     api.nettask.yaml:3:5: note: did you mean `method`?
    package var description: String {
        var lines = ["\(place): \(severity.rawValue): \(message) [\(code.rawValue)]"]
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
        "\(file.visible(upTo: .max)):\(range.start.line):\(range.start.column)"
    }
}

/// A line of a spec, prepared for display, and a caret below one of its columns.
struct SourceExcerpt {
    let text: String
    let caret: String

    /// The number of displayed columns of a long line.
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
    /// The scalar itself, or a replacement if it would move the cursor or change the direction of text in a terminal.
    package var visible: Unicode.Scalar {
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
