import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("The result of a failed run")
struct RunJudgeTests {
    private let judge = RunJudge(random: { 0 })

    private func run(_ disposition: RetryDisposition, error: any Error = TestError(), runCount: Int = 1) -> FailedRun {
        var task = StoredTask(
            id: DurableTaskID(rawValue: 1),
            task: NewTask(kind: "k", payload: Data(), idempotencyKey: "k"),
            enqueuedAt: Date(timeIntervalSince1970: 0)
        )
        task.runCount = runCount
        return FailedRun(task: task, error: error, disposition: disposition)
    }

    private func status(_ code: Int) -> StatusError {
        StatusError(reply: HTTPReply(status: .init(code: code)))
    }

    @Test("a run that would fail again is abandoned", arguments: [RetryDisposition.final, .never])
    func abandoned(_ disposition: RetryDisposition) {
        #expect(judge.verdict(on: run(disposition)) == .died(.abandoned))
    }

    @Test("a transient failure is retried with a lower priority")
    func failed() {
        #expect(judge.verdict(on: run(.transient)) == .failed(wait: .seconds(10), priority: .low))
    }

    @Test("the last allowed run is not retried")
    func exhausted() {
        #expect(judge.verdict(on: run(.transient, runCount: 25)) == .died(.exhausted))
        #expect(judge.verdict(on: run(.transient, runCount: 24)) != .died(.exhausted))
    }

    @Test("the lowest priority stays the lowest")
    func lowest() {
        var run = run(.transient)
        run.task.priority = .veryLow
        #expect(judge.verdict(on: run) == .failed(wait: .seconds(10), priority: .veryLow))
    }

    @Test("a Retry-After of more than 30 seconds delays the task, without counting the run")
    func longRetryAfter() {
        let verdict = judge.verdict(on: run(.throttled(after: .seconds(31)), runCount: 25))
        #expect(verdict == .postponed(wait: .seconds(31), reason: "A limit held the task: it went wrong"))
    }

    @Test("B47: a Retry-After of a year delays it for `maxHold`, an hour by default")
    func longestRetryAfter() {
        let run = run(.throttled(after: .seconds(365 * 86_400)))
        let reason = "A limit held the task: it went wrong"
        #expect(judge.verdict(on: run) == .postponed(wait: .seconds(3_600), reason: reason))
        let patient = RunJudge(random: { 0 }, maxHold: .seconds(86_400))
        #expect(patient.verdict(on: run) == .postponed(wait: .seconds(86_400), reason: reason))
    }

    @Test(
        "B47: a deadline that passed while a limit held the task delays it, unless an attempt was made",
        arguments: [0, 1]
    )
    func deadlineInHold(attempt: Int) {
        let hold = NetTaskHold.server(.seconds(20))
        let error = NetTaskTimeoutError(.deadline, limit: .seconds(2), task: "T", attempt: attempt, hold: hold)
        let reason = "A limit held the task: \(error)"
        let verdict = judge.verdict(on: run(.transient, error: error))
        let failed = RunVerdict.failed(wait: .seconds(10), priority: .low)
        #expect(verdict == (attempt == 0 ? .postponed(wait: .seconds(20), reason: reason) : failed))
    }

    @Test(
        "an interval of less than a second is the wait, and is doubled",
        arguments: [RetryDisposition.transient, .unsent, .throttled(after: nil), .throttled(after: .zero)],
        [25, Int.max]
    )
    func shortInterval(_ disposition: RetryDisposition, maxRunCount: Int) {
        let waits = (1...4).map { count in
            var run = run(disposition, runCount: count)
            run.task.task.durability = NetTaskDurability(maxRunCount: maxRunCount, interval: .milliseconds(200))
            return judge.verdict(on: run)
        }
        let expected: [Duration] = [200, 400, 800, 1_600].map { .milliseconds($0) }
        #expect(waits == expected.map { .failed(wait: $0, priority: .low) })
    }

    @Test(
        "an interval of zero means no wait, unless the server asks for one or the runs have no limit",
        arguments: [
            (RetryDisposition.transient, 4, Duration.zero), (.unsent, 4, .zero), (.transient, .max, .seconds(1)),
            (.throttled(after: nil), 4, .seconds(1)), (.throttled(after: .milliseconds(200)), 4, .seconds(1)),
            (.throttled(after: .seconds(2)), 4, .seconds(2)),
        ]
    )
    func noInterval(_ disposition: RetryDisposition, maxRunCount: Int, wait: Duration) {
        var run = run(disposition)
        run.task.task.durability = NetTaskDurability(maxRunCount: maxRunCount, interval: .zero)
        #expect(judge.verdict(on: run) == .failed(wait: wait, priority: .low))
    }

    @Test(
        "runs without a limit are at least a second apart, although the longest interval is shorter",
        arguments: [Duration.zero, .milliseconds(1)]
    )
    func shortMaxInterval(_ maxInterval: Duration) {
        var run = run(.transient)
        run.task.task.durability = NetTaskDurability(
            maxRunCount: .max,
            interval: .seconds(1),
            maxInterval: maxInterval
        )
        #expect(judge.verdict(on: run) == .failed(wait: .seconds(1), priority: .low))
    }

    @Test("a request that the server still processes waits for its own interval")
    func shortIntervalOfConflict() {
        var run = run(.transient, error: status(409))
        (run.hasKey, run.wasSentBefore) = (true, true)
        run.task.task.durability.interval = .milliseconds(200)
        #expect(judge.verdict(on: run) == .failed(wait: .milliseconds(200), priority: .low))
    }

    @Test("a Retry-After of 30 seconds counts the run, and is the shortest wait")
    func shortRetryAfter() {
        #expect(judge.verdict(on: run(.throttled(after: .seconds(30)))) == .failed(wait: .seconds(30), priority: .low))
    }

    @Test("a request that was not sent without a network does not count")
    func offline() {
        var run = run(.unsent, runCount: 25)
        run.isOnline = false
        #expect(
            judge.verdict(on: run) == .postponed(wait: .seconds(30), reason: "There was no network: it went wrong")
        )
    }

    @Test("with a network, a request that was not sent counts")
    func unsentOnline() {
        #expect(judge.verdict(on: run(.unsent)) == .failed(wait: .seconds(10), priority: .low))
    }

    @Test("409 to a repeated key means that the server still processes the first request: the task is retried")
    func stillProcessed() {
        var run = run(.final, error: status(409))
        run.hasKey = true
        #expect(judge.verdict(on: run) == .died(.abandoned))
        run.wasSentBefore = true
        #expect(judge.verdict(on: run) == .failed(wait: .seconds(10), priority: .low))
        #expect(RunJudge.description(of: run).hasPrefix("The server still processes an earlier request"))
    }

    @Test("422 to a repeated key means that it was used with other content: the task is abandoned with this error")
    func keyUsedBefore() {
        var run = run(.transient, error: status(422))
        run.hasKey = true
        run.wasSentBefore = true
        #expect(judge.verdict(on: run) == .died(.abandoned))
        #expect(RunJudge.description(of: run).hasPrefix("The idempotency key was used before with other content"))
    }
}
