#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// The columns of a task.
    enum TaskColumns {
        /// The columns of the views, in the order in which ``task(_:)`` reads them.
        static let all = """
            id, state, kind, payload_version, spec_version, spec_hash, codec, idempotency_key, priority, first_priority, \
            enqueued, due, not_before, expires, ended, run_count, lost_count, max_run_count, interval_ns, \
            max_interval_ns, durable_codec, durable_requirements, requirements, group_name, unique_key, unique_policy, \
            dependencies, tags, trace_context, last_error, death_reason, cancellation, token, reply, payload
            """

        /// The same columns without the large ones.
        static let withoutPayload = all.replacing("reply, payload", with: "NULL::bytea, ''::bytea")

        /// The same columns of `nettask.task`.
        static let ofOpen =
            all
            .replacing(", ended,", with: ", NULL::timestamptz,")
            .replacing("death_reason, cancellation", with: "NULL::text, NULL::text")

        static func claimed(_ row: PostgreSQLRow) throws(PostgreSQLError) -> ClaimedTask {
            let task = try task(row)
            return ClaimedTask(lease: TaskLease(id: task.id, token: try row.get(32)), task: task)
        }

        static func task(_ row: PostgreSQLRow) throws(PostgreSQLError) -> StoredTask {
            var stored = StoredTask(
                id: DurableTaskID(rawValue: try row.get(0)),
                task: try newTask(row),
                enqueuedAt: try row.get(10)
            )
            stored.state = TaskState(column: try row.get(1)) ?? .dead
            stored.priority = NetTaskPriority(rawValue: try row.get(8)) ?? .normal
            stored.dueAt = try row.get(11)
            stored.endedAt = try row.get(14)
            stored.runCount = try row.get(15)
            stored.lostLeaseCount = try row.get(16)
            stored.lastError = try row.get(29)
            stored.deathReason = try row.get(30, as: String?.self).flatMap(TaskDeathReason.init)
            stored.cancellation = try row.get(31)
            stored.reply = try row.get(33)
            return stored
        }

        private static func newTask(_ row: PostgreSQLRow) throws(PostgreSQLError) -> NewTask {
            var task = NewTask(
                kind: try row.get(2),
                specVersion: try row.get(4),
                specHash: try row.get(5),
                codec: try row.get(6),
                payload: try row.get(34),
                idempotencyKey: try row.get(7)
            )
            task.payloadVersion = try row.get(3)
            task.priority = NetTaskPriority(rawValue: try row.get(9)) ?? .normal
            task.notBefore = try row.get(12)
            task.expires = try row.get(13)
            task.durability = NetTaskDurability(
                maxRunCount: try row.get(17),
                interval: .nanoseconds(try row.get(18, as: Int64.self)),
                maxInterval: .nanoseconds(try row.get(19, as: Int64.self)),
                codec: try row.get(20),
                requirements: TaskRequirements(rawValue: try row.get(21))
            )
            task.requirements = TaskRequirements(rawValue: try row.get(22))
            task.group = try row.get(23)
            if let key = try row.get(24, as: String?.self) {
                let policy = try row.get(25, as: String?.self).flatMap(TaskUniqueness.Policy.init)
                task.uniqueness = TaskUniqueness(key: key, policy: policy ?? .coalesce)
            }
            task.dependencies = try json(row, 26) ?? []
            task.tags = try json(row, 27) ?? []
            task.traceContext = try json(row, 28) ?? [:]
            return task
        }

        private static func json<Value: Decodable>(
            _ row: PostgreSQLRow,
            _ column: Int
        ) throws(PostgreSQLError) -> Value? {
            guard let text = try row.get(column, as: String?.self) else { return nil }
            return try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
        }
    }

    /// The states in the tables. States below 3 are not ends.
    extension TaskState {
        var column: Int {
            switch self {
            case .waiting: 0
            case .blocked: 1
            case .running: 2
            case .succeeded: 3
            case .dead: 4
            case .cancelled: 5
            }
        }

        init?(column: Int) {
            guard let state = Self.allCases.first(where: { $0.column == column }) else { return nil }
            self = state
        }
    }

    extension Duration {
        /// Up to 292 years.
        var nanoseconds: Int64 {
            let (whole, attoseconds) = components
            let (product, isTooMuch) = whole.multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, isTooMuchInAll) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
            return isTooMuch || isTooMuchInAll ? (whole < 0 ? .min : .max) : sum
        }

        /// Up to a hundred years, so that PostgreSQL can add it to dates.
        var boundedSeconds: Double { max(-3_155_760_000, min(3_155_760_000, seconds)) }
    }
#endif
