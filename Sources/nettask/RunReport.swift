import ArgumentParser
import Foundation
import NetTaskAuthoring
import NetTaskGenerator
import NetTaskImport
import NetTaskSpec
import NetTaskTerminal

extension OutputFormat: ExpressibleByArgument {}

/// Reports the diagnostics and the results of a command: as text at once, or at the end as one JSON document.
final class RunReport {
    /// The content of the JSON document.
    var results = RunResults()
    /// The files that were read.
    var readFiles: [String] = []
    /// The progress of steps that may take long.
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

    /// Runs a command. The JSON document is printed even if the command fails.
    static func run<Value>(
        _ format: OutputFormat,
        isQuiet: Bool = false,
        _ body: (RunReport) throws -> Value
    ) throws -> Value {
        let report = RunReport(format, isQuiet: isQuiet)
        defer { report.end() }
        return try body(report)
    }

    /// Reads the input of a command that prints its own JSON document. The document of this report is printed only if reading
    /// fails.
    static func reading<Value>(_ format: OutputFormat, _ body: (RunReport) throws -> Value) throws -> Value {
        let report = RunReport(format)
        do {
            return try body(report)
        } catch {
            report.end()
            throw error
        }
    }

    /// Whether the output is text.
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

    /// Reports an error that has no range in a spec.
    ///
    /// - Returns: The exit code, to be thrown.
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

    /// Reports the error that `body` throws.
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

/// The JSON document of a command, without the fields that do not apply to it.
struct RunResults: Encodable {
    /// All errors and warnings.
    var diagnostics: [DiagnosticEntry] = []
    /// Paths of files.
    var created: [String]?
    var updated: [String]?
    var removed: [String]?
    var unchanged: [String]?
    /// Files that nettask would write, but did not replace, because it did not write them before.
    var kept: [String]?
    /// Of `import`: the path and the counts of its report.
    var report: String?
    var valueCount: Int?
    var carriedCount: Int?
    var leftOutCount: Int?
    /// The parts that were left out, by reason.
    var leftOut: [LeftOutEntry]?
    /// Facts that the document lacks.
    var notes: [String]?
    /// The products and traits of NetTask that Package.swift needs.
    var products: [String]?
    var traits: [String]?
    /// The fixes that `validate --fix` made.
    var fixed: [FixEntry]?
    /// The numbers of generated or checked entries.
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
    /// JSON on several lines, in the format of all commands.
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
    /// The address of the page of the code.
    var page: String
    var message: String
    /// The place; nil without a file. A diagnostic about a whole file has no line.
    var file: String?
    var line: Int?
    var column: Int?
    var end: Position?
    /// The word that the author probably intended.
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
        page = code.address
        self.message = message
        self.file = file
        self.line = line
    }

    init(_ diagnostic: Diagnostic) {
        severity = diagnostic.severity.rawValue
        code = diagnostic.code.rawValue
        page = diagnostic.code.address
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

/// The parts that an import left out for one reason, as JSON.
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
    /// Whether `validate --fix` applies it.
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
