import ArgumentParser
import Foundation
import NetTaskGenerator
import NetTaskTerminal

/// The options of commands that read specs: the output format, and whether they run once or after each change.
struct WatchOptions: ParsableArguments {
    @Option(help: "The output format: text, or json for tools.")
    var format = OutputFormat.text

    @Flag(help: "Run again after each change of a file on which the output depends, until Ctrl-C.")
    var watch = false

    func validate() throws {
        if watch, format == .json { throw ValidationError("'--watch' cannot be used with '--format json'") }
    }

    /// - Parameters:
    ///   - files: The files on which the command depends, as far as they are known before a run.
    ///   - body: Runs the command once.
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
            // The errors were reported; the user can correct them, and the command runs again.
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
