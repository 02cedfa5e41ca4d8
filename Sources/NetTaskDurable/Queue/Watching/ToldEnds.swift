import Foundation

/// Which ends were told, so that looking at a result does not repeat its effect: the latest ones one by one, older ones by
/// a date.
struct ToldEnds {
    /// Stores keep whole milliseconds, so that what was told just now may bear a date that is a little later.
    private static let rounding = 0.001

    private let limit: Int
    /// What others ended before then is not told any more.
    private var since: Date
    /// When the latest end of a task was told.
    private var dates: [DurableTaskID: Date] = [:]

    /// - Parameter limit: the bound of what is kept in memory.
    init(since: Date, limit: Int = 10_000) {
        self.since = since
        self.limit = limit
    }

    /// Notes that an end is told now.
    ///
    /// - Returns: whether it was not told before: it came after the last one of its task that was.
    mutating func add(_ task: StoredTask, now: Date) -> Bool {
        let end = task.endedAt ?? now
        let last = dates[task.id]
        dates[task.id] = max(end, now)
        if dates.count > limit {
            removeHalf()
        }
        return last.map { end > $0 + Self.rounding } ?? true
    }

    /// Whether an end that somebody else brought about is too old to be told.
    func isPast(_ task: StoredTask) -> Bool {
        task.endedAt.map { $0 < since } ?? false
    }

    /// The task has not ended, or not any more.
    mutating func remove(_ id: DurableTaskID) {
        dates[id] = nil
    }

    private mutating func removeHalf() {
        let middle = dates.values.sorted()[dates.count / 2]
        dates = dates.filter { $0.value > middle }
        since = max(since, middle + 2 * Self.rounding)
    }
}
