import Foundation
import NetTaskGenerator
import NetTaskSpec

/// What one run of `generate` was made of and what it wrote, kept in the user's folder of caches, so that the next run sees in
/// milliseconds that there is nothing to do. Everything works without it: where it cannot be kept, the specs are read.
struct GenerationStamp: Codable {
    /// Of the tool, its arguments and its folder: whatever else decides about the output.
    private var run: UInt64
    /// The specs, and what they include.
    private var inputs: [File]
    /// All files that the run wrote or found unchanged.
    private var outputs: [File]
    /// The names in the output folder, where a file of an earlier run would have to be removed.
    private var names: [String]
    /// For the summary: "2 specs, 5 endpoints, 3 shapes".
    let counts: String

    private struct File: Codable {
        var path: String
        var hash: UInt64

        /// nil if it cannot be read.
        init?(_ path: String) {
            guard let data = FileManager.default.contents(atPath: path) else { return nil }
            self.path = path
            hash = data.withUnsafeBytes { ContentHash.hash($0) }
        }

        var isUnchanged: Bool { File(path)?.hash == hash }
    }

    /// nil if a file cannot be read any more.
    init?(_ files: SpecFiles, specs: [Spec], outputs: [String], in folder: String, counts: String) {
        let paths = Set(files.paths + specs.flatMap(\.paths))
        inputs = paths.sorted().compactMap(File.init)
        self.outputs = outputs.compactMap(File.init)
        guard inputs.count == paths.count, self.outputs.count == outputs.count else { return nil }
        run = Self.run(files)
        names = Self.names(in: folder)
        self.counts = counts
    }

    /// The paths of the files that were written.
    var outputPaths: [String] { outputs.map(\.path) }

    /// The stamp of the last run into a folder; nil unless a run now would do the same again.
    static func current(_ files: SpecFiles, in folder: String) -> GenerationStamp? {
        guard let data = file(of: folder).flatMap({ FileManager.default.contents(atPath: $0.path) }),
            let stamp = try? JSONDecoder().decode(GenerationStamp.self, from: data)
        else { return nil }
        guard stamp.run == run(files), stamp.names == names(in: folder) else { return nil }
        return (stamp.inputs + stamp.outputs).allSatisfy(\.isUnchanged) ? stamp : nil
    }

    func keep(for folder: String) {
        guard let file = Self.file(of: folder), let data = try? JSONEncoder().encode(self) else { return }
        let manager = FileManager.default
        try? manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? data.write(to: file, options: .atomic)
    }

    private static func file(of folder: String) -> URL? {
        let path = URL(fileURLWithPath: folder).standardizedFileURL.path
        let name = String(ContentHash.hash(Array(path.utf8)), radix: 16)
        return FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
            .appendingPathComponent("nettask/\(name).json")
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func run(_ files: SpecFiles) -> UInt64 {
        let flags: Set = ["-q", "--quiet", "--check"]
        let tool = Bundle.main.executableURL?.path ?? CommandLine.arguments[0]
        let attributes = try? FileManager.default.attributesOfItem(atPath: tool)
        let parts =
            [tool, "\(attributes?[.size] ?? 0)", "\(attributes?[.modificationDate] ?? 0)"]
            + [FileManager.default.currentDirectoryPath] + files.paths
            + CommandLine.arguments.dropFirst().filter { !flags.contains($0) }
        return ContentHash.hash(Array(parts.joined(separator: "\u{0}").utf8))
    }
}
