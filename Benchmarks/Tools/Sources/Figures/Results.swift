public import Foundation

/// The results of one part of the benchmarks, in a file of its own.
public struct Results: Codable, Equatable, Sendable {
    public var figures: [Figure] = []
    /// The versions of peers, by name.
    public var versions: [String: String] = [:]
    public var data: [DataFile] = []
    /// Sentences that state which measurements are missing, and what they need.
    public var leftOut: [String] = []

    public init() {}

    public init(file: URL) throws {
        self = try JSONDecoder().decode(Results.self, from: Data(contentsOf: file))
    }

    /// Adds the results of another part.
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
