import NetTaskSpec
import NetTaskTerminal

/// Formats diagnostics for a terminal, in the style of rustc:
///
///     error: unknown key `metod` in an endpoint [unknown-key]
///       --> api.nettask.yaml:3:5
///        |
///      3 |     metod: POST
///        |     ^^^^^
///        = help: did you mean `method`?
struct DiagnosticText {
    private let terminal: Terminal

    init(_ terminal: Terminal) {
        self.terminal = terminal
    }

    func text(of diagnostic: Diagnostic) -> String {
        let place = diagnostic.place
        let number = String(place.range.start.line)
        let margin = String(repeating: " ", count: number.count)
        let bar = terminal.styled("|", .bold, .blue)
        let color: Terminal.Style =
            switch diagnostic.severity {
            case .error: .red
            case .warning: .yellow
            case .note: .bold
            }
        let title =
            terminal.styled(diagnostic.severity.rawValue, .bold, color)
            + terminal.styled(": \(diagnostic.message) [\(diagnostic.code.rawValue)]", .bold)
        var lines = [terminal.wrapped(title, indent: 2), arrow(margin, place)]
        if let sourceLine = diagnostic.sourceLine {
            let room = terminal.width.map { max(20, $0 - margin.count - 4) }
            let excerpt = MarkedLine(sourceLine, place.range, room: room)
            lines += [
                "\(margin) \(bar)",
                "\(terminal.styled(number, .bold, .blue)) \(bar) \(excerpt.text)",
                "\(margin) \(bar) \(excerpt.space)\(terminal.styled(excerpt.mark, .bold, color))",
            ]
        }
        func add(_ kind: String, _ message: String) {
            let equals = terminal.styled("=", .bold, .blue)
            let text = "\(margin) \(equals) \(terminal.styled(kind, .bold)): \(message)"
            lines.append(terminal.wrapped(text, indent: margin.count + 3))
        }
        if let suggestion = diagnostic.suggestion { add("help", "did you mean \(suggestion.quotedForMessage)?") }
        for note in diagnostic.notes where note.place == place { add("note", note.message) }
        for note in diagnostic.notes where note.place != place {
            let title = terminal.styled("note", .bold, .green) + ": \(note.message)"
            lines += [terminal.wrapped(title, indent: 2), arrow(margin, note.place)]
        }
        return lines.joined(separator: "\n")
    }

    private func arrow(_ margin: String, _ place: Diagnostic.Place) -> String {
        "\(margin)\(terminal.styled("-->", .bold, .blue)) \(place)"
    }
}

/// A line of a file as a terminal shows it, and the marks below a part of it.
private struct MarkedLine {
    let text: String
    let space: String
    let mark: String

    /// - Parameter room: The largest number of columns; nil for no limit.
    init(_ line: String, _ range: SourceRange, room: Int?) {
        let scalars = line.unicodeScalars.map { $0 == "\t" ? "    " : String($0.visible) }
        let widths = scalars.map(\.displayWidth)
        let start = min(max(range.start.column - 1, 0), scalars.count)
        let isWholeLine = range.end.line > range.start.line
        let end = max(start, isWholeLine ? scalars.count : min(range.end.column - 1, scalars.count))
        let marked = max(1, widths[start..<end].reduce(0, +))
        // If the line is too long, its beginning is cut, so that the marked part stays visible.
        var first = 0
        if let room {
            var rest = widths.reduce(0, +)
            var before = widths[..<start].reduce(0, +) + min(marked, room / 2)
            while first < start, before > room * 2 / 3, rest + (first > 0 ? 1 : 0) > room {
                before -= widths[first]
                rest -= widths[first]
                first += 1
            }
        }
        let head = first > 0 ? "…" : ""
        let all = head + scalars[first...].joined()
        text = room.map(all.cut(toWidth:)) ?? all
        let indent = (head + scalars[first..<start].joined()).displayWidth
        space = String(repeating: " ", count: indent)
        mark = String(repeating: "^", count: room.map { max(1, min(marked, $0 - indent)) } ?? marked)
    }
}
