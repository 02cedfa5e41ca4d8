/// Collects the diagnostics for the files of one run. Not thread-safe.
package final class DiagnosticCollector {
    /// The paths of the files, by number.
    package private(set) var files: [String] = []
    /// The client whose files are read; `nil` before the files are assigned to clients.
    var client: Name?
    private var recorded: [Recorded] = []
    /// The number of diagnostics of each file.
    private var counts: [[Diagnostic.Severity: Int]] = []
    /// The files with more errors than are reported. Further errors in them are ignored.
    private(set) var fullFiles: Set<Int> = []
    private var indices: [Diagnostic.Note: Int] = [:]
    /// The entries that another spec changes, and the keys that change them.
    private var changes: [(entry: SourceRange, key: SourceRange)] = []
    /// The entries that remove an inherited entry of the same name.
    private var removals: [(entry: YAMLNode.Entry, section: String)] = []
    /// The files of `client`. Only changes and removals by these files concern it.
    var clientFiles: Set<Int> = []

    private struct Recorded {
        var diagnostic: Diagnostic
        /// The clients in which it was found.
        var clients: [Name]
    }

    /// The maximum number of errors, and of warnings, reported per file. The last one states that there are more.
    static let limit = 200

    /// The maximum length of a message, which may quote long names of the spec.
    private static let longestMessage = 400

    package init() {}

    /// Makes a collector for the same files, with the same numbers, as another one.
    package init(files: [String]) {
        self.files = files
        counts = Array(repeating: [:], count: files.count)
    }

    /// - Returns: The number of the file. The first file has the number 0.
    package func add(file: String) -> Int {
        files.append(file)
        counts.append([:])
        return files.count - 1
    }

    package func hasErrors(file: Int) -> Bool { counts[file][.error] != nil }

    /// Whether diagnostics of this severity are no longer recorded for a file.
    @inline(never)
    package func isFull(_ severity: Diagnostic.Severity, file: Int) -> Bool {
        counts[file][severity, default: 0] > Self.limit
    }

    /// Records all diagnostics of another collector, which has the same files.
    package func add(_ other: DiagnosticCollector) {
        for diagnostic in other.recorded.map(\.diagnostic) {
            let message = { diagnostic.message }
            let report = record(diagnostic.severity, diagnostic.code, message, at: diagnostic.place.range)
                .notes(diagnostic.notes.map { Note($0.message, at: $0.place.range) })
            guard let index = report.index else { continue }
            recorded[index].diagnostic.suggestion = diagnostic.suggestion
            recorded[index].diagnostic.fixes = diagnostic.fixes
        }
    }

    /// Records that a spec changes an inherited entry. Later diagnostics in this entry are reported at the key that changes
    /// it, because the extended file must not be edited.
    func change(_ entry: SourceRange, by key: SourceRange) {
        if entry.file != key.file { changes.append((entry, key)) }
    }

    /// Records that an entry removes the inherited entry of its name in a section, such as `shapes`.
    func remove(by entry: YAMLNode.Entry, in section: String) { removals.append((entry, section)) }

    /// Reports the use of an entry that a file of the current client removes. Returns `nil` if no file does.
    func reportRemoval(of name: String, in section: String, at use: SourceRange, _ code: DiagnosticCode) -> Report? {
        let removal = removals.last { ($0.key, $1) == (name, section) && clientFiles.contains($0.keyRange.file) }
        guard let key = removal?.entry.keyRange else { return nil }
        return at(key, code).error("`\(name)` is omitted, but it is still used").note("it is used here", at: use)
    }

    /// The key that changes the innermost entry at a place; otherwise the place itself.
    private func changingPlace(of place: SourceRange) -> SourceRange {
        let concerned = changes.filter { clientFiles.contains($0.key.file) && $0.entry.contains(place) }
        guard let innermost = concerned.max(by: { $0.entry.contains($1.entry) })
        else { return place }
        return changingPlace(of: innermost.key)
    }

    /// The place of a diagnostic: `diagnostics.at(node.range, .wrongKind).error("…").note("…")`.
    package func at(_ range: SourceRange, _ code: DiagnosticCode) -> Reporter {
        Reporter(collector: self, range: range, code: code)
    }

    /// Changes the severity of the last diagnostic in a range to an error. Returns `nil` if there is none.
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
        _ message: () -> String,
        at origin: SourceRange
    ) -> Report {
        // No other spec can be the cause of an unknown key.
        let range = changes.isEmpty || code == .unknownKey ? origin : changingPlace(of: origin)
        if isFull(severity, file: range.file) { return Report(collector: self, index: nil, range: range) }
        let message = message().visible(upTo: Self.longestMessage)
        return record(Diagnostic(severity: severity, code: code, message: message, place: place(range)), from: origin)
    }

    // Takes no closure: the optimizer would compile a copy of it for each closure, and thus for each message.
    @inline(never)
    private func record(_ diagnostic: Diagnostic, from origin: SourceRange) -> Report {
        let (severity, range) = (diagnostic.severity, diagnostic.place.range)
        let nothing = Report(collector: self, index: nil, range: range)
        let key = Diagnostic.Note(message: diagnostic.message, place: place(origin))
        if let index = indices[key] {
            if let client, recorded[index].clients.last != client { recorded[index].clients.append(client) }
            return nothing
        }
        indices[key] = recorded.count
        counts[range.file][severity, default: 0] += 1
        if isFull(severity, file: range.file) {
            var last = diagnostic
            last.code = .tooManyDiagnostics
            last.message = "this file has more than \(Self.limit) \(severity.rawValue)s; the others are omitted"
            recorded.append(Recorded(diagnostic: last, clients: []))
            if severity == .error { fullFiles.insert(range.file) }
            return nothing
        }
        recorded.append(Recorded(diagnostic: diagnostic, clients: client.map { [$0] } ?? []))
        let report = Report(collector: self, index: recorded.count - 1, range: range, isMoved: range != origin)
        return range == origin ? report : report.note("the place in the extended spec", at: origin)
    }

    /// The recorded diagnostics, sorted. If a diagnostic concerns only some clients of a file, it names these clients.
    /// - Parameter clientCount: How many clients each file belongs to.
    package func diagnostics(clientCount: [Int: Int] = [:]) -> [Diagnostic] {
        let diagnostics = recorded.map { recorded in
            var diagnostic = recorded.diagnostic
            if recorded.clients.count < clientCount[diagnostic.place.range.file] ?? 1 {
                diagnostic.notes += recorded.clients.map { client in
                    Diagnostic.Note(
                        message: "in the client `\(client.swift)`, which also contains this file",
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

    /// A note with a place, in the same file or in another file of the run.
    package struct Note {
        var message: String
        var range: SourceRange

        package init(_ message: String, at range: SourceRange) {
            self.message = message
            self.range = range
        }
    }

    /// A place with a mistake of one kind.
    package struct Reporter {
        fileprivate let collector: DiagnosticCollector
        fileprivate let range: SourceRange
        fileprivate let code: DiagnosticCode

        /// Records an error, except for a duplicate at the same place: values behind aliases, and files of several clients,
        /// are checked several times.
        @discardableResult
        package func error(_ message: @autoclosure () -> String) -> Report {
            collector.record(.error, code, message, at: range)
        }

        /// Records a probable mistake that does not prevent the generation.
        @discardableResult
        package func warning(_ message: @autoclosure () -> String) -> Report {
            collector.record(.warning, code, message, at: range)
        }

        /// Records information that requires no change.
        @discardableResult
        package func note(_ message: @autoclosure () -> String) -> Report {  // words: a note
            collector.record(.note, code, message, at: range)
        }
    }

    /// Adds details to a recorded diagnostic. Expensive details, such as suggestions, are computed only for recorded
    /// diagnostics.
    package struct Report {
        fileprivate let collector: DiagnosticCollector
        /// `nil` if it was not recorded, because it is a duplicate or because there are too many.
        fileprivate let index: Int?
        package let range: SourceRange
        /// Whether the diagnostic was moved from the extended file to the extending spec.
        fileprivate var isMoved = false

        /// - Parameter place: The place of the note. Default: the place of the diagnostic.
        @discardableResult
        package func note(  // words: notes
            _ message: @autoclosure () -> String,
            at place: SourceRange? = nil
        ) -> Report {
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

        /// Suggests a replacement for the word of the diagnostic.
        ///
        /// - Parameters:
        ///   - word: The replacement; `nil` if there is no similar word.
        ///   - isFix: Whether the replacement corrects the mistake.
        ///   - isCertain: Whether this fix is certain.
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

        /// Adds an edit that corrects the mistake. A diagnostic that was moved to the extending spec has no edits.
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

        /// Whether it is the first of its kind at its place. Details are added only to the first one.
        var isRecorded: Bool { index != nil }

        /// Returns `nil`, in place of a value that could not be decoded.
        package func none<Value>() -> Value? { nil }
    }
}

/// Decodes or checks a spec and reports diagnostics.
protocol Diagnosing {
    var diagnostics: DiagnosticCollector { get }
}

extension Diagnosing {
    func at(_ range: SourceRange, _ code: DiagnosticCode) -> DiagnosticCollector.Reporter {
        diagnostics.at(range, code)
    }
}
