import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskCore

/// The rules of a queue, with numbers as tasks. Keeps the actions until a test takes them.
private struct Lanes {
    var rules: QueueStateMachine<Int>
    private var places: [Int: QueuePlace] = [:]
    private var attempts: [Int: Int] = [:]

    init(limit: Int = 0, maxWait: Duration? = nil) {
        rules = QueueStateMachine(limit: limit)
        rules.maxWaitInLane = maxWait
    }

    /// The tasks that have started since the last call, in order.
    mutating func started() -> [Int] {
        rules.takeActions().compactMap { action in
            if case .start(let task, let attempt) = action {
                attempts[task] = attempt
                return task
            }
            return nil
        }
    }

    mutating func add(
        _ task: Int,
        key: String? = "a",
        rate: RateShare? = nil,
        deadline: Duration? = nil,
        now: Double = 0
    ) {
        let options = QueueTaskOptions(key: key, rate: rate, deadline: deadline)
        places[task] = rules.change(now: .seconds(now)) { $0.add(task, id: NetTaskID(UInt64(task)), options) }
    }

    mutating func note(_ limit: NetTaskLimit, of task: Int, attempt: Int = 1, now: Double = 0) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .seconds(now)) { $0.recordLimit(limit, of: place, attempt: attempt) }
    }

    mutating func succeed(_ task: Int, now: Double = 0) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .seconds(now)) { $0.succeed(place, attempt: 1) }
    }

    mutating func fail(_ task: Int, retryAfter: Duration? = nil, now: Double = 0) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .seconds(now)) { $0.fail(place, attempt: 1, retryAfter: retryAfter) }
    }

    mutating func cancel(_ task: Int, now: Double = 0) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .seconds(now)) { $0.cancel(place, .handle) }
    }

    mutating func setKey(_ key: String, of task: Int) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .zero) { $0.setKey(key, of: place) }
    }

    /// The head of a reply has arrived, or another request is sent.
    mutating func setHasToken(_ hasToken: Bool, of task: Int, now: Double = 0) {
        guard let place = places[task] else {
            Issue.record("there is no task \(task)")
            return
        }
        rules.change(now: .seconds(now)) { $0.setHasToken(hasToken, of: place, attempt: 1) }
    }

    mutating func pass(to now: Double) -> [Int] {
        rules.change(now: .seconds(now)) { _ in }
        return started()
    }
}

private func rate(_ limit: Int, per seconds: Double) -> RateShare {
    RateShare(RateTokens(NetTaskRate(limit: limit, per: .seconds(seconds))))
}

private func remaining(_ remaining: Int, until reset: Double, quota: Int? = nil, spreads: Bool = false) -> NetTaskLimit
{
    NetTaskLimit(remaining: remaining, reset: .seconds(reset), quota: quota, spreads: spreads)
}

@Suite("Lanes of a queue")
struct LaneTests {
    @Test("B44: no task of a key starts before the server's date; others continue")
    func hold() {
        // given
        var lanes = Lanes(limit: 2)
        for task in 1...3 { lanes.add(task) }
        lanes.add(4, key: "b")
        lanes.add(5, key: nil)
        #expect(lanes.started() == [1, 2])
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        lanes.fail(1, retryAfter: .seconds(60))
        lanes.succeed(2)
        // then
        #expect(lanes.started() == [4, 5])
        lanes.succeed(4)
        lanes.succeed(5)
        #expect(lanes.rules.nextWake() == .seconds(60))
        #expect(lanes.pass(to: 59) == [])
        #expect(lanes.pass(to: 60) == [3, 1])
    }

