import NetTaskRuntime
import NetTaskTesting

/// Generates random calls, each based on the current content of the queue.
///
/// A sequence uses only a random selection of the features, because many faults appear only if no other feature interferes.
struct QueueSequences: Sendable {
    private enum Feature: UInt64 {
        case priorities, keys, dates, expiries, timeouts, deadlines, dependencies, groups, retries, time
        case limits, keyLimits, orders, suspension, cancels, staleCalls, theEnd
    }

    let setup: QueueSetup
    private var random: SeededRandom
    private let features: UInt64
    private let mostTasks: Int
    private let keys: [String?]
    private let isLong: Bool
    /// The factor by which everything takes longer, so that more calls occur in between.
    private let stretch: Int
    private var now = 0
    private var lastNumber = 0

    /// - Parameter isLong: whether the queue is never released or shut down, because little can happen afterward. It also keeps
    ///   more entries of tasks that have left, because their dates are far away.
    init(seed: UInt64, isLong: Bool = false) {
        random = SeededRandom(seed: seed)
        features = random.next() | random.next()
        mostTasks = [8, 8, 8, 20][random.below(4)]
        keys = [[nil, "a", "b"], [nil, "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]][random.below(2)]
        self.isLong = isLong
        stretch = isLong ? [1, 100][random.below(2)] : 1
        var setup = QueueSetup()
        if Self.contains(.limits, features) { setup.limit = 1 + random.below(3) }
        if Self.contains(.keyLimits, features) { setup.limitPerKey = random.below(3) }
        if Self.contains(.orders, features), random.below(2) == 0 { setup.order = .lifo }
        self.setup = setup
    }

    mutating func next(after model: SlowQueueModel) -> QueueStep {
        if has(.time) {
            passTime(model)
        }
        return QueueStep(now, call(model))
    }

    private func has(_ feature: Feature) -> Bool {
        // Over a long time, unused entries would retain everything.
        Self.contains(feature, features) || isLong && (feature == .time || feature == .cancels)
    }

    private static func contains(_ feature: Feature, _ features: UInt64) -> Bool {
        features >> feature.rawValue & 1 == 1
    }

    private mutating func passTime(_ model: SlowQueueModel) {
        switch random.below(16 * stretch) {
        case 0: now += 1
        case 1: now += 2
        case 2: now += 3
        case 3, 4, 5: now = max(now, model.nextWake ?? 0)
        default: break
        }
    }

    // MARK: Calls

    private mutating func call(_ model: SlowQueueModel) -> QueueCall {
        let mayAdd = !model.isReleased && !model.isShutDown
        if mayAdd, model.tasks.count < 2 + random.below(mostTasks - 1), random.below(3) > 0 || model.tasks.isEmpty {
            defer { lastNumber += 1 }
            return .add(lastNumber + 1, terms(model))
        }
        if lastNumber > 0, random.below(2) == 0 {
            return callOfATask(model)
        }
        return callOfTheQueue(model)
    }

    private mutating func callOfATask(_ model: SlowQueueModel) -> QueueCall {
        switch random.below(16) {
        case 0..<3 where has(.cancels): return .cancel(number(model))
        case 3..<5 where has(.priorities): return .setPriority(priority(), of: number(model))
        case 5 where has(.priorities): return .raisePriority(priority(), of: number(model))
        case 6..<10 where has(.dependencies): return .addDependency(of: number(model), dependency(model))
        case 10..<12:
            let (number, attempt) = attempt(model)
            return .succeed(number, attempt: attempt)
        default:
            let (number, attempt) = attempt(model)
            let isRetried = has(.retries) && random.below(4) > 0
            return .fail(number, attempt: attempt, retryAfter: isRetried ? random.below(4) : nil)
        }
    }

    /// A released queue has no owner, so only its tasks and time can trigger it.
    private mutating func callOfTheQueue(_ model: SlowQueueModel) -> QueueCall {
        switch model.isReleased ? .max : random.below(32) {
        case 0..<4 where has(.limits): return .setLimit(limit())
        case 4..<8 where has(.keyLimits): return .setLimitPerKey(limit())
        case 8..<10 where has(.orders): return .setOrder(random.below(2) == 0 ? .fifo : .lifo)
        case 10..<18 where has(.suspension): return model.isSuspended ? .resume : .suspend
        case 18 where has(.cancels): return .cancelAll(numbers(model))
        case 19 where !isLong && has(.theEnd): return .release
        case 20 where !isLong && has(.theEnd): return .shutDown
        default: return .passTime
        }
    }

    private mutating func limit() -> Int {
        [1, 2, 1, 3, 2, 0, -1][random.below(7)]
    }

    private mutating func terms(_ model: SlowQueueModel) -> PlainTerms {
        var terms = PlainTerms()
        if has(.priorities) { terms.priority = priority() }
        if has(.keys) { terms.key = keys[random.below(keys.count)] }
        if has(.groups), random.below(3) == 0 { terms.group = 1 + random.below(2) }
        if has(.dates), random.below(3) == 0 { terms.notBefore = now + (random.below(5) - 1) * stretch }
        if has(.expiries), random.below(3) == 0 { terms.expiry = now + random.below(9) * stretch }
        if has(.timeouts), random.below(2) == 0 { terms.timeout = random.below(4) * stretch }
        if has(.deadlines), random.below(2) == 0 { terms.deadline = random.below(7) * stretch }
        if has(.dependencies), random.below(2) == 0, lastNumber > 0 {
            terms.dependencies = (0...random.below(2)).map { _ in dependency(model) }
        }
        return terms
    }

    private mutating func priority() -> NetTaskPriority {
        [.low, .normal, .veryHigh][random.below(3)]
    }

    private mutating func dependency(_ model: SlowQueueModel) -> PlainDependency {
        let isOnOldest = isLong && random.below(2) == 0
        let number = isOnOldest ? model.tasks.first?.number : nil
        return PlainDependency(on: number ?? self.number(model), random.below(3) == 0 ? .run : .cancel)
    }

    // MARK: Which task is meant

    /// Usually a task in the queue, sometimes one that has ended.
    private mutating func number(_ model: SlowQueueModel) -> Int {
        if model.tasks.isEmpty || has(.staleCalls) && random.below(8) == 0 {
            return 1 + random.below(lastNumber)
        }
        return model.tasks[random.below(model.tasks.count)].number
    }

    private mutating func numbers(_ model: SlowQueueModel) -> [Int] {
        let leftOut = random.below(3)
        return model.tasks.map(\.number).filter { leftOut == 0 || $0 % 3 != leftOut }
    }

    /// Usually a running task with its attempt, sometimes another attempt or a task that is not running.
    private mutating func attempt(_ model: SlowQueueModel) -> (number: Int, attempt: Int) {
        if has(.staleCalls), random.below(6) == 0 {
            let number = number(model)
            let index = model.index(of: number)
            return (number, max((index.map { model.tasks[$0].attempt } ?? 1) - random.below(2), 1))
        }
        let running = model.tasks.filter { $0.state == .running }
        guard !running.isEmpty else { return (number(model), 1) }
        let task = running[random.below(running.count)]
        return (task.number, task.attempt)
    }
}

extension SeededRandom {
    /// From 0 up to but not including the count. Unlike `Int.random`, it is fast in debug builds.
    fileprivate mutating func below(_ count: Int) -> Int {
        Int(next() >> 33) % count
    }
}
