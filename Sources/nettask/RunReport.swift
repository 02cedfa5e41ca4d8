import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

extension OutputFormat: ExpressibleByArgument {}

/// What a command finds to be wrong, and what it did: told at once, or at the end as one JSON document.
final class RunReport {
    /// What the document says.
    var results = RunResults()
    /// The files that were read.
    var readFiles: [String] = []
    /// For what may take long.
    let progress: ProgressLine
    private let format: OutputFormat
    private let isQuiet: Bool
    private let terminal: Terminal
    private var counts: [Diagnostic.Severity: Int] = [:]

    init(_ format: OutputFormat, isQuiet: Bool = false, on terminal: Terminal = .errors) {
        self.format = format
        self.isQuiet = isQuiet
        self.terminal = terminal
        progress = ProgressLine(on: isQuiet ? Terminal(isTerminal: false) : terminal)
    }

    /// Does what a command does. The document is printed also where that fails.
    static func run<Value>(
        _ format: OutputFormat,
        isQuiet: Bool = false,
        _ body: (RunReport) throws -> Value
    ) throws -> Value {
        let report = RunReport(format, isQuiet: isQuiet)
        defer { report.end() }
        return try body(report)
    }

    /// Reads what a command needs that prints its own document. The one here is printed only if that fails.
    static func reading<Value>(_ format: OutputFormat, _ body: (RunReport) throws -> Value) throws -> Value {
        let report = RunReport(format)
        do {
            return try body(report)
        } catch {
            report.end()
            throw error
        }
    }

    /// Whether it is text that is printed.
    var isText: Bool { format == .text }

    func add(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics {
            if diagnostic.severity == .note {
                if isQuiet { continue }
            } else {
                counts[diagnostic.severity, default: 0] += 1
            }
            if !isText {
                results.diagnostics.append(DiagnosticEntry(diagnostic))
            } else if terminal.isForPeople {
                printError(DiagnosticText(terminal).text(of: diagnostic) + "\n")
            } else {
                printError(diagnostic.description)
            }
        }
    }

    /// Reports what is wrong with something other than a line of a spec.
    ///
    /// - Returns: What to throw.
    @discardableResult
    func fail(_ code: DiagnosticCode, _ message: String, at file: String? = nil, line: Int? = nil) -> ExitCode {
        counts[.error, default: 0] += 1
        if isText {
            let place = file.map { $0 + (line.map { ":\($0)" } ?? "") + ": " } ?? ""
            let text =
                place.escapedForTerminal + terminal.styled("error:", .bold, .red)
                + " \(message.escapedLines) [\(code.rawValue)]"
            printError(terminal.wrapped(text, indent: 2))
        } else {
            results.diagnostics.append(DiagnosticEntry(code, message, at: file, line: line))
        }
        return .failure
    }

    @discardableResult
    func fail(_ error: any PlacedError) -> ExitCode {
        fail(error.code, error.message, at: error.file, line: error.line)
    }

    /// Reports what `body` throws.
    func reporting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as any PlacedError {
            throw fail(error)
        }
    }

    private func end() {
        if !isText {
            print((try? results.printedJSON()) ?? "")
        } else if terminal.isForPeople, counts.values.reduce(0, +) > 1 {
            let words = [Diagnostic.Severity.error, .warning].compactMap { severity in
                counts[severity].map { "\($0) \(severity.rawValue)\($0 == 1 ? "" : "s")" }
            }
            printError(terminal.styled(words.joined(separator: ", "), .bold))
        }
    }
}

/// What a command prints as JSON. What does not concern it is left out.
struct RunResults: Encodable {
    /// All that is wrong.
    var diagnostics: [DiagnosticEntry] = []
    /// Paths of files.
    var created: [String]?
    var updated: [String]?
    var removed: [String]?
    var unchanged: [String]?
    /// Files that are in the way, and not nettask's.
    var kept: [String]?
    /// Of `import`: the path of its report, and what that sums up.
    var report: String?
    var valueCount: Int?
    var carriedCount: Int?
    var leftOutCount: Int?
    /// What was left out, and why: each reason once.
    var leftOut: [LeftOutEntry]?
    /// What the document does not say.
    var notes: [String]?
    /// What Package.swift needs of NetTask.
    var products: [String]?
    var traits: [String]?
    /// The fixes that `validate --fix` made.
    var fixed: [FixEntry]?
    /// Of what is generated or checked.
    var specCount: Int?
    var endpointCount: Int?
    var shapeCount: Int?

