import Foundation
import NetTaskCore

/// The tasks of a ``MemoryTaskStore``, with indexes.
struct MemoryTasks {
    private(set) var tasks: [DurableTaskID: MemoryTask] = [:]
    /// All IDs, in order.
    private(set) var ids: [DurableTaskID] = []
    /// The waiting tasks by due date, one index for each priority.
    private(set) var waiting = [DueIndex](repeating: DueIndex(), count: NetTaskPriority.allCases.count)
    /// The waiting and blocked tasks with an expiry, by expiry.
    private(set) var expiring = DueIndex()
    /// The tasks that have not ended and whose due date is the end of a wait, by the start of the wait.
    private var delayed = DueIndex()
    private var groups: [String: MemoryGroup] = [:]
    /// The dependents of tasks that have not ended.
    private var dependents: [DurableTaskID: [DurableTaskID]] = [:]
    private var uniques: [UniqueKey: DurableTaskID] = [:]
    private var nextID: Int64
    var paused: Set<String> = []
    /// The changes since ``takeChange()``.
    private var change = TaskChange()
    /// By minute and kind.
    private(set) var figures: [Date: [String: TaskFigure]] = [:]
    /// The latest entry last.
    private(set) var audit: [AuditEntry] = []

    private struct UniqueKey: Hashable {
        let kind: String
        let key: String
    }

    init(startingAt id: Int64) {
        nextID = id
    }

    /// Call it with the current date before any other change. If the clock was set back, restarts waits, so that they do not
    /// become longer.
    mutating func clockMoved(to now: Date) {
        while let last = delayed.places.last, last.date > now {
            change(last.id) { $0.restartWait(now: now) }
        }
    }

    // MARK: One task

    mutating func newID() -> DurableTaskID {
        defer { nextID += 1 }
        return DurableTaskID(rawValue: nextID)
    }

    /// Adds a new task.
    mutating func add(_ task: MemoryTask) {
        tasks[task.stored.id] = task
        ids.append(task.stored.id)
        change.merge(TaskChange(ids: [task.stored.id]))
        if !task.stored.state.isEnd {
            open(task.stored.id)
        }
    }

    /// Changes a task, and updates the indexes.
    mutating func change(_ id: DurableTaskID, _ body: (inout MemoryTask) -> Void) {
        guard let before = tasks[id] else { return }
        leaveLines(before)
        body(&tasks[id]!)
        enterLines(tasks[id]!)
    }

    mutating func remove(_ ended: Set<DurableTaskID>) {
        for id in ended {
            tasks[id] = nil
            change.merge(TaskChange(ids: [id]))
        }
        ids.removeAll { ended.contains($0) }
    }

    mutating func takeChange() -> TaskChange {
        defer { change = TaskChange() }
        return change
    }

    private mutating func enterLines(_ entered: MemoryTask) {
        let task = entered.stored
        change.merge(TaskChange(kinds: task.state == .waiting ? [task.task.kind] : [], ids: [task.id]))
        if let wait = entered.wait, !task.state.isEnd {
            delayed.insert(task.id, at: wait.start)
        }
        if task.state == .waiting {
            waiting[task.priority.rawValue].insert(task.id, at: task.dueAt)
        }
        if task.state == .waiting || task.state == .blocked, let expires = task.task.expires {
            expiring.insert(task.id, at: expires)
        }
    }

    private mutating func leaveLines(_ left: MemoryTask) {
        let task = left.stored
        if let wait = left.wait, !task.state.isEnd {
            delayed.remove(task.id, at: wait.start)
        }
        if task.state == .waiting {
            waiting[task.priority.rawValue].remove(task.id, at: task.dueAt)
        }
        if task.state == .waiting || task.state == .blocked, let expires = task.task.expires {
            expiring.remove(task.id, at: expires)
        }
    }

    // MARK: Dependencies

    /// The task with the same kind and key that has not ended.
    func unique(_ task: NewTask) -> DurableTaskID? {
        task.uniqueness.flatMap { uniques[UniqueKey(kind: task.kind, key: $0.key)] }
    }

    func needs(of task: NewTask) -> TaskRules.Needs {
        TaskRules.needs(of: task.dependencies) { tasks[$0]?.stored.state }
    }

    /// Adds a task that has not ended to the indexes, and blocks it if it has to wait for other tasks.
    mutating func open(_ id: DurableTaskID) {
        guard let task = tasks[id]?.stored.task else { return }
        if let uniqueness = task.uniqueness {
            uniques[UniqueKey(kind: task.kind, key: uniqueness.key)] = id
        }
        change(id) { $0.stored.state = .blocked }
        for need in needs(of: task).open {
            wait(id, for: need)
        }
        if let group = task.group {
            groups[group, default: MemoryGroup()].insert(id)
            updateTurn(in: group)
        }
        unblock(id)
    }

    /// Adds a dependency to a task that has not started, unless the dependency has ended.
    mutating func wait(_ id: DurableTaskID, for dependency: TaskDependency) {
        guard tasks[dependency.id].map({ !$0.stored.state.isEnd }) ?? false else { return }
        let before = tasks[id]!.openDependencies[dependency.id]
        if before == nil {
            dependents[dependency.id, default: []].append(id)
        }
        change(id) { task in
            task.stored.state = .blocked
            task.openDependencies[dependency.id] =
                before.map { TaskRules.stricter($0, dependency.onFailure) } ?? dependency.onFailure
        }
    }

    /// The tasks that have to end before this one runs: its dependencies, and its predecessor in its group.
    func first(before task: MemoryTask) -> [DurableTaskID] {
        if task.stored.state.isEnd { return [] }
        let group = task.stored.task.group.flatMap { groups[$0] }?.members ?? []
        return task.openDependencies.keys + group.filter { $0 < task.stored.id }.suffix(1)
    }

