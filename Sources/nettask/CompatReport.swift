import Foundation
import NetTaskComparison
import NetTaskSpec

/// What `check-compat` prints.
struct CompatReport {
    let findings: [StrandedTasks]

    init(_ findings: [StrandedTasks]) {
        self.findings = findings
    }

    /// Whether any task is stranded.
    var isStranding: Bool { findings.contains { $0.kind == .stranded } }

    var text: String {
        [section("Strands stored tasks", .stranded), section("Notes", .note)].joined(separator: "\n\n")
    }

    private func section(_ title: String, _ kind: StrandedTasks.Kind) -> String {
        let findings = findings.filter { $0.kind == kind }
        let lines = findings.flatMap { finding in
            [
                "\(finding.place): \(finding.path): \(finding.message)",
                "    tasks: \(finding.tasks.joined(separator: ", "))",
                "    to do: \(finding.remedy)",
            ]
        }
        return (["\(title): \(findings.count)"] + lines).joined(separator: "\n")
    }

    /// All findings, on several lines.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(findings.map(Entry.init)), as: UTF8.self)
    }

    private struct Entry: Encodable {
        var kind: String
        var path: String
        var message: String
        var remedy: String
        var tasks: [String]
        /// The spec that the place is in: `old` or `new`.
        var side: String
        var file: String
        var line: Int
        var column: Int

        init(_ finding: StrandedTasks) {
            kind = finding.kind.rawValue
            path = finding.path
            message = finding.message
            remedy = finding.remedy
            tasks = finding.tasks
            side = finding.side.rawValue
            file = finding.place.file
            line = finding.place.range.start.line
            column = finding.place.range.start.column
        }
    }
}
