public import Foundation

/// Prints figures as they come, and keeps them in a file, which is whole after each.
public struct Recorder {
    /// The variable of the environment with the folder for such files. Without it, nothing is kept.
    public static let variable = "RESULTS"

    private let file: URL?
    private var results = Results()

    /// - Parameter name: of the part of the benchmarks, and so of its file.
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

    /// At once, also where the output is no terminal: parts take minutes.
    private func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private mutating func change(_ change: (inout Results) -> Void) throws {
        change(&results)
        if let file { try results.write(to: file) }
    }
}
