public import Foundation

/// What one part of the benchmarks hands over, in a file of its own.
public struct Results: Codable, Equatable, Sendable {
    public var figures: [Figure] = []
    /// Of peers, by their names.
    public var versions: [String: String] = [:]
    public var data: [DataFile] = []
    /// What was not measured, and what it takes: sentences.
    public var leftOut: [String] = []

    public init() {}

    public init(file: URL) throws {
        self = try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
    }

    /// Adds what another part has handed over.
    public mutating func append(_ other: Results) {
        figures += other.figures
        versions.merge(other.versions) { _, new in new }
        data += other.data.filter { !data.contains($0) }
        leftOut += other.leftOut.filter { !leftOut.contains($0) }
    }

    public func write(to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: file)
    }
}
