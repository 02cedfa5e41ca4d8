#if SQLite || PostgreSQL
    import Foundation
    import Testing

    /// Runs `nettask-queue` like a user.
    enum QueueTool {
        struct Result {
            var status: Int32
            var output: String
            var errors: String

            var lines: [Substring] { output.split(separator: "\n") }

            /// The output as a single JSON document, without other text.
            var object: [String: Any] {
                get throws {
                    #expect(errors == "")
                    return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
                }
            }

            /// The error message.
            var diagnostics: [String] {
                get throws {
                    (try object["diagnostics"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
                }
            }

            /// The output as lines of JSON.
            var objects: [[String: Any]] {
                get throws {
                    try lines.map { line in
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                    }
                }
            }
        }

        static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
            let process = process(arguments, environment)
            let output = Pipe()
            let errors = Pipe()
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            // Little is written to the second pipe, so it does not fill up while the first is read.
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            let complained = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Result(
                status: process.terminationStatus,
                output: String(decoding: printed, as: UTF8.self),
                errors: String(decoding: complained, as: UTF8.self)
            )
        }

        /// A run that does not end on its own.
        ///
        /// - Parameter body: receives functions that await the next line of the output and of the errors.
        static func watching(_ arguments: [String], _ body: (_ next: () -> String) async throws -> Void) async throws {
            let process = process(arguments, [:])
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            // Other signals may be blocked, because the threads of tests block them.
            defer { kill(process.processIdentifier, SIGKILL) }
            try await body {
                var line: [UInt8] = []
                while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                    line.append(byte)
                }
                return String(decoding: line, as: UTF8.self)
            }
        }

        private static func process(_ arguments: [String], _ environment: [String: String]) -> Process {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            process.environment = ProcessInfo.processInfo.environment
                .filter { $0.key != "FORCE_COLOR" && $0.key != "NO_COLOR" }
                .merging(environment) { $1 }
            return process
        }

        /// SwiftPM builds it together with the tests.
        private static let executable: URL = {
            var folder = Bundle.main.bundleURL
            for argument in CommandLine.arguments where argument.contains(".xctest") {
                folder = URL(fileURLWithPath: argument)
            }
            while folder.path != "/", !FileManager.default.isExecutableFile(atPath: folder.path + "/nettask-queue") {
                folder.deleteLastPathComponent()
            }
            return folder.appendingPathComponent("nettask-queue")
        }()
    }
#endif
