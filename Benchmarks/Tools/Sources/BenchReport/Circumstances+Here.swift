import Foundation
import Report

extension Circumstances {
    /// The circumstances of this machine, now, and of the checkout in the current folder.
    static func here(pins: URL, peers: [String: String]) throws -> Circumstances {
        let process = ProcessInfo.processInfo
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = .withFullDate
        var versions = [Version("Swift", swiftVersion())]
        let resolved = try Pins(file: pins)
        for (name, identity) in Self.packages {
            if let version = resolved.version(of: identity) { versions.append(Version(name, version)) }
        }
        versions += peers.sorted { $0.key < $1.key }.map { Version($0.key, $0.value) }
        return Circumstances(
            date: formatter.string(from: Date()),
            // Only the measured sources, not the report, which changes with each run.
            commit: output("git", "describe", "--always", "--exclude=*", "--dirty") ?? "unknown",
            processor: processor(),
            cores: process.activeProcessorCount,
            memoryBytes: process.physicalMemory,
            system: system(),
            versions: versions
        )
    }

    private static let packages = [
        ("GRDB", "grdb.swift"), ("async-http-client", "async-http-client"), ("Benchmark", "benchmark"),
    ]

    private static func swiftVersion() -> String {
        let line = output("swift", "--version")?.split(separator: "\n").first { $0.contains("Swift version") } ?? ""
        return line.range(of: "Swift version ").map { String(line[$0.upperBound...]) } ?? "unknown"
    }

    private static func processor() -> String {
        if let name = output("sysctl", "-n", "machdep.cpu.brand_string") { return name }
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
    }

    private static func system() -> String {
        let lines = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.split(separator: "\"").last.map(String.init)
        return name.map { "\($0), \(architecture)" }
            ?? "macOS \(ProcessInfo.processInfo.operatingSystemVersionString), \(architecture)"
    }

    private static var architecture: String {
        output("uname", "-m") ?? "unknown architecture"
    }

    /// The output of a command; nil if it fails or prints nothing.
    private static func output(_ command: String...) -> String? {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        process.waitUntilExit()
        return process.terminationStatus == 0 && !text.isEmpty ? text : nil
    }
}
