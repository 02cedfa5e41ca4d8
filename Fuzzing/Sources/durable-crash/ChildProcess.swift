import DurableCheck
import Foundation

/// A child process, from its start to its end.
final class ChildProcess {
    struct Ending {
        /// The numbers of the tasks that it reported as stored.
        var stored: Set<Int> = []
        /// Whether no tasks were left.
        var isDone = false
        /// Whether a signal ended it.
        var wasKilled = false
        var errors = ""
    }

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    init(_ work: Work) throws {
        process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "durable-child")
        process.arguments = [String(decoding: try JSONEncoder().encode(work), as: UTF8.self)]
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// Waits for the end.
    ///
    /// - Parameter limit: the seconds after which it is killed.
    func end(within limit: Double) -> Ending {
        let killer = DispatchWorkItem { [process] in kill(process.processIdentifier, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: killer)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        var ending = Ending()
        ending.errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        killer.cancel()
        ending.wasKilled = process.terminationReason == .uncaughtSignal
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == "stored", let number = Int(words[1]) {
                ending.stored.insert(number)
            } else if line == "done" {
                ending.isDone = true
            }
        }
        return ending
    }
}
