import NetTaskRuntime

/// Counts the running attempts of a queue and of each key, and has bounds for them.
///
/// A lowered limit ends no task, so more tasks than the limit may be running. Only the following is certain. A task is
/// started only while fewer than the limit run. So if at some moment no more run than the limit says,
/// no more will until the limit is raised. The bound kept here is the highest limit since the last moment that was seen
/// to be like that, and limits are changed only through here, under the lock, so that none is raised in between.
///
/// What the handler counts is compared with the bound only for queues that cancel no running task, by whatever means:
/// there an attempt is in the handler for a part of the time for which it has a slot. A cancelled one gives its slot
/// away before it can know, so for other queues only what the queue says of its tasks is compared.
final class AttemptCount: Sendable {
    private struct Group {
        var count = 0
        var limit: Int
        var bound: Int

        init(limit: Int) {
            self.limit = limit == 0 ? .max : limit
            bound = self.limit
        }

        mutating func set(_ limit: Int) {
            self.limit = limit == 0 ? .max : limit
            bound = max(bound, self.limit)
        }

        mutating func see(_ running: Int) {
            if running <= limit { bound = limit }
        }
    }

    private struct State {
        var all: Group
        /// Its count is not used.
        var key: Group
        var countOfKey: [String: Int] = [:]
    }

    private let faults: Faults
    private let state: Box<State>

    init(limit: Int, limitPerKey: Int, faults: Faults) {
        self.faults = faults
        state = Box(State(all: Group(limit: limit), key: Group(limit: limitPerKey)))
    }

    // MARK: The handler

    func enter(key: String?) {
        state.update { state in
            state.all.count += 1
            check(state.all.count, state.all, "attempts were under way")
            if let key {
                state.countOfKey[key, default: 0] += 1
                check(state.countOfKey[key] ?? 0, state.key, "attempts of a key were under way")
            }
        }
    }

    func leave(key: String?) {
        state.update { state in
            state.all.count -= 1
            if let key { state.countOfKey[key]? -= 1 }
        }
    }

    private func check(_ count: Int, _ group: Group, _ what: String) {
        faults.check(count <= group.bound, "\(count) \(what), where \(group.bound) may be")
    }

    // MARK: The queue

    func setLimit(_ limit: Int, of queue: NetTaskQueue<StressRequest, StressReply>) {
        state.update { state in
            // First the bound, then the count.
            state.all.set(limit)
            queue.limit = limit
        }
    }

    func setLimitPerKey(_ limit: Int, of queue: NetTaskQueue<StressRequest, StressReply>) {
        state.update { state in
            state.key.set(limit)
            queue.limitPerKey = limit
        }
    }

    /// Compares the running tasks of the queue at one moment with the bound.
    func check(_ queue: NetTaskQueue<StressRequest, StressReply>) {
        // Tasks that are released here may run code.
        let tasks = state.update { state in
            let tasks = queue.tasks
            let running = tasks.filter { $0.phase == .running }
            var countOfKey: [String: Int] = [:]
            for case let task as any StressTask in running.map(\.task) {
                if let key = task.witness.setup.key {
                    countOfKey[key, default: 0] += 1
                }
            }
            let highest = countOfKey.values.max() ?? 0
            check(running.count, state.all, "tasks of a queue were running")
            check(highest, state.key, "tasks of a key were running")
            state.all.see(running.count)
            state.key.see(highest)
            return tasks
        }
        withExtendedLifetime(tasks) {}
    }
}
