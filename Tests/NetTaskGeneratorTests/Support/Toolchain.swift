import Foundation
import Testing

extension Tag {
    /// Tests that run the Swift compiler, which take far longer than others.
    @Tag static var compiles: Tag
}

/// The Swift toolchain that runs the tests, for asking it about generated code.
enum Toolchain {
    struct Result {
        var status: Int32
        var output: String
    }

    /// Parses files, without looking at types.
    static func parse(_ files: [String]) throws -> Result {
        try run(["swiftc", "-parse", "-swift-version", "6"] + files)
    }

    /// Compiles files as one module that uses `NetTaskRuntime`, up to where all errors are known; a warning is an error.
    /// - Parameter features: Upcoming features of Swift that are on.
    static func compile(_ files: [String], features: [String] = [], flags: [String] = []) throws -> Result {
        try run(swiftc("-emit-sil") + features.flatMap { ["-enable-upcoming-feature", $0] } + flags + files)
    }

    /// Checks the types of files as one module that uses `NetTaskRuntime`; a warning is an error. Takes less time than `compile`.
    static func typecheck(_ files: [String]) throws -> Result {
        try run(["swiftc", "-typecheck", "-wmo"] + options + files)
    }

    enum Configuration: String, CaseIterable {
        case debug = "-Onone"
        case release = "-O"
    }

    /// Compiles files as one module that uses `NetTaskRuntime`, up to machine code; a warning is an error.
    static func build(_ files: [String], _ configuration: Configuration) throws -> Result {
        try run(swiftc("-c", configuration.rawValue) + files)
    }

    static let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Where SwiftPM puts the modules that these tests were built with: beside the tests themselves, from Swift 6.4 on without a
    /// folder of their own.
    private static let modules: String = {
        var folder = Bundle.main.bundleURL
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument)
        }
        while folder.path != "/" {
            for modules in [folder.path + "/Modules", folder.path]
            where FileManager.default.fileExists(atPath: modules + "/NetTaskRuntime.swiftmodule") { return modules }
            folder.deleteLastPathComponent()
        }
        return folder.path
    }()

    private static func swiftc(_ mode: String...) -> [String] {
        ["swiftc"] + mode + ["-wmo", "-o", "/dev/null"] + options
    }

    private static let options = [
        "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-package-name", "client", "-module-name",
        "Client", "-I", modules,
    ]

    private static func run(_ command: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}

/// A folder that is there while `body` runs.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
}
