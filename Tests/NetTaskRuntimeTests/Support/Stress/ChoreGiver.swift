import Foundation
import NetTaskRuntime
import NetTaskTesting

/// Performs random operations on a queue, determined by a seed, concurrently with others.
struct ChoreGiver: Sendable {
    typealias Queue = NetTaskQueue<Chore.Request, LiveCount.Token>

    let queue: Queue
    let live: LiveCount
    /// The handles that all users of the queue share.
    let handles: Box<[NetTaskHandle<Chore>]>
    /// The number of reported ends of each task, by the task's own number.
    let ends: Box<[Int: Int]>
    /// The first of its own numbers.
    let firstNumber: Int
    var random: SeededRandom

    mutating func perform(_ count: Int, cancelling: Bool) async {
        for number in 0..<count {
            let other = handles.update { $0.randomElement(using: &random) }
            if cancelling, Int.random(in: 0..<6, using: &random) == 0 {
                cancel(other)
            } else if Bool.random(using: &random) {
                add(firstNumber + number, after: other)
            } else {
                change(other)
            }
            // Lets attempts run in between.
            if number % 8 == 7 { await Task.yield() }
        }
        queue.resume()
    }

    // MARK: Adding

    private mutating func add(_ number: Int, after other: NetTaskHandle<Chore>?) {
        let key = ["a", "b", nil, nil].randomElement(using: &random) ?? nil
        let chore = Chore(Int.random(in: 0..<50, using: &random), key: key, live: live)
        var options: [NetTaskOption] = [.retry(policy()), .tag("\(number % 5)")]
        if let key { options.append(.key(key)) }
        let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...3, using: &random)) / 1_000)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: options.append(.priority(priority()))
        case 1: options.append(.notBefore(date))
        case 2: options.append(.expires(date))
        case 3: options.append(.duplicates(.rejectNew))
        case 4: options.append(.duplicates(.coalesce))
        case 5: if let other { options.append(.after(other, onFailure: number % 2 == 0 ? .run : .cancel)) }
        default: break
        }
        ends.update { $0[number] = 0 }
        let handle = queue.add(chore, options: options)
        let (ends, token) = (ends, LiveCount.Token(live))
        handle.subscribe(.ended) { _ in
            ends.update { $0[number, default: 0] += 1 }
            withExtendedLifetime(token) {}
        }
        handles.update { handles in
            if handles.count < 40 {
                handles.append(handle)
            } else {
                handles[number % 40] = handle
            }
        }
    }

    private mutating func policy() -> RetryPolicy {
        let interval: Duration = Bool.random(using: &random) ? .zero : .milliseconds(1)
        return RetryPolicy(maxRetryCount: Int.random(in: 0...2, using: &random), interval: interval)
    }

    private mutating func priority() -> NetTaskPriority {
        NetTaskPriority.allCases.randomElement(using: &random) ?? .normal
    }

    // MARK: Changing

    private mutating func change(_ handle: NetTaskHandle<Chore>?) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: queue.suspend()
        case 1...3: queue.resume()
        case 4: queue.order = Bool.random(using: &random) ? .fifo : .lifo
        case 5...6: handle?.setPriority(priority())
        case 7: try? handle.map { try handles.value.randomElement(using: &random)?.depend(on: $0) }
        case 8: handle?.subscribe(.started) { _ in }.cancel()
        case 9: _ = handle?.events
        case 10: _ = queue.tasks
        default: _ = handle?.progress
        }
    }

    private mutating func cancel(_ handle: NetTaskHandle<Chore>?) {
        switch Int.random(in: 0..<100, using: &random) {
        case 0: queue.cancelAll()
        case 1: queue.cancel(Chore.self)
        case 2...5: queue.cancel(tag: "\(Int.random(in: 0..<5, using: &random))")
        case 6...15: queue.limit = Int.random(in: 1...4, using: &random)
        case 16...25: queue.limitPerKey = Int.random(in: 0...2, using: &random)
        case 26...35: addGroup()
        case 36...40: handle.map { queue.cancel(id: $0.id) }
        default: handle?.cancel()
        }
    }

    private mutating func addGroup() {
        let chores = (0..<3).map { _ in Chore(Int.random(in: 0..<50, using: &random), live: live) }
        let group = NetTaskGroup<Chore.Request, LiveCount.Token>(
            Bool.random(using: &random) ? .serial : .concurrent,
            chores
        )
        let handle = queue.add(group)
        if Bool.random(using: &random) { handle.cancel() }
    }
}
