import Foundation

/// The ends that were already reported, so that reading a result does not repeat its effect. The latest ends are kept one by
/// one, and older ends by a date.
struct ReportedEnds {
    /// Stores keep whole milliseconds, so an end that was just reported may have a slightly later date.
    private static let rounding = 0.001

    private let limit: Int
    /// Ends that others caused before this date are no longer reported.
    private var since: Date
    /// When the latest end of each task was reported.
    private var dates: [DurableTaskID: Date] = [:]

    /// - Parameter limit: the largest number of ends that are kept.
    init(since: Date, limit: Int = 10_000) {
        self.since = since
        self.limit = limit
    }

    /// Records that an end is being reported.
    ///
    /// - Returns: whether it was not reported before, which means that it came after the last reported end of its task.
    mutating func add(_ task: StoredTask, now: Date) -> Bool {
        let end = task.endedAt ?? now
        let last = dates[task.id]
        dates[task.id] = max(end, now)
        if dates.count > limit {
            removeHalf()
        }
        return last.map { end > $0 + Self.rounding } ?? true
    }

    /// Whether an end that another process caused is too old to be reported.
    func isPast(_ task: StoredTask) -> Bool {
        task.endedAt.map { $0 < since } ?? false
    }

    /// Removes the end of a task that has not ended, or that was retried.
    mutating func remove(_ id: DurableTaskID) {
        dates[id] = nil
    }

    private mutating func removeHalf() {
        let middle = dates.values.sorted()[dates.count / 2]
        dates = dates.filter { $0.value > middle }
        since = max(since, middle + 2 * Self.rounding)
    }
}
