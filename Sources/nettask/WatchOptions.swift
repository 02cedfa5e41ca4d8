import ArgumentParser
import Foundation
import NetTaskGenerator
import NetTaskTerminal

/// How a command that reads specs is run and tells of it: once, or whenever something changes.
struct WatchOptions: ParsableArguments {
    @Option(help: "How it is printed: text, or json for tools.")
    var format = OutputFormat.text

    @Flag(help: "Run again whenever a file changes that it depends on, until Ctrl-C.")
    var watch = false

    func validate() throws {
        if watch, format == .json { throw ValidationError("'--watch' and '--format json' exclude each other") }
    }

    /// - Parameters:
    ///   - files: What it depends on, as far as that is known without a run.
    ///   - body: A run.
    func run(_ files: () -> [String], isQuiet: Bool, _ body: (RunReport) throws -> Void) throws {
        guard watch else { return try RunReport.run(format, isQuiet: isQuiet, body) }
        try FileWatch().run(files) { changed in
            let terminal = Terminal.errors
            let changed = changed.filter { !$0.hasSuffix("/") }
            if terminal.isTerminal, !changed.isEmpty {
                let names = changed.prefix(3).map(\.escapedForTerminal).joined(separator: ", ")
                let others = changed.count > 3 ? " and others" : ""
                printError(terminal.cut("\n\(terminal.styled(Date().timeOfDay(), .bold)) changed: \(names)\(others)"))
            }
            var read: [String] = []
            // What is wrong was reported, and can be mended.
            try? RunReport.run(format, isQuiet: isQuiet) { report in
                defer { read = report.readFiles }
                try body(report)
            }
            if terminal.isTerminal {
                let count = Set(files() + read.filter { !$0.hasSuffix("/") }).count
                printError(terminal.styled("watching \(count) \(count == 1 ? "file" : "files"); Ctrl-C ends it", .dim))
            }
            fflush(nil)
            return read
        }
    }
}
