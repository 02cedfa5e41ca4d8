/// The tasks that wait, in the order in which they are to start: by due time, then by order of adding.
///
/// A task that was never tried is due when it is added, so these form a plain line; the ones that wait for a retry
/// stand in a heap. Tasks that have left the queue stay as empty places until they come up or grow too many.
struct WaitingLine: Sendable {
    private struct Place: Sendable {
        var id: NetTaskID
        var due: Duration
    }

    private var line: [Place] = []
    private var head = 0
    private var retries = DueHeap<Void>()

    /// How many places there are, with the empty ones.
    var placeCount: Int { line.count + retries.count }

    mutating func append(_ id: NetTaskID, now: Duration) {
        line.append(Place(id: id, due: now))
    }

    mutating func insertRetry(_ id: NetTaskID, due: Duration) {
        retries.insert((), due: due, order: id)
    }

    /// The next task to start, if one is due.
    mutating func popReady(now: Duration, isWaiting: (NetTaskID) -> Bool) -> NetTaskID? {
        dropEmptyPlaces(isWaiting)
        let retry = retries.first.flatMap { $0.due <= now ? $0 : nil }
        if head < line.count, retry.map({ (line[head].due, line[head].id) < ($0.due, $0.order) }) ?? true {
            defer { head += 1 }
            return line[head].id
        }
        if let retry {
            retries.removeFirst()
            return retry.order
        }
        return nil
    }

    /// When the next retry is due.
    mutating func nextRetry(isWaiting: (NetTaskID) -> Bool) -> Duration? {
        dropEmptyPlaces(isWaiting)
        return retries.first?.due
    }

    /// Bounds the memory that empty places take, at a cost that is constant for each task on average.
    mutating func compact(waiting: Int, isWaiting: (NetTaskID) -> Bool) {
        if line.count > 64 + 2 * waiting {
            line.removeSubrange(..<head)
            head = 0
            line.removeAll { !isWaiting($0.id) }
        }
        if retries.count > 64 + 2 * waiting {
            retries.removeAll { !isWaiting($0.order) }
        }
    }

    private mutating func dropEmptyPlaces(_ isWaiting: (NetTaskID) -> Bool) {
        while head < line.count, !isWaiting(line[head].id) {
            head += 1
        }
        while let retry = retries.first, !isWaiting(retry.order) {
            retries.removeFirst()
        }
    }
}
