import Foundation
import NetTaskTerminal

#if SQLite || PostgreSQL
    import ArgumentParser

    /// The output format.
    struct OutputOptions: ParsableArguments {
        @Option(help: "The output format: text, or json, which is complete and exact.")
        var format = OutputFormat.text

        var isJSON: Bool { format == .json }

        /// Runs a command, and prints its errors.
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
        /// Adds errors in the format of `nettask`'s diagnostics.
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

/// Why a command failed.
struct QueueFailure: Error {
    var message: String
}

/// Prints an error to standard error.
func printError(_ message: String) {
    printNote("\(Terminal.errors.styled("error:", .bold, .red)) \(message.escapedLines)")
}

/// Prints a line to standard error.
func printNote(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
