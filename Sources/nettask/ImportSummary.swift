import NetTaskImport
import NetTaskSpec

/// The diagnostics of a document: the first ones of each kind, and the number of the others.
struct RepeatedDiagnostics {
    private(set) var first: [Diagnostic] = []
    /// A line for each kind with further diagnostics, and their number.
    let rest: [String]

    /// - Parameter shown: The number of diagnostics of each kind in `first`. Diagnostics are of one kind if their messages differ
    ///   only in quoted text.
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
    /// A line for each reason for which something was left out. If requests or replies differ because of it, the line has the
    /// first two places.
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
