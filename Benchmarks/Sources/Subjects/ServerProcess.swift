package import Foundation

/// The server of the benchmarks over HTTP, as a process: the program `http-server` beside this one.
package final class ServerProcess {
    package let port: Int
    private let process = Process()
    private let input = Pipe()

    package struct NotStarted: Error {}

    package init() throws {
        let output = Pipe()
        process.executableURL = Self.program("http-server")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw NotStarted() }
        self.port = port
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// Another program of this package.
    package static func program(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name)
    }
}
