/// Gathers what is wrong with one file. Not for use from several threads.
final class DiagnosticCollector {
    let file: String
    private(set) var diagnostics: [Diagnostic] = []
    private var seen: Set<Diagnostic.Note> = []

    /// After so many errors, more would help nobody; the last one says that there are more.
    static let limit = 200

    /// Messages quote the spec, whose names may be of any length and hold anything.
    private static let longestMessage = 400

    init(file: String) {
        self.file = file
    }

    var isEmpty: Bool { diagnostics.isEmpty }

    /// Records an error, unless there is one already with this message at this place: a node behind many aliases is
    /// checked many times. What costs most, the suggestion, is only worked out for errors that are recorded.
    func error(
        _ message: @autoclosure () -> String,
        at range: SourceRange,
        notes: @autoclosure () -> [Note] = [],
        notesElsewhere: [Diagnostic.Note] = [],
        suggestion: @autoclosure () -> String? = nil
    ) {
        guard diagnostics.count <= Self.limit else { return }
        let message = message().visible(upTo: Self.longestMessage)
        guard seen.insert(Diagnostic.Note(message, at: place(range))).inserted else { return }
        guard diagnostics.count < Self.limit else {
            let last = "this file has more than \(Self.limit) errors; the rest are left out"
            diagnostics.append(Diagnostic(message: last, place: place(range)))
            return
        }
        let diagnostic = Diagnostic(
            message: message,
            place: place(range),
            notes: notes().map {
                Diagnostic.Note($0.message.visible(upTo: Self.longestMessage), at: place($0.range))
            } + notesElsewhere,
            suggestion: suggestion()
        )
        diagnostics.append(diagnostic)
    }

    func place(_ range: SourceRange) -> Diagnostic.Place {
        Diagnostic.Place(file: file, range: range)
    }

    /// A note about a place in the same file.
    struct Note {
        var message: String
        var range: SourceRange

        init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }
}
