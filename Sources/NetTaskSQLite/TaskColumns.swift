#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// The columns of a task.
    struct TaskColumns {
        /// The columns in the order in which ``task()`` reads them.
        static let all = """
            id, state, priority, due, expires, token, run_count, run_number, lost_count, kind, requirements, \
            idempotency_key, spec_version, spec_hash, codec, enqueued, ended, not_before, first_priority, max_run_count, \
            interval, max_interval, durable_codec, durable_requirements, group_name, unique_key, unique_policy, \
            dependencies, tags, trace_context, last_error, death_reason, cancellation, checksum, reply, payload, \
            payload_version
            """

        private let row: Row
        /// Whether an invalid value in a column is an error. Otherwise it counts as empty, so that a damaged row can be listed.
        private let isStrict: Bool

        private init(row: Row, isStrict: Bool) {
            self.row = row
            self.isStrict = isStrict
        }

        /// Reads a row for display, even if it is damaged.
        static func read(_ row: Row) throws -> StoredTask {
            try TaskColumns(row: row, isStrict: false).task()
        }

        /// Reads a row in order to run the task: it must be intact.
        static func readToRun(_ row: Row) throws -> ClaimedTask {
            let task = try TaskColumns(row: row, isStrict: true).task()
            guard PayloadChecksum.of(task.task) == (try row.decode(Int64.self, atIndex: 33)) else {
                throw UnreadableColumn(name: "payload")
            }
            return ClaimedTask(lease: TaskLease(id: task.id, token: try row.decode(atIndex: 5)), task: task)
        }

        private func task() throws -> StoredTask {
            var stored = StoredTask(
                id: DurableTaskID(rawValue: try row.decode(atIndex: 0)),
                task: try newTask(),
                enqueuedAt: Date(column: try row.decode(atIndex: 15))
            )
            stored.state = try valid(TaskState(column: row.decode(atIndex: 1)), "state") ?? .dead
            stored.priority = try valid(NetTaskPriority(rawValue: row.decode(atIndex: 2)), "priority") ?? .normal
            stored.dueAt = Date(column: try row.decode(atIndex: 3))
            stored.runCount = try row.decode(atIndex: 6)
            stored.lostLeaseCount = try row.decode(atIndex: 8)
            stored.lastError = try row.decode(atIndex: 30)
            stored.endedAt = try date(16)
            stored.deathReason = try name(31, "death_reason")
            stored.cancellation = try row.decode(atIndex: 32)
            stored.reply = try row.decode(atIndex: 34)
            return stored
        }

        private func newTask() throws -> NewTask {
            var task = NewTask(
                kind: try row.decode(atIndex: 9),
                specVersion: try row.decode(atIndex: 12),
                specHash: try row.decode(atIndex: 13),
                codec: try row.decode(atIndex: 14),
                payload: try row.decode(atIndex: 35),
                idempotencyKey: try row.decode(atIndex: 11)
            )
            task.payloadVersion = try row.decode(atIndex: 36)
            task.priority = try valid(NetTaskPriority(rawValue: row.decode(atIndex: 18)), "first_priority") ?? .normal
            task.notBefore = try date(17)
            task.expires = try date(4)
            task.durability = NetTaskDurability(
                maxRunCount: try row.decode(atIndex: 19),
                interval: Duration(column: try row.decode(atIndex: 20)),
                maxInterval: Duration(column: try row.decode(atIndex: 21)),
                codec: try row.decode(atIndex: 22),
                requirements: TaskRequirements(rawValue: try row.decode(atIndex: 23))
            )
            task.requirements = TaskRequirements(rawValue: try row.decode(atIndex: 10))
            task.group = try row.decode(atIndex: 24)
            if let key = try row.decode(String?.self, atIndex: 25) {
                task.uniqueness = TaskUniqueness(key: key, policy: try name(26, "unique_policy") ?? .coalesce)
            }
            task.dependencies = try json(27, "dependencies") ?? []
            task.tags = try json(28, "tags") ?? []
            task.traceContext = try json(29, "trace_context") ?? [:]
            return task
        }

        private func date(_ index: Int) throws -> Date? {
            try row.decode(Double?.self, atIndex: index).map(Date.init(column:))
        }

        private func name<Value: RawRepresentable<String>>(_ index: Int, _ column: String) throws -> Value? {
            try row.decode(String?.self, atIndex: index).flatMap { try valid(Value(rawValue: $0), column) }
        }

        private func json<Value: Decodable>(_ index: Int, _ column: String) throws -> Value? {
            guard let text = try row.decode(String?.self, atIndex: index) else { return nil }
            return try valid(try? JSONDecoder().decode(Value.self, from: Data(text.utf8)), column)
        }

        private func valid<Value>(_ value: Value?, _ column: String) throws -> Value? {
            if value == nil, isStrict { throw UnreadableColumn(name: column) }
            return value
        }
    }

    extension TaskColumns {
        /// Encodes a value as JSON for a column; nil if it is empty.
        static func json(_ value: some Encodable & Collection) throws -> String? {
            guard !value.isEmpty else { return nil }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        static func dependencies(_ column: String?) -> [TaskDependency] {
            column.flatMap { try? JSONDecoder().decode([TaskDependency].self, from: Data($0.utf8)) } ?? []
        }
    }

    /// A column has a value that was never stored.
    struct UnreadableColumn: Error {
        var name: String
    }
#endif
