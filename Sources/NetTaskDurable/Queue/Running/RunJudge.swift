import Foundation
import NetTaskCore

/// Decides what follows a run that failed.
struct RunJudge: Sendable {
    /// The shortest wait before the next run if the task's `interval` is zero and either the server asked for a wait or the
    /// number of runs is not limited.
    static let minWait = Duration.seconds(1)
    /// The longest wait within a run that a server can ask for. A longer one postpones the task, and the run does not count.
    static let maxWaitInRun = Duration.seconds(30)
    /// The wait before the next run of a task that found no network.
    static let offlineWait = Duration.seconds(30)

    /// Returns a random number in 0..<1.
    let random: @Sendable () -> Double
    /// The longest wait that a server can ask for.
    var maxHold = Duration.seconds(3600)

    func verdict(on run: FailedRun) -> RunVerdict {
        switch run.keyConflict {
        case .inProgress: return failed(run, isThrottled: true)
        case .otherContent: return .died(.abandoned)
        case nil: break
        }
        if run.findsNoNetwork { return postponed(run, wait: Self.offlineWait, .noNetwork) }
        if let error = run.error as? NetTaskTimeoutError, error.attempt == 0, let hold = error.hold {
            return postponed(run, wait: min(max(hold.duration, Self.minWait), maxHold), .held)
        }
        switch run.disposition {
        case .final, .never:
            return .died(.abandoned)
        case .throttled(let after?) where after > Self.maxWaitInRun:
            return postponed(run, wait: min(after, maxHold), .held)
        case .throttled(let after):
            return failed(run, atLeast: after ?? .zero, isThrottled: true)
        case .unsent, .transient:
            return failed(run)
        }
    }

    private func postponed(_ run: FailedRun, wait: Duration, _ reason: TaskStopReason) -> RunVerdict {
        .postponed(wait: wait, reason: reason.text(Self.text(of: run)))
    }

    private func failed(
        _ run: FailedRun,
        atLeast shortest: Duration = .zero,
        isThrottled: Bool = false
    ) -> RunVerdict {
        let durability = run.task.task.durability
        if run.task.runCount >= durability.maxRunCount { return .died(.exhausted) }
        let policy = RetryPolicy(
            interval: durability.interval,
            backoff: .exponential,
            maxInterval: durability.maxInterval
        )
        let wait = policy.delay(beforeRetry: run.task.runCount, random: random)
        // Without a limit of runs, a short interval that is not doubled would keep the task running without a pause.
        let staysShort = durability.interval <= .zero || durability.maxInterval < Self.minWait
        let needsWait = staysShort && (isThrottled || durability.maxRunCount == .max)
        return .failed(wait: max(wait, shortest, needsWait ? Self.minWait : .zero), priority: run.task.priority.lowered)
    }

    /// The text of an error for the history.
    static func description(of run: FailedRun) -> String {
        switch run.keyConflict {
        case .inProgress:
            "The server still processes an earlier request with the same idempotency key: \(text(of: run))"
        case .otherContent: "The idempotency key was used before with other content: \(text(of: run))"
        case nil: text(of: run)
        }
    }

    private static func text(of run: FailedRun) -> String {
        ErrorText.text(of: run.error, isSealed: run.task.task.codec != nil)
    }
}

extension NetTaskPriority {
    /// The next lower priority, so that a task that always fails lets others run first.
    fileprivate var lowered: NetTaskPriority {
        NetTaskPriority(rawValue: rawValue - 1) ?? .veryLow
    }
}

/// A run that failed.
struct FailedRun: Sendable {
    /// The task as it was claimed. Its `runCount` includes this run.
    var task: StoredTask
    /// The last error.
    var error: any Error
    /// The handler's classification of the error.
    var disposition: RetryDisposition
    /// Whether an earlier request with the same idempotency key may have reached the server, in this run or in an earlier one.
    var wasSentBefore = false
    /// Whether the task has an idempotency key.
    var hasKey = false
    /// Whether the network is available, as far as is known.
    var isOnline = true

    /// What the server reports about the key; nil if the server cannot know the key from an earlier request.
    fileprivate var keyConflict: IdempotencyKeyConflict? {
        hasKey && wasSentBefore ? (error as? any DurableRejection)?.keyConflict : nil
    }

    /// Whether nothing was sent because there is no network, according to the provider of conditions or to the error.
    fileprivate var findsNoNetwork: Bool {
        switch disposition {
        case .unsent: !isOnline || Self.saysNotConnected(error)
        case .transient: Self.saysNotConnected(error)
        case .throttled, .final, .never: false
        }
    }

    private static func saysNotConnected(_ error: any Error) -> Bool {
        switch error {
        case let error as TransportError: error.isUnsent && error.underlying.map(saysNotConnected) == true
        case let error as URLError:
            [.notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff].contains(error.code)
        case let error as POSIXError: [.ENETDOWN, .ENETUNREACH].contains(error.code)
        default: false
        }
    }
}

/// What follows a run that failed.
enum RunVerdict: Sendable, Hashable {
    /// The run counts, and the next one begins after the wait.
    case failed(wait: Duration, priority: NetTaskPriority)
    /// The task ends.
    case died(TaskDeathReason)
    /// The run does not count, and the next one begins after the wait.
    case postponed(wait: Duration, reason: String)
}
