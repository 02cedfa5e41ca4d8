import Foundation
import NetTaskCore

/// Decides what follows from a run that did not succeed.
struct RunJudge: Sendable {
    /// The wait before another run of a task whose `interval` is zero, if the server asked it to wait or the number of its
    /// runs is not limited.
    static let minWait = Duration.seconds(1)
    /// The longest wait that a server can ask for within a run; a longer one puts the task off, and does not count.
    static let maxWaitInRun = Duration.seconds(30)
    /// How soon it is tried again what found no network.
    static let offlineWait = Duration.seconds(30)

    /// A random number from 0 up to but not including 1.
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
        // Without a limit of runs, a short interval that does not double would keep the task running all the time.
        let staysShort = durability.interval <= .zero || durability.maxInterval < Self.minWait
        let needsWait = staysShort && (isThrottled || durability.maxRunCount == .max)
        return .failed(wait: max(wait, shortest, needsWait ? Self.minWait : .zero), priority: run.task.priority.lowered)
    }

    /// What is said of an error, for the history.
    static func description(of run: FailedRun) -> String {
        switch run.keyConflict {
        case .inProgress:
            "The server still processes an earlier request with the same idempotency key: \(text(of: run))"
        case .otherContent: "The idempotency key was used before, with another content: \(text(of: run))"
        case nil: text(of: run)
        }
    }

    private static func text(of run: FailedRun) -> String {
        ErrorText.text(of: run.error, isSealed: run.task.task.codec != nil)
    }
}

extension NetTaskPriority {
    /// One level below, so that what always fails lets others go first.
    fileprivate var lowered: NetTaskPriority {
        NetTaskPriority(rawValue: rawValue - 1) ?? .veryLow
    }
}

/// What is known of a run that did not succeed.
struct FailedRun: Sendable {
    /// The task as it was claimed; its `runCount` has this run in it.
    var task: StoredTask
    /// What went wrong last.
    var error: any Error
    /// What the handler makes of it.
    var disposition: RetryDisposition
    /// Whether a request with the same idempotency key may have reached the other side before: in this run or an earlier.
    var wasSentBefore = false
    /// Whether the task has such a key.
    var hasKey = false
    /// Whether there is a network, as far as is known.
    var isOnline = true

    /// What the server says about the key, if it may know the key from an earlier request.
    fileprivate var keyConflict: IdempotencyKeyConflict? {
        hasKey && wasSentBefore ? (error as? any DurableRejection)?.keyConflict : nil
    }

    /// Whether nothing was sent for lack of a network: as the provider of conditions has it, or the error itself.
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

/// What follows from a run that did not succeed.
enum RunVerdict: Sendable, Hashable {
    /// It counts, and there is to be another after that wait.
    case failed(wait: Duration, priority: NetTaskPriority)
    /// There is to be no other.
    case died(TaskDeathReason)
    /// It does not count, and there is to be another after that wait.
    case postponed(wait: Duration, reason: String)
}
