#if PostgreSQL
    public import Foundation
    public import NetTaskCore
    public import NetTaskDurable

    extension PostgreSQLTaskStore {
        // MARK: Actions of users

        public func cancel(
            _ ids: [DurableTaskID],
            reason: String,
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            try await changed("SELECT unnest(nettask.cancel_tasks($1, $2, $3))", ids, [.text(reason), time(now)])
        }

        public func retry(
            _ ids: [DurableTaskID],
            newKeys: [DurableTaskID: String],
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            let retrying = "SELECT unnest(nettask.retry_tasks($1, $2))"
            if newKeys.isEmpty { return try await changed(retrying, ids, [time(now)]) }
            try checkIsOpen()
            let values: [PostgreSQLValue] = [.ints(ids.map(\.rawValue)), time(now)]
            let keying = """
                UPDATE nettask.task AS t SET idempotency_key = k.key FROM unnest($1::bigint[], $2::text[]) AS k (id, key) \
                WHERE t.id = k.id
                """
            // The statement runs to its end, even if the caller is cancelled.
            let authorship = authorship(TaskChangeSource.author)
            let result = await Task { [session, schema] in
                try await session.transaction { transaction in
                    for statement in authorship {
                        _ = try await transaction.query(statement.sql, statement.values)
                    }
                    let retried: [DurableTaskID] = try await transaction.query(schema.sql(retrying), values).map {
                        DurableTaskID(rawValue: try $0.get(0))
                    }
                    let keyed = retried.filter { newKeys[$0] != nil }
                    let keys = keyed.compactMap { newKeys[$0] }
                    let values: [PostgreSQLValue] = [.ints(keyed.map(\.rawValue)), .texts(keys)]
                    _ = try await transaction.query(schema.sql(keying), values)
                    return retried
                }
            }.result
            do {
                return try result.get()
            } catch {
                throw TaskStoreError(error)
            }
        }

        public func drop(_ ids: [DurableTaskID], now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            let values = [.text(TaskRules.Reason.dropped), time(now)]
            return try await changed("SELECT unnest(nettask.drop_tasks($1, $2, $3))", ids, values)
        }

        public func depend(
            _ id: DurableTaskID,
            on dependency: TaskDependency,
            now: Date
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            let values: [PostgreSQLValue] = [
                .int(id.rawValue), .int(dependency.id.rawValue), .text(dependency.onFailure.rawValue), time(now),
            ]
            return try await self.ids(schema.sql("SELECT unnest(nettask.depend($1, $2, $3, $4))"), values)
        }

        public func setPriority(_ priority: NetTaskPriority, of ids: [DurableTaskID]) async throws(TaskStoreError) {
            let values: [PostgreSQLValue] = [.ints(ids.map(\.rawValue)), .int(Int64(priority.rawValue))]
            _ = try await rows(schema.sql("SELECT nettask.set_priority($1, $2)"), values)
        }

        private func changed(
            _ sql: String,
            _ ids: [DurableTaskID],
            _ values: [PostgreSQLValue]
        ) async throws(TaskStoreError) -> [DurableTaskID] {
            try await self.ids(schema.sql(sql), [.ints(ids.map(\.rawValue))] + values)
        }

        public func setPaused(
            _ isPaused: Bool,
            kinds: Set<String>,
            now: Date
        ) async throws(TaskStoreError) -> Set<String> {
            let values: [PostgreSQLValue] = [.bool(isPaused), .texts(Array(kinds)), time(now)]
            return Set(try await names("SELECT unnest(nettask.set_paused($1, $2, $3))", values))
        }

        public func pausedKinds() async throws(TaskStoreError) -> Set<String> {
            Set(try await names("SELECT kind FROM nettask.paused", []))
        }

        private func names(_ sql: String, _ values: [PostgreSQLValue]) async throws(TaskStoreError) -> [String] {
            try await read(sql, values) { row throws(PostgreSQLError) in try row.get(0) }
        }

        public func record(_ entry: AuditEntry) async throws(TaskStoreError) {
            let sql =
                "INSERT INTO nettask.audit (date, actor, action, ids, kinds, note) VALUES ($1, $2, $3, $4, $5, $6)"
            let values: [PostgreSQLValue] = [
                .date(entry.date), .text(entry.actor), .text(entry.action.rawValue), .ints(entry.ids.map(\.rawValue)),
                .texts(entry.kinds), .text(entry.note),
            ]
            _ = try await rows(schema.sql(sql), values)
        }

        /// Tasks are removed in groups of a few thousand. If this throws, some tasks may have been removed.
        public func prune(_ retention: TaskRetention, now: Date) async throws(TaskStoreError) -> Int {
            let batchSize = 5_000
            var count = 0
            for (areDead, age) in [(false, retention.ended), (true, retention.dead)] {
                var removed = batchSize
                while removed == batchSize {
                    let sql = """
                        SELECT nettask.prune_tasks($1, \
                        coalesce($2, clock_timestamp()) - $3::double precision * interval '1 second', $4, $5)
                        """
                    let values: [PostgreSQLValue] = [
                        .bool(areDead), time(now), .double(age.boundedSeconds),
                        .int(Int64(Int32(clamping: max(0, retention.maxCount)))), .int(Int64(batchSize)),
                    ]
                    removed = try await read(sql, values) { row throws(PostgreSQLError) in try row.get(0, as: Int.self)
                    }[0]
                    count += removed
                }
            }
            let sql = """
                SELECT nettask.tidy(coalesce($1, clock_timestamp()) - $2::double precision * interval '1 second', $1, $3)
                """
            let values: [PostgreSQLValue] = [
                time(now), .double(TaskFigure.retention), .int(Int64(AuditEntry.maxCount)),
            ]
            _ = try await rows(schema.sql(sql), values)
            return count
        }

        // MARK: Reading

        public func tasks(_ ids: [DurableTaskID]) async throws(TaskStoreError) -> [StoredTask] {
            let sql = "SELECT \(TaskColumns.all) FROM nettask.tasks($1)"
            return try await read(sql, [.ints(ids.map(\.rawValue))], TaskColumns.task)
        }

        public func tasks(_ query: TaskQuery) async throws(TaskStoreError) -> [StoredTask] {
            let selection = TaskSelection(query)
            return try await read(selection.sql, selection.values, TaskColumns.task)
        }

        public func runs(of id: DurableTaskID) async throws(TaskStoreError) -> [TaskRun] {
            let sql = """
                SELECT number, started, ended, outcome, error, attempt_count FROM nettask.all_run WHERE task = $1 \
                ORDER BY number
                """
            return try await read(sql, [.int(id.rawValue)]) { row throws(PostgreSQLError) in
                TaskRun(
                    number: try row.get(0),
                    startedAt: try row.get(1),
                    endedAt: try row.get(2),
                    outcome: TaskRun.Outcome(rawValue: try row.get(3)) ?? .lost,
                    error: try row.get(4),
                    attemptCount: try row.get(5)
                )
            }
        }

        /// Each condition uses its own index, and none scans all waiting tasks.
        public func counts() async throws(TaskStoreError) -> [TaskCount] {
            let sql = """
                SELECT l.kind, 0, sum(t.count)::bigint \
                FROM (SELECT lane, count(*) AS count FROM nettask.task WHERE state = 0 GROUP BY lane) AS t \
                JOIN nettask.lane AS l ON l.id = t.lane GROUP BY l.kind \
                UNION ALL SELECT kind, 1, count(*) FROM nettask.task WHERE state = 1 GROUP BY kind \
                UNION ALL SELECT kind, 2, count(*) FROM nettask.task WHERE state = 2 GROUP BY kind \
                UNION ALL SELECT kind, state, count(*) FROM nettask.ended GROUP BY kind, state ORDER BY 1, 2
                """
            return try await read(sql, []) { row throws(PostgreSQLError) in
                TaskCount(
                    kind: try row.get(0),
                    state: TaskState(column: try row.get(1)) ?? .dead,
                    count: try row.get(2)
                )
            }
        }

        public func figures(since date: Date) async throws(TaskStoreError) -> [TaskFigure] {
            let sql = """
                SELECT minute, kind, sum(enqueued)::bigint, sum(begun)::bigint, sum(succeeded)::bigint, \
                sum(failed)::bigint, sum(died)::bigint, sum(cancelled)::bigint FROM nettask.figure \
                WHERE minute >= $1 GROUP BY minute, kind ORDER BY minute, kind
                """
            return try await read(sql, [.date(TaskFigure.minute(of: date))]) { row throws(PostgreSQLError) in
                var figure = TaskFigure(minute: try row.get(0), kind: try row.get(1))
                figure.enqueued = try row.get(2)
                figure.begun = try row.get(3)
                figure.succeeded = try row.get(4)
                figure.failed = try row.get(5)
                figure.died = try row.get(6)
                figure.cancelled = try row.get(7)
                return figure
            }
        }

        public func audit(limit: Int) async throws(TaskStoreError) -> [AuditEntry] {
            let sql = "SELECT date, actor, action, ids, kinds, note FROM nettask.audit ORDER BY id DESC LIMIT $1"
            return try await read(sql, [.int(Int64(max(0, limit)))]) { row throws(PostgreSQLError) in
                let action = AuditEntry.Action(rawValue: try row.get(2))
                return try action.map { action throws(PostgreSQLError) in
                    AuditEntry(
                        date: try row.get(0),
                        actor: try row.get(1),
                        action: action,
                        ids: try row.get(3, as: [Int64].self).map(DurableTaskID.init),
                        kinds: try row.get(4),
                        note: try row.get(5)
                    )
                }
            }.compactMap(\.self)
        }

        private func read<Value>(
            _ sql: String,
            _ values: [PostgreSQLValue],
            _ body: (PostgreSQLRow) throws(PostgreSQLError) -> Value
        ) async throws(TaskStoreError) -> [Value] {
            let rows = try await rows(schema.sql(sql), values)
            do {
                return try rows.map { row throws(PostgreSQLError) in try body(row) }
            } catch {
                throw TaskStoreError(error)
            }
        }
    }
#endif