    @Test("B44: a lane is held for tasks that are added later, too, even if it was empty")
    func holdOutlivesTasks() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        lanes.succeed(1)
        _ = lanes.started()
        #expect(lanes.rules.count == 0)
        #expect(lanes.rules.nextWake() == nil)
        // when
        lanes.add(2, now: 10)
        // then
        #expect(lanes.started() == [])
        #expect(lanes.rules.nextWake() == .seconds(60))
        #expect(lanes.pass(to: 60) == [2])
    }

    @Test("B47: of several limits of a server the longest is used, up to `maxHold`, an hour by default")
    func longestWait() {
        // given
        var lanes = Lanes()
        for task in 1...3 { lanes.add(task) }
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        lanes.note(NetTaskLimit(wait: .seconds(5)), of: 2, now: 1)
        lanes.add(4, now: 1)
        // then
        #expect(lanes.rules.nextWake() == .seconds(60))
        // when
        lanes.note(NetTaskLimit(wait: .seconds(1_000_000)), of: 3, now: 2)
        // then
        #expect(lanes.pass(to: 60) == [1, 2, 3])
        #expect(lanes.rules.nextWake() == .seconds(300))
        #expect(lanes.pass(to: 3_601) == [])
        #expect(lanes.pass(to: 3_602) == [4])
    }

    @Test("At most the remaining number start, less those that the server may not have counted yet")
    func window() {
        // given
        var lanes = Lanes()
        for task in 1...3 { lanes.add(task) }
        _ = lanes.started()
        // when
        lanes.note(remaining(4, until: 60), of: 1)
        for task in 4...8 { lanes.add(task) }
        // then
        #expect(lanes.started() == [4, 5])
        // when
        lanes.note(remaining(3, until: 60), of: 2)  // 3, 4 and 5 are under way
        #expect(lanes.started() == [])
        lanes.note(remaining(2, until: 60), of: 3)  // 4 and 5
        #expect(lanes.started() == [])
        lanes.note(remaining(1, until: 60), of: 4)
        lanes.note(remaining(0, until: 60), of: 5)
        // then
        #expect(lanes.rules.nextWake() == .seconds(60))
        #expect(lanes.pass(to: 60) == [6, 7, 8])
    }

    @Test("A running task whose key becomes known counts only in its new lane")
    func keyOfTaskUnderWay() {
        // given
        var lanes = Lanes()
        for (task, key) in [(1, "a"), (2, "a"), (3, "b")] { lanes.add(task, key: key) }
        lanes.note(remaining(1, until: 60), of: 1)
        lanes.note(remaining(1, until: 60), of: 3)
        lanes.add(4)
        #expect(lanes.started() == [1, 2, 3])
        // when
        lanes.setKey("b", of: 2)
        lanes.add(5, key: "b")
        // then
        #expect(lanes.started() == [4])
    }

    @Test("A waiting task whose key becomes known is woken for its new lane")
    func keyOfTaskThatWaits() {
        // given
        var lanes = Lanes()
        for (task, key, wait) in [(1, "a", 100), (2, "b", 60)] {
            lanes.add(task, key: key)
            lanes.note(NetTaskLimit(wait: .seconds(wait)), of: task)
            lanes.succeed(task)
        }
        lanes.add(3)
        _ = lanes.started()
        // when
        lanes.setKey("b", of: 3)
        // then
        #expect(lanes.rules.nextWake() == .seconds(60))
        #expect(lanes.pass(to: 60) == [3])
    }

    @Test("A reply after its window counts for a new one, even for an attempt that was started before")
    func replyAfterWindow() {
        // given
        var lanes = Lanes()
        for task in 1...2 { lanes.add(task) }
        lanes.note(remaining(0, until: 10), of: 1)
        _ = lanes.started()
        // when
        lanes.note(remaining(1, until: 60), of: 2, now: 20)
        for task in 3...4 { lanes.add(task, now: 20) }
        // then
        #expect(lanes.started() == [3])
        #expect(lanes.rules.nextWake() == .seconds(80))
    }

    @Test("A reply that is older than another does not count")
    func overtaken() {
        // given
        var lanes = Lanes()
        for task in 1...2 { lanes.add(task) }
        // when
        lanes.note(remaining(0, until: 60), of: 2)
        lanes.note(remaining(1, until: 60), of: 1, now: 1)
        lanes.add(3, now: 1)
        // then
        #expect(lanes.started() == [1, 2])
        #expect(lanes.rules.nextWake() == .seconds(60))
    }

    @Test("A reply to a later attempt counts although more remains: the server has begun a new window")
    func later() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(remaining(3, until: 60), of: 1)
        lanes.add(2, now: 50)
        // when
        lanes.note(remaining(1, until: 10), of: 2, now: 51)
        lanes.add(3, now: 51.5)
        lanes.note(remaining(99, until: 60), of: 3, now: 52)
        for task in 4...6 { lanes.add(task, now: 52) }
        // then
        #expect(lanes.started() == [1, 2, 3, 4, 5, 6])
    }

    @Test("A reply to a later attempt with more remaining moves the reset, even to an earlier date")
    func soonerReset() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(remaining(1, until: 60), of: 1)
        lanes.add(2, now: 10)
        // when
        lanes.note(remaining(2, until: 20), of: 2, now: 11)
        for task in 3...5 { lanes.add(task, now: 11) }
        // then
        #expect(lanes.started() == [1, 2, 3, 4])
        #expect(lanes.rules.nextWake() == .seconds(31))
    }

    @Test("A reply with more remaining starts waiting tasks")
    func opened() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(remaining(1, until: 60), of: 1)
        for task in 2...3 { lanes.add(task, now: 10) }
        #expect(lanes.started() == [1, 2])
        // when
        lanes.note(remaining(5, until: 60), of: 2, now: 11)
        // then
        #expect(lanes.started() == [3])
    }

    @Test("An attempt without a reply may have been counted")
    func lost() {
        // given
        var lanes = Lanes()
        for task in 1...2 { lanes.add(task) }
        lanes.note(remaining(2, until: 60), of: 1)
        lanes.succeed(1)
        // when
        lanes.fail(2)
        for task in 3...4 { lanes.add(task) }
        // then
        #expect(lanes.started() == [1, 2, 3])
    }

    @Test(
        "After a window, the server's quota for each window is available; without one, the queue's limit"
    )
    func nextWindow() {
        for (quota, started) in [(2, [3, 4]), (nil, [3, 4, 5])] {
            // given
            var lanes = Lanes()
            lanes.add(1)
            lanes.note(remaining(0, until: 60, quota: quota), of: 1)
            lanes.succeed(1)
            for task in 3...5 { lanes.add(task) }
            #expect(lanes.started() == [1])
            // then
            #expect(lanes.pass(to: 60) == started)
        }
    }

    @Test("A server that stops reporting a limit holds no tasks after one window")
    func forgottenWindow() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(remaining(0, until: 60, quota: 1), of: 1)
        lanes.succeed(1)
        for task in 2...5 { lanes.add(task) }
        _ = lanes.started()
        #expect(lanes.pass(to: 60) == [2])
        lanes.succeed(2, now: 61)
        #expect(lanes.started() == [])
        // then
        #expect(lanes.pass(to: 120) == [3, 4, 5])
    }

    @Test(
        "Of two replies in one window, the later reset is used",
        arguments: [(2, 60.0, 30.0), (0, 60.0, 30.0), (0, 60.0, 90.0)]
    )
    func laterReset(remainingBefore: Int, reset: Double, otherReset: Double) {
        // given
        var lanes = Lanes()
        for task in 1...2 { lanes.add(task) }
        // when
        lanes.note(remaining(remainingBefore, until: reset), of: 1)
        lanes.note(remaining(0, until: otherReset), of: 2)
        lanes.add(3)
        // then
        #expect(lanes.rules.nextWake() == .seconds(max(reset, otherReset)))
    }

    @Test("The next window has the length of the latest one at its first reply, and the quota that was stated then")
    func nextWindowLength() {
        // given
        var lanes = Lanes()
        for task in 1...2 { lanes.add(task) }
        lanes.note(remaining(2, until: 60, quota: 1), of: 1, now: 5)
        lanes.note(remaining(0, until: 10), of: 2, now: 50)
        for task in 1...2 { lanes.succeed(task, now: 50) }
        for task in 3...4 { lanes.add(task, now: 50) }
        _ = lanes.started()
        // when
        #expect(lanes.pass(to: 65) == [3])
        lanes.succeed(3, now: 66)
        // then
        #expect(lanes.rules.nextWake() == .seconds(125))
    }

    @Test("The next window lasts a second at least")
    func shortWindow() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(remaining(0, until: 0.25, quota: 1), of: 1)
        lanes.succeed(1)
        for task in 2...3 { lanes.add(task) }
        _ = lanes.started()
        // when
        #expect(lanes.pass(to: 0.25) == [2])
        lanes.succeed(2, now: 0.5)
        // then
        #expect(lanes.rules.nextWake() == .seconds(1.25))
    }

    @Test("The remaining requests are spread until the reset")
    func spread() {
        // given
        var lanes = Lanes(limit: 1)
        lanes.add(1)
        for task in 2...6 { lanes.add(task) }
        // when
        lanes.note(remaining(3, until: 40, spreads: true), of: 1)
        lanes.succeed(1)
        // then
        #expect(lanes.started() == [1])
        var moments: [Duration] = []
        for task in 2...4 {
            guard let moment = lanes.rules.nextWake() else { break }
            moments.append(moment)
            let now = Double(moment.components.seconds)
            #expect(lanes.pass(to: now) == [task])
            lanes.note(remaining(4 - task, until: 40 - now, spreads: true), of: task, now: now)
            lanes.succeed(task, now: now)
        }
        #expect(moments == [.seconds(10), .seconds(20), .seconds(30)])
        #expect(lanes.rules.nextWake() == .seconds(40))
    }

    @Test("A rate: a token is returned a span after the head of the reply, or after the failure")
    func rateTokens() {
        // given
        var lanes = Lanes()
        let rate = rate(2, per: 10)
        for task in 1...5 { lanes.add(task, rate: rate) }
        lanes.add(6, key: "b")
        #expect(lanes.started() == [1, 2, 6])
        #expect(lanes.rules.nextWake() == nil)
        // when
        lanes.setHasToken(false, of: 1, now: 4)
        lanes.fail(2, now: 6)
        // then
        #expect(lanes.rules.nextWake() == .seconds(14))
        #expect(lanes.pass(to: 13.9) == [])
        #expect(lanes.pass(to: 14) == [3])
        // when
        lanes.succeed(1, now: 15)
        // then
        #expect(lanes.pass(to: 15.9) == [])
        #expect(lanes.pass(to: 16) == [4])
    }

    @Test("A rate: each further request of an attempt takes a token, too")
    func rateOfFurtherRequests() {
        // given
        var lanes = Lanes()
        let rate = rate(2, per: 10)
        lanes.add(1, rate: rate)
        _ = lanes.started()
        // when
        lanes.setHasToken(false, of: 1, now: 1)
        lanes.setHasToken(true, of: 1, now: 2)
        lanes.add(2, rate: rate, now: 2)
        lanes.setHasToken(false, of: 1, now: 3)
        // then
        #expect(lanes.pass(to: 10.9) == [])
        #expect(lanes.pass(to: 11) == [2])
    }

    @Test("A rate: queues that share its tokens start at most that many together")
    func sharedRate() {
        // given
        let rate = rate(1, per: 10)
        var one = Lanes()
        var other = Lanes()
        one.add(1, rate: rate)
        other.add(1, rate: rate)
        #expect(one.started() == [1])
        #expect(other.started() == [])
        // when
        one.succeed(1, now: 2)
        // then
        #expect(one.rules.returnedTokens.count == 1)
        other.rules.change(now: .seconds(2)) { $0.updateLanes(of: rate.tokens) }
        #expect(other.rules.nextWake() == .seconds(12))
        #expect(other.pass(to: 12) == [1])
    }

    @Test("A rate keeps no records when all of its tokens are available")
    func tokensThatAreBack() {
        // given
        let tokens = RateTokens(NetTaskRate(limit: 3, per: .seconds(10)))
        for _ in 1...2 { #expect(tokens.take(at: .zero)) }
        // when
        tokens.giveBack(at: .seconds(1))
        // then
        #expect(!tokens.isOver(at: .seconds(20)))
        // when
        tokens.giveBack(at: .seconds(4))
        // then
        #expect(!tokens.isOver(at: .seconds(13)))
        #expect(tokens.isOver(at: .seconds(14)))
    }

    @Test("A rate: a task whose token another queue has taken meanwhile waits for the next one")
    func tokenTaken() {
        // given
        let rate = rate(1, per: 10)
        var one = Lanes(limit: 1)
        var other = Lanes()
        one.add(1, key: "b")
        one.add(2, rate: rate)
        other.add(1, rate: rate)
        // when
        one.succeed(1)
        // then
        #expect(one.started() == [1])
        #expect(one.rules.nextWake() == nil)
        // when
        other.succeed(1, now: 2)
        one.rules.change(now: .seconds(2)) { $0.updateLanes(of: rate.tokens) }
        // then
        #expect(one.pass(to: 12) == [2])
    }

    @Test("B47: a deadline runs while the lane holds the task, from the first hold", arguments: [true, false])
    func deadlineInHold(isAddedFirst: Bool) {
        // given
        var lanes = Lanes(limit: 1)
        lanes.add(1)
        if isAddedFirst { lanes.add(2, deadline: .seconds(5)) }
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1, now: 10)
        if !isAddedFirst { lanes.add(2, deadline: .seconds(5), now: 10) }
        _ = lanes.started()
        // then
        #expect(lanes.rules.nextWake() == .seconds(15))
        lanes.rules.change(now: .seconds(15)) { _ in }
        #expect(lanes.rules.takeActions() == [.end(2, .deadlinePassedInHold(.server(.seconds(55))))])
    }

    @Test("B47: a deadline runs while a rate holds the task, before and after its next token is known")
    func deadlineInRate() {
        // given
        var lanes = Lanes()
        let rate = rate(1, per: 60)
        lanes.add(1, rate: rate)
        lanes.add(2, rate: rate, deadline: .seconds(5))
        lanes.add(3, rate: rate, deadline: .seconds(9))
        _ = lanes.started()
        // then
        lanes.rules.change(now: .seconds(5)) { _ in }
        #expect(lanes.rules.takeActions() == [.end(2, .deadlinePassedInHold(.rate(.zero)))])
        // when
        lanes.succeed(1, now: 6)
        _ = lanes.started()
        // then
        lanes.rules.change(now: .seconds(9)) { _ in }
        #expect(lanes.rules.takeActions() == [.end(3, .deadlinePassedInHold(.rate(.seconds(57))))])
    }

    @Test("B47: a deadline pauses while a task only waits for a slot, and runs again when it starts")
    func deadlineCounts() {
        // given
        var lanes = Lanes(limit: 1)
        lanes.add(1)
        lanes.add(2, deadline: .seconds(5))
        #expect(lanes.pass(to: 100) == [1])
        // when
        lanes.note(NetTaskLimit(wait: .seconds(2)), of: 1, now: 100)
        _ = lanes.pass(to: 103)
        // then
        lanes.rules.change(now: .seconds(105)) { _ in }
        #expect(lanes.rules.takeActions() == [.end(2, .deadlinePassed)])
    }

    @Test("B47: a deadline runs, too, if the lane was held before the task was added, and is held again")
    func deadlineInSecondHold() {
        // given
        var lanes = Lanes(limit: 1)
        lanes.add(1)
        lanes.note(NetTaskLimit(wait: .seconds(2)), of: 1)
        lanes.add(2, deadline: .seconds(5), now: 10)
        #expect(lanes.rules.nextWake() == nil)
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1, now: 11)
        // then
        #expect(lanes.rules.nextWake() == .seconds(16))
    }

    @Test("B47: a deadline runs after a key with a held lane becomes known")
    func deadlineWithKnownKey() {
        // given
        var lanes = Lanes(limit: 1)
        lanes.add(1, key: "b")
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        lanes.add(2, deadline: .seconds(5))
        #expect(lanes.rules.nextWake() == nil)
        // when
        lanes.setKey("b", of: 2)
        // then
        #expect(lanes.rules.nextWake() == .seconds(5))
    }

    @Test("B47: five minutes after its start, a hold is reported again, for the first waiting task")
    func reminder() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(NetTaskLimit(wait: .seconds(1_000)), of: 1)
        lanes.succeed(1)
        for task in 2...3 { lanes.add(task) }
        _ = lanes.started()
        // when
        #expect(lanes.rules.nextWake() == .seconds(300))
        lanes.rules.change(now: .seconds(300)) { _ in }
        // then
        #expect(lanes.rules.takeActions() == [.hold(2, key: "a", for: .seconds(700), isReminder: true)])
        #expect(lanes.rules.nextWake() == .seconds(1_000))
    }

    @Test("B47: a hold is reported again, even while its next token is unknown")
    func reminderWithoutToken() {
        // given
        var lanes = Lanes()
        let rate = rate(1, per: 10)
        for task in 1...2 { lanes.add(task, rate: rate) }
        // when
        lanes.note(NetTaskLimit(wait: .seconds(1_000)), of: 1)
        _ = lanes.started()
        // then
        #expect(lanes.rules.nextWake() == .seconds(300))
        lanes.rules.change(now: .seconds(300)) { _ in }
        #expect(lanes.rules.takeActions() == [.hold(2, key: "a", for: .seconds(700), isReminder: true)])
    }

    @Test("A task can be cancelled while its lane is held, and an empty lane causes no wake-up")
    func cancel() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        lanes.add(2)
        #expect(lanes.rules.nextWake() == .seconds(60))
        // when
        lanes.cancel(2)
        // then
        #expect(lanes.rules.nextWake() == nil)
        // when
        lanes.add(3)
        // then
        #expect(lanes.rules.nextWake() == .seconds(60))
    }

    @Test("A hold of a lane is reported once, with its key and duration")
    func told() {
        // given
        var lanes = Lanes()
        for task in 1...3 { lanes.add(task) }
        _ = lanes.started()
        // when
        lanes.note(remaining(5, until: 60), of: 1)
        #expect(lanes.rules.takeActions() == [])
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        // then
        #expect(lanes.rules.takeActions() == [.hold(1, key: "a", for: .seconds(60), isReminder: false)])
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 2, now: 1)
        #expect(lanes.rules.takeActions() == [])
        lanes.note(remaining(1, until: 8), of: 3, now: 70)
        #expect(lanes.rules.takeActions() == [])
        lanes.note(remaining(0, until: 7), of: 3, now: 71)
        #expect(lanes.rules.takeActions() == [.hold(3, key: "a", for: .seconds(7), isReminder: false)])
        lanes.note(remaining(0, until: 9), of: 3, now: 78)
        #expect(lanes.rules.takeActions() == [.hold(3, key: "a", for: .seconds(9), isReminder: false)])
    }

    @Test("A queue with a short `maxHold` ends tasks that would wait for longer")
    func maxWait() {
        // given
        var lanes = Lanes(maxWait: .seconds(30))
        for task in 1...2 { lanes.add(task) }
        _ = lanes.started()
        // when
        lanes.note(NetTaskLimit(wait: .seconds(30)), of: 1)
        lanes.add(3)
        // then
        #expect(lanes.started() == [])
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 2)
        // then
        #expect(lanes.rules.takeActions() == [.end(3, .held(.server(.seconds(60))))])
    }

    @Test("An ended attempt has no effect on limits")
    func stale() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.fail(1, retryAfter: .zero)
        // when
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1, attempt: 1)
        lanes.add(2)
        // then
        #expect(lanes.started() == [1, 1, 2])
    }

    @Test("B44: a lane is still held after a busy time, and memory for its tasks is released")
    func holdAfterBusyTime() {
        // given
        var lanes = Lanes()
        lanes.add(1)
        lanes.note(NetTaskLimit(wait: .seconds(60)), of: 1)
        for task in 2...1_100 { lanes.add(task, key: "b") }
        // when
        for task in 1...1_100 { lanes.succeed(task) }
        _ = lanes.started()
        lanes.add(1, now: 10)
        lanes.add(2, key: "b", now: 10)
        // then
        #expect(lanes.rules.entries.count == 2)
        #expect(lanes.started() == [2])
        #expect(lanes.rules.nextWake() == .seconds(60))
        #expect(lanes.pass(to: 60) == [1])
    }

    @Test("Lanes without a hold are removed", arguments: [false, true])
    func memory(haveRates: Bool) {
        // given
        var lanes = Lanes()
        // when
        for task in 1...10_000 {
            lanes.add(task, key: "\(task)", rate: haveRates ? rate(1, per: 5) : nil, now: Double(task))
            lanes.note(NetTaskLimit(wait: .seconds(5)), of: task, now: Double(task))
            lanes.succeed(task, now: Double(task))
        }
        // then
        #expect(lanes.rules.placeCount < 200)
        #expect(lanes.started() == Array(1...10_000))
    }
}
