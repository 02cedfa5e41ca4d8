#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    extension TaskTransaction {
        /// Stores tasks. If it throws, its changes must be undone.
        func insert(_ tasks: [NewTask]) throws -> [TaskInsertion] {
            for task in tasks {
                for dependency in task.dependencies {
                    let known = try db.number("SELECT 1 FROM nettask_task WHERE id = ?", dependency.id.rawValue)
                    if known == nil { throw TaskStoreError.unknownDependency(dependency.id) }
                }
            }
            return try tasks.map(insert)
        }

        private func insert(_ task: NewTask) throws -> TaskInsertion {
            try rejectZeros(in: task)
            var replaced: [DurableTaskID]?
            if let uniqueness = task.uniqueness, let other = try unique(task.kind, uniqueness.key) {
                if let answer = TaskRules.answer(to: task, beside: DurableTaskID(rawValue: other)) { return answer }
                replaced = try cancel([other], reason: TaskRules.Reason.replaced)
            }
            let id = DurableTaskID(rawValue: try insertRow(task))
            return replaced.map { .replaced($0, by: id) } ?? .inserted(id)
        }

        /// Returns the task of a kind and key that has not ended.
        func unique(_ kind: String, _ key: String) throws -> Int64? {
            try db.number("SELECT id FROM nettask_task WHERE kind = ? AND unique_key = ? AND state < 3", kind, key)
        }

        private func insertRow(_ task: NewTask) throws -> Int64 {
            let needs = try needs(of: task.dependencies)
            let state = TaskRules.firstState(needs, isGroupTaken: try task.group.map(isTaken) ?? false)
            try figures.count(task.kind, now: now) { figure in
                figure.enqueued += 1
                figure.count(state)
            }
            let since = task.notBefore == nil ? now.column : nil
            try db.run(
                Self.insertion,
                state.column,
                try lane(task.kind, task.payloadVersion, task.requirements, isSuspect: false),
                task.priority.rawValue,
                (task.notBefore ?? now).column,
                since,
                task.expires?.column,
                state == .blocked ? needs.open.count : 0,
                task.kind,
                task.payloadVersion,
                task.requirements.rawValue,
                task.idempotencyKey,
                task.specVersion,
                task.specHash,
                task.codec,
                now.column,
                state.isEnd ? now.column : nil,
                task.notBefore?.column,
                task.priority.rawValue,
                task.durability.maxRunCount,
                task.durability.interval.column,
                task.durability.maxInterval.column,
                task.durability.codec,
                task.durability.requirements.rawValue,
                task.group,
                task.uniqueness?.key,
                task.uniqueness?.policy.rawValue,
                try TaskColumns.json(task.dependencies),
                try TaskColumns.json(task.tags),
                try TaskColumns.json(task.traceContext),
                needs.failed.map(TaskRules.Reason.hadFailed),
                PayloadChecksum.of(task),
                state.isEnd ? Data() : task.payload
            )
            let id = db.lastInsertedRowID
            if state == .blocked {
                try open(needs, of: id)
            }
            return id
        }

        private static let insertion = """
            INSERT INTO nettask_task (state, lane, priority, due, since, expires, pending, kind, payload_version, requirements, \
            idempotency_key, spec_version, spec_hash, codec, enqueued, ended, not_before, first_priority, max_run_count, \
            interval, max_interval, durable_codec, durable_requirements, group_name, unique_key, unique_policy, \
            dependencies, tags, trace_context, cancellation, checksum, payload) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """

        /// SQLite ends a text at this character.
        private func rejectZeros(in task: NewTask) throws {
            let texts = [
                ("kind", task.kind), ("idempotencyKey", task.idempotencyKey), ("specVersion", task.specVersion),
                ("specHash", task.specHash), ("codec", task.codec ?? ""), ("group", task.group ?? ""),
                ("uniqueness.key", task.uniqueness?.key ?? ""), ("durability.codec", task.durability.codec ?? ""),
            ]
            for (name, text) in texts where text.utf8.contains(0) {
                throw TaskStoreError.other(
                    "The \(name) of a task contains the character U+0000, which SQLite cannot store."
                )
            }
        }
    }
#endif
