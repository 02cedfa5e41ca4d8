/// Gathers what is wrong with the files of one run. Not for use from several threads.
package final class DiagnosticCollector {
    /// The paths of the files, by the numbers that places have.
    package private(set) var files: [String] = []
    /// The client whose files are read at present; nil before it is known which files are whose.
    var client: Name?
    private var recorded: [Recorded] = []
    /// How much is wrong with each file.
    private var counts: [[Diagnostic.Severity: Int]] = []
    /// The files with more errors than are listed. What is read of them further shows nothing more.
    private(set) var fullFiles: Set<Int> = []
    private var indices: [Diagnostic.Note: Int] = [:]
    /// Entries that another spec changes, and the keys with which it does.
    private var changes: [(entry: SourceRange, key: SourceRange)] = []

    private struct Recorded {
        var diagnostic: Diagnostic
        /// Those in which it was found.
        var clients: [Name]
    }

    /// After so many errors in a file, more would help nobody; the last one says that there are more. The same for warnings.
    static let limit = 200

    /// Messages quote the spec, whose names may be of any length and hold anything.
    private static let longestMessage = 400

    package init() {}

    /// One for the files of another one, by the same numbers.
    package init(files: [String]) {
        self.files = files
        counts = Array(repeating: [:], count: files.count)
    }

    /// - Returns: The number that places in this file have: the first file's is 0.
    package func add(file: String) -> Int {
        files.append(file)
        counts.append([:])
        return files.count - 1
    }

    package func hasErrors(file: Int) -> Bool { counts[file][.error] != nil }

    /// Whether no more diagnostics of this severity are recorded for a file.
    package func isFull(_ severity: Diagnostic.Severity, file: Int) -> Bool {
        counts[file][severity, default: 0] > Self.limit
    }

    /// Records all that another one has, which has the same files.
    package func add(_ other: DiagnosticCollector) {
        for diagnostic in other.recorded.map(\.diagnostic) {
            let report = record(diagnostic.severity, diagnostic.code, diagnostic.message, at: diagnostic.place.range)
                .notes(diagnostic.notes.map { Note($0.message, at: $0.place.range) })
            guard let index = report.index else { continue }
            recorded[index].diagnostic.suggestion = diagnostic.suggestion
            recorded[index].diagnostic.fixes = diagnostic.fixes
        }
    }

    /// Records that a spec changes an entry of a spec that it extends. Later diagnostics in the entry are reported at the key that
    /// changes it, since the extended file must not be edited.
    func change(_ entry: SourceRange, by key: SourceRange) {
        if entry.file != key.file { changes.append((entry, key)) }
    }

    private var removals: [(name: String, key: SourceRange)] = []

    /// Records that a spec removes an entry of a spec that it extends. Uses of the name are mistakes of the spec that removes it.
    func remove(_ name: String, by key: SourceRange) { removals.append((name, key)) }

    /// Reports that a name is used whose entry one of the client's files removes; nil if none does.
    func reportRemoval(of name: String, usedAt use: SourceRange, _ code: DiagnosticCode) -> Report? {
        removals.last { $0.name == name && clientFiles.contains($0.key.file) }.map { removal in
            at(removal.key, code).error("`\(name)` is left out, but what this spec extends still uses it")
                .note("it is used here", at: use)
        }
    }

    /// The files of the client that is read at present: only their changes concern it.
    var clientFiles: Set<Int> = []

    /// The key that changes the innermost entry around a place; the place itself if none does.
    private func changingPlace(of place: SourceRange) -> SourceRange {
        let concerned = changes.filter { clientFiles.contains($0.key.file) && $0.entry.contains(place) }
        guard let innermost = concerned.max(by: { $0.entry.contains($1.entry) })
        else { return place }
        return changingPlace(of: innermost.key)
    }

    /// A place to say something of: `diagnostics.at(node.range, .wrongKind).error("…").note("…")`.
    package func at(_ range: SourceRange, _ code: DiagnosticCode) -> Reporter {
        Reporter(collector: self, range: range, code: code)
    }

    /// Makes an error of what was recorded last in a stretch, so that more can be said of it; nil if nothing was.
    package func makeError(in stretch: SourceRange) -> Report? {
        let index = recorded.lastIndex { recorded in
            let range = recorded.diagnostic.place.range
            return range.file == stretch.file && stretch.start <= range.start && range.end <= stretch.end
        }
        guard let index else { return nil }
        recorded[index].diagnostic.severity = .error
        return Report(collector: self, index: index, range: recorded[index].diagnostic.place.range)
    }

    private func record(
        _ severity: Diagnostic.Severity,
        _ code: DiagnosticCode,
        _ message: @autoclosure () -> String,
        at origin: SourceRange
    ) -> Report {
        // No other spec can be the cause of an unknown key.
        let range = changes.isEmpty || code == .unknownKey ? origin : changingPlace(of: origin)
        let nothing = Report(collector: self, index: nil, range: range)
        guard !isFull(severity, file: range.file) else { return nothing }
        let message = message().visible(upTo: Self.longestMessage)
        let key = Diagnostic.Note(message: message, place: place(origin))
        if let index = indices[key] {
            if let client, recorded[index].clients.last != client { recorded[index].clients.append(client) }
            return nothing
        }
        indices[key] = recorded.count
        counts[range.file][severity, default: 0] += 1
        guard !isFull(severity, file: range.file) else {
            let last = "this file has more than \(Self.limit) \(severity.rawValue)s; the rest are left out"
            let diagnostic = Diagnostic(
                severity: severity,
                code: .tooManyDiagnostics,
                message: last,
                place: place(range)
            )
            recorded.append(Recorded(diagnostic: diagnostic, clients: []))
            if severity == .error { fullFiles.insert(range.file) }
            return nothing
        }
        let diagnostic = Diagnostic(severity: severity, code: code, message: message, place: place(range))
        recorded.append(Recorded(diagnostic: diagnostic, clients: client.map { [$0] } ?? []))
        let report = Report(collector: self, index: recorded.count - 1, range: range, isMoved: range != origin)
        return range == origin ? report : report.note("this is here, in what the spec extends", at: origin)
    }

    /// All that was recorded, in order. What is wrong with a file in some of its clients only, names those clients.
    /// - Parameter clientCount: How many clients each file belongs to.
    package func diagnostics(clientCount: [Int: Int] = [:]) -> [Diagnostic] {
        let diagnostics = recorded.map { recorded in
            var diagnostic = recorded.diagnostic
            if recorded.clients.count < clientCount[diagnostic.place.range.file] ?? 1 {
                diagnostic.notes += recorded.clients.map { client in
                    Diagnostic.Note(
                        message: "in the client `\(client.swift)`, to which this file belongs too",
                        place: place(client.place)
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

    /// A place at which there is a mistake of a kind.
    package struct Reporter {
        fileprivate let collector: DiagnosticCollector
        fileprivate let range: SourceRange
        fileprivate let code: DiagnosticCode

        /// Records an error, unless there is one already with this message at this place: a node behind many aliases is
        /// checked many times, and a file of several clients with each.
        @discardableResult
        package func error(_ message: @autoclosure () -> String) -> Report {
            collector.record(.error, code, message(), at: range)
        }

        /// Records what keeps nobody from going on, and is likely to be a mistake.
        @discardableResult
        package func warning(_ message: @autoclosure () -> String) -> Report {
            collector.record(.warning, code, message(), at: range)
        }

        /// Records what need not be changed, but should be known.
        @discardableResult
        package func note(_ message: @autoclosure () -> String) -> Report {
            collector.record(.note, code, message(), at: range)
        }
    }

    /// A diagnostic that more can be said of. What costs most, the suggestion, is only worked out for those that are recorded.
    package struct Report {
        fileprivate let collector: DiagnosticCollector
        /// nil if it was not recorded: it is there already, or there are too many.
        fileprivate let index: Int?
        package let range: SourceRange
        /// Whether the diagnostic is reported in the spec that extends the faulty file.
        fileprivate var isMoved = false

        /// - Parameter place: The place of the diagnostic itself unless given.
        @discardableResult
        package func note(_ message: @autoclosure () -> String, at place: SourceRange? = nil) -> Report {
            notes([Note(message(), at: place ?? range)])
        }

        @discardableResult
        package func notes(_ notes: @autoclosure () -> [Note]) -> Report {
            guard let index else { return self }
            collector.recorded[index].diagnostic.notes += notes().map { note in
                let message = note.message.visible(upTo: DiagnosticCollector.longestMessage)
                return Diagnostic.Note(message: message, place: collector.place(note.range))
            }
            return self
        }

        /// Suggests a word in place of the one that the diagnostic is about.
        ///
        /// - Parameters:
        ///   - word: What was probably meant; nil where nothing is near.
        ///   - isFix: Whether it removes the mistake to replace the one by the other.
        ///   - isCertain: Whether that fix is certain.
        @discardableResult
        package func suggest(
            _ word: @autoclosure () -> String?,
            isFix: Bool = true,
            isCertain: (String) -> Bool = { _ in false }
        ) -> Report {
            guard let index, let word = word() else { return self }
            collector.recorded[index].diagnostic.suggestion = word
            return isFix ? fix(range, word, isCertain: isCertain(word)) : self
        }

        /// Adds an edit that removes the mistake. A diagnostic that is reported at another place than that of its mistake, in the
        /// spec that extends the faulty file, has no edits.
        @discardableResult
        package func fix(
            _ range: SourceRange,
            _ text: @autoclosure () -> String,
            isCertain: Bool = false
        ) -> Report {
            guard let index, !isMoved else { return self }
            let fix = Diagnostic.Fix(place: collector.place(range), text: text(), isCertain: isCertain)
            collector.recorded[index].diagnostic.fixes.append(fix)
            return self
        }

        /// Whether it is the first of its kind at its place. Otherwise, nothing more is said of it.
        var isRecorded: Bool { index != nil }

        /// nil, in place of the value that could not be read.
        package func none<Value>() -> Value? { nil }
    }
}

/// What reads or checks a spec, and says what is wrong with it.
protocol Diagnosing {
    var diagnostics: DiagnosticCollector { get }
}

extension Diagnosing {
    func at(_ range: SourceRange, _ code: DiagnosticCode) -> DiagnosticCollector.Reporter {
        diagnostics.at(range, code)
    }
}
