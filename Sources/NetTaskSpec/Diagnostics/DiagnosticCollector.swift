/// Gathers what is wrong with one file. Not for use from several threads.
final class DiagnosticCollector {
    let file: String
    private(set) var diagnostics: [Diagnostic] = []
    private var seen: Set<Diagnostic> = []

    /// After so many errors, more would help nobody; the last one says that there are more.
    static let limit = 200

    /// Messages quote the spec, whose names may be of any length and hold anything.
    private static let longestMessage = 400

    init(file: String) {
        self.file = file
    }

    var isEmpty: Bool { diagnostics.isEmpty }

    /// Records an error; one that is already there is not recorded twice, as a node that is used through several
    /// aliases is checked several times.
    func error(
        _ message: @autoclosure () -> String,
        at range: SourceRange,
        notes: @autoclosure () -> [Note] = [],
        notesElsewhere: [Diagnostic.Note] = [],
        suggestion: @autoclosure () -> String? = nil
    ) {
        guard diagnostics.count <= Self.limit else { return }
        if diagnostics.count == Self.limit {
            let message = "this file has more than \(Self.limit) errors; the rest are left out"
            diagnostics.append(Diagnostic(message: message, place: place(range)))
            return
        }
        let diagnostic = Diagnostic(
            message: message().visible(upTo: Self.longestMessage),
            place: place(range),
            notes: notes().map {
                Diagnostic.Note($0.message.visible(upTo: Self.longestMessage), at: place($0.range))
            } + notesElsewhere,
            suggestion: suggestion()
        )
        if seen.insert(diagnostic).inserted {
            diagnostics.append(diagnostic)
        }
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