    mutating func add(_ specs: [Spec]) {
        specCount = Set(specs.flatMap(\.paths)).count
        endpointCount = specs.reduce(0) { $0 + $1.endpoints.count }
        shapeCount = specs.reduce(0) { $0 + $1.shapes.count }
    }

}

extension Encodable {
    /// As JSON on several lines, as all commands print it.
    func printedJSON() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self).escapedJSON
    }
}

/// A diagnostic as JSON. Lines and columns count from one; `end` is just past the last character.
struct DiagnosticEntry: Encodable {
    var severity: String
    var code: String
    var message: String
    /// Where it is, unless it is about no file, or about a file as a whole.
    var file: String?
    var line: Int?
    var column: Int?
    var end: Position?
    /// What was probably meant.
    var suggestion: String?
    var fixes: [FixEntry] = []
    var notes: [Note] = []

    struct Position: Encodable {
        var line: Int
        var column: Int

        init(_ position: SourceRange.Position) {
            line = position.line
            column = position.column
        }
    }

    struct Note: Encodable {
        var message: String
        var file: String
        var line: Int
        var column: Int
    }

    init(_ code: DiagnosticCode, _ message: String, at file: String?, line: Int?) {
        severity = Diagnostic.Severity.error.rawValue
        self.code = code.rawValue
        self.message = message
        self.file = file
        self.line = line
    }

    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity.rawValue
        code = diagnostic.code.rawValue
        message = diagnostic.message
        let start = diagnostic.place.range.start
        file = diagnostic.place.file
        line = start.line
        column = start.column
        end = Position(diagnostic.place.range.end)
        suggestion = diagnostic.suggestion
        fixes = diagnostic.fixes.map(FixEntry.init)
        notes = diagnostic.notes.map { note in
            let start = note.place.range.start
            return Note(message: note.message, file: note.place.file, line: start.line, column: start.column)
        }
    }
}

/// What an import left out for one reason, as JSON.
struct LeftOutEntry: Encodable {
    var code: String
    var reason: String
    /// The number of single values.
    var count: Int
    /// Whether requests or replies differ from the document.
    var differs: Bool
    var parts: [Part]

    struct Part: Encodable {
        var file: String
        var line: Int
        var column: Int
        /// The path of the part in the document, as a JSON pointer.
        var path: String
        var count: Int
    }

    init(_ kind: ImportReport.Kind, differs: Bool) {
        code = kind.code
        reason = kind.reason
        count = kind.count
        self.differs = differs
        parts = kind.parts.map { place, path, count in
            let start = place.range.start
            return Part(file: place.file, line: start.line, column: start.column, path: path, count: count)
        }
    }
}

/// An edit that removes a mistake, as JSON: `text` replaces the text from `line` and `column` to `end`.
struct FixEntry: Encodable {
    var file: String
    var line: Int
    var column: Int
    var end: DiagnosticEntry.Position
    /// The replaced text; only for a fix that was made.
    var old: String?
    var text: String
    /// Whether `validate --fix` makes it.
    var certain: Bool

    init(_ fix: Diagnostic.Fix) {
        self.init(fix.place, fix.text, isCertain: fix.isCertain)
    }

    init(_ change: SpecFixer.Change) {
        self.init(change.place, change.text, isCertain: true)
        old = change.old
    }

    private init(_ place: Diagnostic.Place, _ text: String, isCertain: Bool) {
        file = place.file
        line = place.range.start.line
        column = place.range.start.column
        end = DiagnosticEntry.Position(place.range.end)
        self.text = text
        certain = isCertain
    }
}
