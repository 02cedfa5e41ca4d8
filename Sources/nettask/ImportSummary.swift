import NetTaskImport
import NetTaskSpec

/// The diagnostics that `import` prints: the first of each kind, and the number of further ones.
struct RepeatedDiagnostics {
    private(set) var first: [Diagnostic] = []
    /// A line for each kind with further diagnostics.
    let rest: [String]

    /// - Parameter shown: The number of diagnostics of each kind. Diagnostics of one kind differ only in their quotes.
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
    /// The number of values of each section of one severity and of each reason, with the first two places of values that
    /// are sent or read differently.
    func summaryLines(isGrave: Bool) -> [String] {
        sections.filter { $0.isGrave == isGrave }.flatMap { section in
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
