public import Foundation

/// Prints figures when they are measured, and stores them in a file, which is complete after each figure.
public struct Recorder {
    /// The environment variable with the folder for these files. Without it, no file is written.
    public static let variable = "RESULTS"

    private let file: URL?
    private var results = Results()

    /// - Parameter name: the name of the part of the benchmarks, and of its file.
    public init(_ name: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        file = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
            .map { URL(fileURLWithPath: $0).appendingPathComponent(name + ".json") }
    }

    public mutating func add(_ figure: Figure) throws {
        say(figure.line)
        try change { $0.figures.append(figure) }
    }

    public mutating func add(_ data: DataFile) throws {
        try change { if !$0.data.contains(data) { $0.data.append(data) } }
    }

    public mutating func add(version: String, of peer: String) throws {
        try change { $0.versions[peer] = version }
    }

    public mutating func leaveOut(_ sentence: String) throws {
        say(sentence)
        try change { $0.leftOut.append(sentence) }
    }

    /// Without buffering, even if the output is not a terminal, because parts take minutes.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private mutating func change(_ change: (inout Results) -> Void) throws {
        change(&results)
        if let file { try results.write(to: file) }
    }
}
