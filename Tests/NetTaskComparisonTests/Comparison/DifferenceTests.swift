import Foundation
import Testing

@testable import NetTaskComparison

/// A case of a file of `Fixtures/Differences`: below `# --- TITLE` a spec, below `# new` its new version, and below
/// `# differences` what is found.
private struct VersionChange: CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var expected: [String]

    static let files: [URL] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/Differences")
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    static func all(of file: URL) -> [VersionChange] {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return ("\n\n" + text.dropLast()).split(separator: "\n\n# --- ").map { text in
            let parts = text.split(separator: #/\n# (new|differences)\n/#, omittingEmptySubsequences: false)
            let old = parts[0].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return VersionChange(
                testDescription: String(old[0]),
                old: String(old[1]),
                new: String(parts[1]),
                expected: parts[2].split(separator: "\n").map(String.init)
            )
        }
    }
}

@Suite("Differences")
struct DifferenceTests {
    @Test(
        "between two versions are found, with the sides that they break",
        arguments: VersionChange.files.flatMap(VersionChange.all)
    )
    private func found(_ change: VersionChange) {
        #expect(differences(change.old, change.new) == change.expected)
    }

    /// With `NETTASK_RECORD_FIXTURES=1` in the environment, what is found is written anew, and the test fails to say so.
    @Test("are in files, and can be recorded")
    func recorded() throws {
        #expect(VersionChange.files.count > 5)
        for file in VersionChange.files {
            let changes = VersionChange.all(of: file)
            #expect(changes.count > 1, "\(file.lastPathComponent)")
            guard ProcessInfo.processInfo.environment["NETTASK_RECORD_FIXTURES"] != nil else { continue }
            let texts = changes.map { change in
                let found = differences(change.old, change.new).joined(separator: "\n")
                return "# --- \(change.testDescription)\n\(change.old)\n# new\n\(change.new)\n# differences\n\(found)"
            }
            try Data("\(texts.joined(separator: "\n\n"))\n".utf8).write(to: file)
            Issue.record("recorded \(file.lastPathComponent)")
        }
    }
}
