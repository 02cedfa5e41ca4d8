#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// Ends of runs as `nettask.end_runs` takes them.
    struct RunEnds {
        static let sql = """
            SELECT place, is_held, dependents \
            FROM nettask.end_runs($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            """

        private var ids: [Int64?] = []
        private var tokens: [Int64?] = []
        private var states: [Int64?] = []
        private var outcomes: [String?] = []
        private var errors: [String?] = []
        private var lastErrors: [String?] = []
        private var deathReasons: [String?] = []
        private var replies: [Data?] = []
        private var attempts: [Int64?] = []
        private var dues: [Date?] = []
        private var waits: [Double?] = []
        private var priorities: [Int64?] = []
        private var uncounted: [Bool?] = []

        mutating func append(_ lease: TaskLease, _ transition: TaskRules.Transition, attemptCount: Int = 0) {
            ids.append(lease.id.rawValue)
            tokens.append(lease.token)
            states.append(Int64(transition.state.column))
            outcomes.append(transition.outcome.rawValue)
            errors.append(transition.error.map(Self.storable))
            lastErrors.append(transition.lastError.map(Self.storable))
            attempts.append(Int64(attemptCount))
            uncounted.append(!transition.countsRun)
            var deathReason: String?
            var reply: Data?
            var due: Date?
            var wait: Double?
            var priority: Int64?
            switch transition.next {
            case .waits(let next, let level, let bytes):
                switch next {
                // A date that PostgreSQL cannot store must not make a task run again.
                case .at(let date): due = max(.distantPast, min(.distantFuture, date))
                case .after(let duration): wait = max(0, duration.boundedSeconds)
                }
                priority = level.map { Int64($0.rawValue) }
                reply = bytes
            case .succeeded(let bytes): reply = bytes
            case .dead(let reason, let bytes): (deathReason, reply) = (reason.rawValue, bytes)
            case .cancelled: break
            }
            deathReasons.append(deathReason)
            replies.append(reply)
            dues.append(due)
            waits.append(wait)
            priorities.append(priority)
        }

        /// PostgreSQL cannot store the character NUL.
        private static func storable(_ text: String) -> String { text.replacing("\0", with: "\u{FFFD}") }

        /// - Parameter isToWait: whether to wait for tasks that others have locked.
        func values(isToWait: Bool, now: PostgreSQLValue) -> [PostgreSQLValue] {
            [
                .ints(ids), .ints(tokens), .ints(states), .texts(outcomes), .texts(errors), .texts(lastErrors),
                .texts(deathReasons), .manyBytes(replies), .ints(attempts), .dates(dues), .doubles(waits),
                .ints(priorities), .bools(uncounted), .bool(isToWait), now,
            ]
        }
    }

    extension TaskRunEnd {
        /// The size of a stored reply in bytes.
        var size: Int {
            switch self {
            case .succeeded(let reply), .died(_, _, let reply), .postponed(_, _, let reply): reply?.count ?? 0
            case .failed, .returned, .cancelled: 0
            }
        }
    }

    /// The answer to one of several ends.
    enum RunEndAnswer: Sendable {
        /// The lease was valid. These dependents ended with the task.
        case held([DurableTaskID])
        /// Another transaction has locked the task.
        case locked
        /// The lease is no longer valid.
        case lost

        static func answers(_ rows: PostgreSQLRows, count: Int) throws(PostgreSQLError) -> [RunEndAnswer] {
            var answers = [RunEndAnswer](repeating: .lost, count: count)
            for row in rows {
                let place = try row.get(0, as: Int.self) - 1
                if try row.get(1) {
                    answers[place] = .held(try row.get(2, as: [Int64].self).map(DurableTaskID.init))
                } else {
                    answers[place] = .locked
                }
            }
            return answers
        }
    }
#endif
