import NetTaskImport
import NetTaskSpec

/// What `import` says of a document: of what is said of many places the first, and how many more there are.
struct RepeatedDiagnostics {
    private(set) var first: [Diagnostic] = []
    /// A line for each kind of which there are more.
    let rest: [String]

    /// - Parameter shown: How many of a kind are among the first. Those are of one kind that differ in what they quote alone.
    init(_ diagnostics: [Diagnostic], shown: Int) {
        var counts: [String: Int] = [:]
        for diagnostic in diagnostics {
            let message = diagnostic.message.replacing(/`[^`]*`/, with: "`…`")
            let kind = "\(diagnostic.severity.rawValue): \(message)"
            counts[kind, default: 0] += 1
            if counts[kind, default: 0] <= shown { first.append(diagnostic) }
        }
        rest = counts.filter { $0.value > shown }.sorted { $0.key < $1.key }.map { kind, count in
            "\(kind) (\(count - shown) more; --verbose shows each)"
        }
    }
}

extension ImportReport {
    /// A line for each reason for which something was left out, with the first two places where that is felt.
    var summaryLines: [String] {
        sections.flatMap { section in
            ["", "\(section.title): \(section.count)"]
                + section.kinds.map { kind in
                    let count = "\(kind.count)"
                    let line = String(repeating: " ", count: max(2, 8 - count.count)) + "\(count)  \(kind.reason)"
                    if !section.isGrave { return line }
                    return "\(line): \(kind.parts.prefix(2).map { "\($0.place)" }.joined(separator: ", "))"
                }
        }
    }
}
