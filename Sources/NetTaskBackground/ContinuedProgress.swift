import NetTaskCore

/// The progress of a task as the system shows it: a number that only grows, since the system ends background tasks without
/// progress. The request is the first half, and the reply the second one.
struct ContinuedProgress: Sendable, Hashable {
    /// The unit at the end.
    static let total: Int64 = 1_000
    private(set) var completed: Int64 = 0

    mutating func update(_ progress: NetTaskProgress) {
        let half = Double(Self.total) / 2
        let start = progress.direction == .sending ? 0 : half
        // Without a total, each report is a step, and the last units are left for the end.
        let units = progress.fraction.map { Int64(start + $0 * half) } ?? completed + 1
        completed = min(max(completed, units), Self.total - 1)
    }
}
