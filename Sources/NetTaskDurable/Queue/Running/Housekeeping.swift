import NetTaskCore

/// The times at which a queue does its regular maintenance. Each step fails and is repeated on its own, so that no failure
/// stops the queue from running tasks.
struct Housekeeping: Sendable {
    enum Step: String, Sendable, CaseIterable {
        case recover = "Recovering tasks of processes that have ended"
        case expire = "Ending expired tasks"
        case retryUndecodable = "Trying undecodable tasks again"
        case prune = "Removing ended tasks"
        case report = "Looking for tasks of unregistered kinds"

        /// The shortest time between a success and the next turn.
        var interval: Duration {
            switch self {
            case .recover, .expire: .seconds(5)
            case .retryUndecodable: .zero
            case .prune: .seconds(3600)
            case .report: .seconds(60)
            }
        }
    }

    private struct Turn {
        var due: Duration
        var failureCount = 0
    }

    private var turns: [Step: Turn] = [:]

    func isTime(for step: Step, at now: Duration) -> Bool {
        turns[step].map { now >= $0.due } ?? true
    }

    mutating func succeeded(_ step: Step, at now: Duration) {
        turns[step] = Turn(due: now + step.interval)
    }

    /// - Returns: the pause: one second, doubled with each failure, up to one minute.
    mutating func failed(_ step: Step, at now: Duration) -> Duration {
        let count = turns[step]?.failureCount ?? 0
        let pause = Duration.seconds(min(1 << min(count, 6), 60))
        turns[step] = Turn(due: now + pause, failureCount: count + 1)
        return pause
    }

    /// When the next failed step is to be repeated; nil if none failed.
    var nextRepetition: Duration? {
        turns.values.filter { $0.failureCount > 0 }.map(\.due).min()
    }
}
