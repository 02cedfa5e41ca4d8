import Foundation

/// A command to run, with its output in a log.
struct Command {
    var arguments: [String]
    var folder: URL?
    /// Variables in addition to those of this process. nil removes one.
    var environment: [String: String?] = [:]
    var log: URL

    struct Failure: Error, CustomStringConvertible {
        var command: [String]
        var status: Int32
        var lines: [Substring]

        var description: String {
            (["`\(command.joined(separator: " "))` exited with \(status)"] + lines.map(String.init))
                .joined(separator: "\n")
        }
    }

    /// Runs the command through a process of its own, because the peak of a process's children never decreases.
    ///
    /// - Parameter program: this one.
    @discardableResult
    func measure(by program: URL = Self.program) throws -> Usage {
        let file = log.appendingPathExtension("usage")
        try? FileManager.default.removeItem(at: file)
        try run([program.path, Self.runOption, file.path] + arguments)
        return try JSONDecoder().decode(Usage.self, from: Data(contentsOf: file))
    }

    func run() throws {
        try run(arguments)
    }

    private func run(_ command: [String]) throws {
        try FileManager.default.createDirectory(
            at: log.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: log)
        let output = try FileHandle(forWritingTo: log)
        let process = Self.process(command)
        process.currentDirectoryURL = folder
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        process.environment = variables
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let lines = String(decoding: try Data(contentsOf: log), as: UTF8.self).split(separator: "\n")
            throw Failure(command: arguments, status: process.terminationStatus, lines: lines.suffix(20))
        }
    }

    private static var program: URL { URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL }

    /// The arguments with which the program runs a command: `--run USAGE COMMAND…`.
    static let runOption = "--run"

    /// Runs a command, writes its usage, and exits with its status.
    static func runOnly(_ arguments: [String]) throws -> Never {
        let process = Self.process(Array(arguments.dropFirst()))
        try process.run()
        process.waitUntilExit()
        let usage = Usage.ofChildren(status: process.terminationStatus)
        try JSONEncoder().encode(usage).write(to: URL(fileURLWithPath: arguments[0]))
        exit(usage.status)
    }

    /// Finds the command as a shell does.
    private static func process(_ command: [String]) -> Process {
        let process = Process()
        if command[0].contains("/") {
            process.executableURL = URL(fileURLWithPath: command[0])
            process.arguments = Array(command.dropFirst())
        } else {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = command
        }
        return process
    }
}
