import Foundation
import NetTaskTerminal

#if SQLite || PostgreSQL
    import ArgumentParser

    /// How what is found is printed.
    struct OutputOptions: ParsableArguments {
        @Option(help: "How it is printed: text, or json for tools, exact and whole.")
        var format = OutputFormat.text

        var isJSON: Bool { format == .json }

        /// Does what a command does, and says what fails.
        func reporting(_ body: () async throws -> Void) async throws {
            do {
                try await body()
            } catch let failure as QueueFailure {
                if isJSON {
                    var fields = JSONFields()
                    fields.addErrors([failure.message])
                    print(fields.json.line)
                } else {
                    printError(failure.message)
                }
                throw ExitCode.failure
            }
        }
    }

    extension OutputFormat: ExpressibleByArgument {}

    extension JSONFields {
        /// Adds them as `nettask` has its diagnostics.
        mutating func addErrors(_ messages: [String]) {
            if messages.isEmpty { return }
            let entries = messages.map { message in
                var fields = JSONFields()
                fields.add("severity", "error")
                fields.add("message", message)
                return fields.json
            }
            add("diagnostics", .list(entries))
        }
    }
#endif

/// Why a command could not do what it was asked to.
struct QueueFailure: Error {
    var message: String
}

/// Writes an error to standard error.
func printError(_ message: String) {
    printNote("\(Terminal.errors.styled("error:", .bold, .red)) \(message.escapedLines)")
}

/// Writes a line to standard error.
func printNote(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
