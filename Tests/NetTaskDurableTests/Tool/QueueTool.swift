#if SQLite
    import Foundation
    @testable import NetTaskSQLite

    /// Runs `nettask-queue` as its user does.
    enum QueueTool {
        struct Result {
            var status: Int32
            var output: String
            var errors: String

            var lines: [Substring] { output.split(separator: "\n") }

            /// The output as lines of JSON.
            var objects: [[String: Any]] {
                get throws {
                    try lines.map { line in
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                    }
                }
            }
        }

        static func run(_ arguments: [String]) throws -> Result {
            let process = Process()
            process.executableURL = executable
            process.arguments = arguments
            let output = Pipe()
            let errors = Pipe()
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            // Little goes to the second, so it does not fill up while the first is read.
            let printed = output.fileHandleForReading.readDataToEndOfFile()
            let complained = errors.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Result(
                status: process.terminationStatus,
                output: String(decoding: printed, as: UTF8.self),
                errors: String(decoding: complained, as: UTF8.self)
            )
        }

        /// SwiftPM builds it beside the tests.
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
