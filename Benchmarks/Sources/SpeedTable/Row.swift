import Foundation

/// A line of the table. Times are in nanoseconds.
struct Row {
    var subject: String
    var peer: String
    var ours: Double
    var theirs: Double
    var target: Double?

    static let heading = columns("subject", "NetTask", "peer", "", "ratio", "target", "")

    var line: String {
        let ratio = theirs / ours
        return Self.columns(
            subject,
            Self.time(ours),
            Self.time(theirs),
            peer,
            String(format: "%.1f", ratio),
            target.map { String(format: $0 < 1 ? "%.2f" : "%.0f", $0) } ?? "-",
            target.map { ratio >= $0 ? "met" : "not met" } ?? ""
        )
    }

    private static func columns(
        _ subject: String,
        _ ours: String,
        _ theirs: String,
        _ peer: String,
        _ ratio: String,
        _ target: String,
        _ verdict: String
    ) -> String {
        [
            padded(subject, 30), padded(ours, -11), padded(theirs, -11), padded(peer, 14), padded(ratio, -6),
            padded(target, -6), verdict,
        ].joined(separator: " ")
    }

    /// At the right of a column of negative width.
    private static func padded(_ text: String, _ width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? spaces + text : text + spaces
    }

    private static func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: String(format: "%.0f ns", nanoseconds)
        case ..<1_000_000: String(format: "%.2f us", nanoseconds / 1_000)
        default: String(format: "%.2f ms", nanoseconds / 1_000_000)
        }
    }
}
