import Foundation

/// A program that prints a number.
struct Program {
    private struct Failure: Error {
        var executable: URL
        var arguments: [String]
    }

    private let executable: URL

    init(_ executable: URL) {
        self.executable = executable
    }

    func number(_ arguments: String...) throws -> Double {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, let number = Double(text) else {
            throw Failure(executable: executable, arguments: arguments)
        }
        return number
    }
}
