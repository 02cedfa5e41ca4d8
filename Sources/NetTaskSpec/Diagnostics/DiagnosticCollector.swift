/// Gathers what is wrong with the files of one run. Not for use from several threads.
package final class DiagnosticCollector {
    /// The paths of the files, by the numbers that places have.
    package private(set) var files: [String] = []
    /// The client whose files are read at present; nil before it is known which files are whose.
    var client: Name?
    private var recorded: [Recorded] = []
    private var counts: [Count] = []
    private var indices: [Diagnostic.Note: Int] = [:]

    private struct Recorded {
        var diagnostic: Diagnostic
        /// Those in which it was found.
        var clients: [Name]
    }

    /// How much is wrong with a file.
    private struct Count {
        var errors = 0
        var warnings = 0

        subscript(severity: Diagnostic.Severity) -> Int {
            get { severity == .error ? errors : warnings }
            set { if severity == .error { errors = newValue } else { warnings = newValue } }
        }
    }

    /// After so many errors in a file, more would help nobody; the last one says that there are more. The same for warnings.
    static let limit = 200

    /// Messages quote the spec, whose names may be of any length and hold anything.
    private static let longestMessage = 400

    package init() {}

    /// One for the files of another one, by the same numbers.
    package init(files: [String]) {
        for file in files { _ = add(file: file) }
    }

    /// - Returns: The number that places in this file have: the first file's is 0.
    package func add(file: String) -> Int {
        files.append(file)
        counts.append(Count())
        return files.count - 1
    }

    package func isEmpty(file: Int) -> Bool { counts[file].errors + counts[file].warnings == 0 }

    /// Records all that another one has, which has the same files.
    package func add(_ other: DiagnosticCollector) {
        for recorded in other.recorded {
            let diagnostic = recorded.diagnostic
            record(
                diagnostic.severity,
                diagnostic.message,
                at: diagnostic.place.range,
                notes: diagnostic.notes.map { Note($0.message, at: $0.place.range) },
                suggestion: diagnostic.suggestion
            )
        }
    }

    /// Records an error, unless there is one already with this message at this place: a node behind many aliases is
    /// checked many times, and a file of several clients with each. What costs most, the suggestion, is only worked out
    /// for errors that are recorded.
    package func error(
        _ message: @autoclosure () -> String,
        at range: SourceRange,
        notes: @autoclosure () -> [Note] = [],
        suggestion: @autoclosure () -> String? = nil
    ) {
        record(.error, message(), at: range, notes: notes(), suggestion: suggestion())
    }

    /// Records what keeps nobody from going on, and is likely to be a mistake.
    package func warning(
        _ message: @autoclosure () -> String,
        at range: SourceRange,
        notes: @autoclosure () -> [Note] = [],
        suggestion: @autoclosure () -> String? = nil
    ) {
        record(.warning, message(), at: range, notes: notes(), suggestion: suggestion())
    }

    private func record(
        _ severity: Diagnostic.Severity,
        _ message: @autoclosure () -> String,
        at range: SourceRange,
        notes: @autoclosure () -> [Note],
        suggestion: @autoclosure () -> String?
    ) {
        guard counts[range.file][severity] <= Self.limit else { return }
        let message = message().visible(upTo: Self.longestMessage)
        let key = Diagnostic.Note(message, at: place(range))
        if let index = indices[key] {
            if let client, recorded[index].clients.last != client { recorded[index].clients.append(client) }
            return
        }
        indices[key] = recorded.count
        counts[range.file][severity] += 1
        guard counts[range.file][severity] <= Self.limit else {
            let last = "this file has more than \(Self.limit) \(severity.rawValue)s; the rest are left out"
            recorded.append(
                Recorded(diagnostic: Diagnostic(severity: severity, message: last, place: place(range)), clients: [])
            )
            return
        }
        let diagnostic = Diagnostic(
            severity: severity,
            message: message,
            place: place(range),
            notes: notes().map {
                Diagnostic.Note($0.message.visible(upTo: Self.longestMessage), at: place($0.range))
            },
            suggestion: suggestion()
        )
        recorded.append(Recorded(diagnostic: diagnostic, clients: client.map { [$0] } ?? []))
    }

    /// All that was recorded, in order. What is wrong with a file in some of its clients only, names those clients.
    /// - Parameter clientCount: How many clients each file belongs to.
    package func diagnostics(clientCount: [Int: Int] = [:]) -> [Diagnostic] {
        let diagnostics = recorded.map { recorded in
            var diagnostic = recorded.diagnostic
            if recorded.clients.count < clientCount[diagnostic.place.range.file] ?? 1 {
                diagnostic.notes += recorded.clients.map { client in
                    Diagnostic.Note(
                        "in the client `\(client.swift)`, to which this file belongs too",
                        at: place(client.place)
                    )
                }
            }
            return diagnostic
        }
        return Diagnostic.sorted(diagnostics)
    }

    package func place(_ range: SourceRange) -> Diagnostic.Place {
        Diagnostic.Place(file: files[range.file], range: range)
    }

    /// A note about a place, in the same file or in another one of the run.
    package struct Note {
        var message: String
        var range: SourceRange

        package init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }
}
