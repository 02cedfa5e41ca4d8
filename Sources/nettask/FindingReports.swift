import Foundation
import NetTaskComparison
import NetTaskSpec
import NetTaskTerminal

/// The output of `diff`.
struct DiffReport {
    let differences: [Difference]

    func differences(of kind: Difference.Kind) -> [Difference] {
        differences.filter { $0.kinds.contains(kind) }
    }

    /// The differences by kind. A difference that breaks both sides is under both headings.
    var text: String {
        if differences.isEmpty { return "No differences." }
        return [
            section("Breaks callers", .red, differences(of: .callers)),
            section("Breaks the server's side", .red, differences(of: .server)),
            section("Additive", .green, differences(of: .additive)),
            section("Other", .blue, differences.filter { $0.kinds.isSubset(of: [.delivery, .other]) }),
        ].compactMap(\.self).joined(separator: "\n\n")
    }

    /// Nil without differences.
    private func section(_ title: String, _ color: Terminal.Style, _ differences: [Difference]) -> String? {
        if differences.isEmpty { return nil }
        let findings = differences.map { ["\($0.place): \($0.path): \($0.message)"] }
        return Section(title: title, color: color, findings: findings).text
    }

    /// The step from the version of the old specs to that of the new ones.
    var step: String {
        let kinds = differences.reduce(into: Set<Difference.Kind>()) { $0.formUnion($1.kinds) }
        if !kinds.isDisjoint(with: [.callers, .server]) { return "major" }
        if !kinds.isDisjoint(with: [.additive, .delivery]) { return "minor" }
        return kinds.isEmpty ? "none" : "patch"
    }

    func json() throws -> String {
        try differences.map { difference in
            var entry = FindingEntry(difference.path, difference.message, difference.side, difference.place)
            entry.kinds = Difference.Kind.allCases.filter(difference.kinds.contains).map(\.rawValue)
            return entry
        }
        .printedJSON()
    }
}

/// The output of `diff --stored`.
struct StoredReport {
    let findings: [StrandedTasks]

    /// Whether any task is stranded.
    var isStranding: Bool { findings.contains { $0.kind == .stranded } }

    var text: String {
        var sections = ["All stored tasks can be run."]
        if isStranding || findings.contains(where: { $0.kind == .note }) { sections = [] }
        sections += [
            section("Strands stored tasks", .red, .stranded), section("Notes", .blue, .note),
            section("Not readable by older apps", .blue, .unread),
        ].compactMap(\.self)
        return sections.joined(separator: "\n\n")
    }

    /// Nil without findings.
    private func section(_ title: String, _ color: Terminal.Style, _ kind: StrandedTasks.Kind) -> String? {
        let findings = findings.filter { $0.kind == kind }.map { finding in
            [
                "\(finding.place): \(finding.path): \(finding.message)",
                "    tasks: \(finding.tasks.joined(separator: ", "))",
                "    to do: \(finding.remedy)",
            ]
        }
        return findings.isEmpty ? nil : Section(title: title, color: color, findings: findings).text
    }

    func json() throws -> String {
        try findings.map { finding in
            var entry = FindingEntry(finding.path, finding.message, finding.side, finding.place)
            entry.kind = finding.kind.rawValue
            entry.remedy = finding.remedy
            entry.tasks = finding.tasks
            return entry
        }
        .printedJSON()
    }
}

/// The findings of one kind, below a heading.
private struct Section {
    let title: String
    let color: Terminal.Style
    /// The lines of each finding.
    let findings: [[String]]

    var text: String {
        let terminal = Terminal.output
        let heading = "\(title): \(findings.count)"
        let lines = findings.flatMap { $0 }.map { line in
            terminal.wrapped(line.escapedForTerminal, indent: line.hasPrefix(" ") ? 11 : 4)
        }
        return ([findings.isEmpty ? heading : terminal.styled(heading, .bold, color)] + lines).joined(separator: "\n")
    }
}

/// A difference, or a change that concerns stored tasks, as JSON.
private struct FindingEntry: Encodable {
    /// The kinds of a difference.
    var kinds: [String]?
    /// The kind of a change that concerns stored tasks. Only such a change has a remedy and tasks.
    var kind: String?
    var path: String
    var message: String
    var remedy: String?
    var tasks: [String]?
    /// The spec that contains the place: `old` or `new`.
    var side: String
    var file: String
    var line: Int
    var column: Int

    init(_ path: String, _ message: String, _ side: Difference.Side, _ place: Diagnostic.Place) {
        self.path = path
        self.message = message
        self.side = side.rawValue
        file = place.file
        line = place.range.start.line
        column = place.range.start.column
    }
}
