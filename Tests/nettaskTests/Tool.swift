import Foundation
import Testing

extension Tag {
    /// Tests that run the Swift compiler, which take far longer than others.
    @Tag static var compiles: Tag
}

/// Runs `nettask`, or another of our programs, as its user does.
struct Tool {
    /// The current folder of the run.
    let folder: String
    /// The program that is run: by default the one that SwiftPM has built.
    var executable: URL

    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Keeps the folder there, if it is one of its own.
    private let owner: TemporaryFolder?

    /// Runs in a folder of its own, which is there as long as this value is: for a property of a suite, as long as its test.
    init(_ name: String = "nettask") {
        let owner = TemporaryFolder()
        self.owner = owner
        folder = owner.path
        executable = Self.built(name)
    }

    init(folder: String, executable: URL = Self.built("nettask")) {
        owner = nil
        self.folder = folder
        self.executable = executable
    }

    func callAsFunction(_ arguments: String...) throws -> Result {
        try run(arguments)
    }

    /// - Parameters:
    ///   - path: where it looks for other programs; by default where we do.
    ///   - environment: variables beside ours.
    func run(_ arguments: [String], path: String? = nil, environment: [String: String] = [:]) throws -> Result {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = self.environment(
            (path.map { ["PATH": $0] } ?? [:]).merging(environment) { $1 }
        )
        let output = Pipe()
        // A file: a second pipe could fill up while the first is read.
        let errors = FileManager.default.temporaryDirectory.appending(path: "errors-\(UUID().uuidString)")
        try Data().write(to: errors)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: String(decoding: printed, as: UTF8.self),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }

    /// Runs what does not end by itself, and ends it.
    /// - Parameter body: It is given the next line of the output, and awaits it.
    func watching<Value>(
        _ arguments: [String],
        environment: [String: String] = [:],
        _ body: (_ next: () -> String) throws -> Value
    ) throws -> (value: Value, errors: String) {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = self.environment(environment)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        let value = try body {
            var line: [UInt8] = []
            while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                line.append(byte)
            }
            return String(decoding: line, as: UTF8.self)
        }
        // Other signals may be blocked, since the threads of tests block them.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return (value, String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }

    /// That of the tests, but for what would change how the program prints.
    func environment(_ more: [String: String] = [:]) -> [String: String] {
        ProcessInfo.processInfo.environment
            .filter { !["NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"].contains($0.key) }
            // What it remembers of its runs goes with the folder.
            .merging(["XDG_CACHE_HOME": "\(folder)/.cache"]) { $1 }
            .merging(more) { $1 }
    }

    func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func writeScript(_ text: String, to path: String) throws {
        try write(text, to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/\(path)")
    }

    /// The same program at another place.
    func copy(to path: String) throws -> Tool {
        let url = URL(fileURLWithPath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // A link is not written to: a program that is open for writing cannot run, and a process that another test starts may
        // have it open.
        if (try? FileManager.default.linkItem(at: executable, to: url)) == nil {
            try FileManager.default.copyItem(at: executable, to: url)
        }
        return Tool(folder: folder, executable: url)
    }

    func text(of path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)")), as: UTF8.self)
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(atPath: "\(folder)/\(path)")
    }

    func contents(of path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)").sorted()
    }

    /// SwiftPM builds them beside the tests.
    private static func built(_ name: String) -> URL {
        var folder = Bundle.main.bundleURL
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument)
        }
        while folder.path != "/", !FileManager.default.isExecutableFile(atPath: "\(folder.path)/\(name)") {
            folder.deleteLastPathComponent()
        }
        return folder.appendingPathComponent(name)
    }
}

/// A folder that is there as long as somebody knows it.
private final class TemporaryFolder: Sendable {
    let path = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path + "/" + UUID().uuidString

    init() {
        // Without it, each write to it fails.
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