    /// Processes the end or the removal of tasks.
    ///
    /// - Returns: the tasks that ended with them.
    mutating func processEnds(_ ended: [MemoryTask], now: Date) -> [DurableTaskID] {
        var ended = ended
        let count = ended.count
        var next = 0
        while next < ended.count {
            let task = ended[next].stored
            next += 1
            if let key = task.task.uniqueness.map({ UniqueKey(kind: task.task.kind, key: $0.key) }),
                uniques[key] == task.id
            {
                uniques[key] = nil
            }
            for id in dependents.removeValue(forKey: task.id) ?? [] {
                guard let policy = tasks[id]?.openDependencies.removeValue(forKey: task.id) else { continue }
                if TaskRules.isReleased(policy, by: task.state) {
                    unblock(id)
                } else {
                    change(id) { $0.cancel(TaskRules.Reason.failed(task.id), now: now) }
                    self.count(id, now: now) { $0.count(.cancelled) }
                    ended.append(tasks[id]!)
                }
            }
            if let group = task.task.group {
                groups[group]?.remove(task.id)
                updateTurn(in: group)
            }
        }
        return ended.dropFirst(count).map(\.stored.id)
    }

    /// Gives the turn of a group to its running task, or else to its first task. Call it after each run.
    mutating func updateTurn(in name: String) {
        guard let group = groups[name] else { return }
        guard let first = group.members.first else {
            groups[name] = nil
            return
        }
        let last = group.turn
        let running = last.flatMap { tasks[$0]?.stored.state == .running ? $0 : nil }
        let next = TaskRules.turn(running: running, first: first)
        guard let next, next != last else { return }
        groups[name]!.turn = next
        if let last, tasks[last]?.stored.state == .waiting {
            change(last) { $0.stored.state = .blocked }
        }
        unblock(next)
    }

    /// Moves a blocked task without open dependencies to the waiting state.
    private mutating func unblock(_ id: DurableTaskID) {
        guard let task = tasks[id], task.stored.state == .blocked, task.openDependencies.isEmpty else { return }
        if let group = task.stored.task.group, groups[group]?.turn != id { return }
        change(id) { $0.stored.state = .waiting }
    }
}

extension MemoryTasks {
    // MARK: Figures

    /// Counts an event of a task in its minute.
    mutating func count(_ id: DurableTaskID, now: Date, _ body: (inout TaskFigure) -> Void) {
        guard let kind = tasks[id]?.stored.task.kind else { return }
        let minute = TaskFigure.minute(of: now)
        if figures[minute] == nil {
            figures = figures.filter { $0.key > minute - TaskFigure.retention }
        }
        body(&figures[minute, default: [:]][kind, default: TaskFigure(minute: minute, kind: kind)])
    }

    func figures(since date: Date) -> [TaskFigure] {
        figures.filter { $0.key >= TaskFigure.minute(of: date) }.sorted { $0.key < $1.key }.flatMap { _, kinds in
            kinds.values.sorted { $0.kind < $1.kind }
        }
    }

    mutating func setPaused(_ isPaused: Bool, _ kinds: Set<String>) -> Set<String> {
        let changed = isPaused ? kinds.subtracting(paused) : kinds.intersection(paused)
        paused = isPaused ? paused.union(kinds) : paused.subtracting(kinds)
        change.merge(TaskChange(kinds: changed))
        return changed
    }

    mutating func record(_ entry: AuditEntry) {
        audit.append(entry)
        if audit.count > AuditEntry.maxCount { audit.removeFirst() }
    }
}

extension TaskFigure {
    /// Counts the end of a task.
    package mutating func count(_ end: TaskState) {
        switch end {
        case .succeeded: succeeded += 1
        case .dead: died += 1
        case .cancelled: cancelled += 1
        case .waiting, .blocked, .running: break
        }
    }

    /// Counts the end of a run, which may be the end of its task.
    package mutating func count(_ transition: TaskRules.Transition) {
        switch transition.outcome {
        case .failed, .lost: if !transition.state.isEnd { failed += 1 }
        case .running, .succeeded, .died, .postponed, .returned, .cancelled: break
        }
        count(transition.state)
    }
}

/// The tasks of a group that have not ended.
struct MemoryGroup {
    /// By ID.
    private(set) var members: [DurableTaskID] = []
    /// The task that may run. The others are blocked.
    var turn: DurableTaskID?

    mutating func insert(_ id: DurableTaskID) {
        // Almost always the last one.
        let index = members.lastIndex { $0 < id }.map { $0 + 1 } ?? 0
        members.insert(id, at: index)
    }

    mutating func remove(_ id: DurableTaskID) {
        // Almost always the first one.
        if let index = members.firstIndex(of: id) {
            members.remove(at: index)
        }
        if turn == id { turn = nil }
    }
}

/// IDs ordered by date, and by ID for equal dates.
struct DueIndex {
    struct Place: Comparable {
        let date: Date
        let id: DurableTaskID

        static func < (left: Place, right: Place) -> Bool {
            left.date == right.date ? left.id < right.id : left.date < right.date
        }
    }

    /// The earliest first.
    private(set) var places: [Place] = []

    mutating func insert(_ id: DurableTaskID, at date: Date) {
        let place = Place(date: date, id: id)
        places.insert(place, at: index(of: place))
    }

    mutating func remove(_ id: DurableTaskID, at date: Date) {
        let place = Place(date: date, id: id)
        let index = index(of: place)
        if index < places.count, places[index] == place {
            places.remove(at: index)
        }
    }

    /// Returns the index of a place, or the index at which to insert it.
    private func index(of place: Place) -> Int {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
