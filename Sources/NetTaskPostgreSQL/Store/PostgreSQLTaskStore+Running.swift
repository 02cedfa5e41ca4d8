#if PostgreSQL
    public import Foundation
    import NetTaskCore
    public import NetTaskDurable

    extension PostgreSQLTaskStore {
        public var leaseDuration: Duration? { lease }

        /// Tasks of concurrent callers are stored in one transaction.
        ///
        /// - Throws: `TaskStoreError.tooLarge(_:)` for a payload of more than 1 MB, besides the errors of other stores.
        public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
            try checkIsOpen()
            if tasks.isEmpty { return [] }
            let isPlain = PlainInsert.isPossible(for: tasks)
            let insert: Batcher<NewTask, TaskInsertion>.WriteAll = { (tasks, author) throws(TaskStoreError) in
                try await isPlain ? self.insertPlain(tasks, now, author) : self.insertOthers(tasks, now, author)
            }
            if clock == .caller { return try await insert(tasks, TaskChangeSource.author) }
            return try await (isPlain ? plain : others).write(tasks, insert)
        }

        private func insertPlain(
            _ tasks: [NewTask],
            _ now: Date,
            _ author: Int64?
        ) async throws(TaskStoreError) -> [TaskInsertion] {
            let insert = try PlainInsert(tasks)
            let inserts = try insert.statements(statements.insertPlain, now: time(now))
            return try await Self.repeating { () async throws(PostgreSQLError) in
                try insert.insertions(try await run(inserts, by: author))
            }
        }

        private func insertOthers(
            _ tasks: [NewTask],
            _ now: Date,
            _ author: Int64?
        ) async throws(TaskStoreError) -> [TaskInsertion] {
            let insert = PostgreSQLStatement(statements.insert, try TaskInsert(tasks).values(now: time(now)))
            return try await Self.repeating { () async throws(PostgreSQLError) in
                try await run([insert], by: author)[0].map { row throws(PostgreSQLError) in
                    try TaskInsert.insertion(row)
                }
            }
        }

        public func claim(_ claim: TaskClaim, now: Date) async throws(TaskStoreError) -> [ClaimedTask] {
            if claim.limit <= 0 || claim.kinds.isEmpty { return try checkIsOpen(returning: []) }
            try await correctWaits(now)
            let values: [PostgreSQLValue] =
                claim.values + [
                    .int(Int64(Int32(clamping: claim.limit))), .int(Int64(Int32(clamping: claim.suspectLimit))),
                    .double(lease.seconds), .int(owner), time(now),
                ]
            return try await rows(statements.claim, values).map { row throws(TaskStoreError) in
                do {
                    return try TaskColumns.claimed(row)
                } catch {
                    throw TaskStoreError(error)
                }
            }
        }

        public func renew(_ leases: [TaskLease], now: Date) async throws(TaskStoreError) -> [TaskLease] {
            if leases.isEmpty { return try checkIsOpen(returning: []) }
            let values: [PostgreSQLValue] = [
                .ints(leases.map(\.id.rawValue)), .ints(leases.map(\.token)), .double(lease.seconds),
            ]
            let rows = try await rows(statements.renew, values)
            do {
                let held = Set(
                    try rows.map { row throws(PostgreSQLError) in
                        TaskLease(id: DurableTaskID(rawValue: try row.get(0)), token: try row.get(1))
                    }
                )
                return leases.filter { !held.contains($0) }
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Ends of concurrent callers are stored in one transaction. This waits a few seconds for tasks that others have locked,
        /// for example in order to store dependents. If this throws, some ends may have been stored; a repeated call returns
        /// their answers.
        public func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
            if ends.isEmpty { return try checkIsOpen(returning: []) }
            if clock == .caller { return try await endAll(ends, now, TaskChangeSource.author) }
            return try await self.ends.write(ends) { (ends, author) throws(TaskStoreError) in
                try await self.endAll(ends, now, author)
            }
        }

        private func endAll(
            _ ends: [TaskEnd],
            _ now: Date,
            _ author: Int64?
        ) async throws(TaskStoreError) -> [[DurableTaskID]?] {
            let stored = storedEnds.withLock { $0 }
            var answers = ends.map { end in stored[end.lease].map(RunEndAnswer.held) ?? .locked }
            for isToWait in [false, true] {
                let places = answers.indices.filter { if case .locked = answers[$0] { true } else { false } }
                if places.isEmpty { break }
                let transitions = places.map { place in
                    (ends[place].lease, TaskRules.transition(after: ends[place].end), ends[place].attemptCount)
                }
                do {
                    let news = try await end(transitions, isToWait: isToWait, now, author)
                    for (place, answer) in zip(places, news) { answers[place] = answer }
                } catch {
                    remember(answers, of: ends)
                    throw error
                }
            }
            storedEnds.withLock { stored in
                for end in ends where !stored.isEmpty { stored[end.lease] = nil }
            }
            return answers.map { if case .held(let ids) = $0 { ids } else { nil } }
        }

        private func remember(_ answers: [RunEndAnswer], of ends: [TaskEnd]) {
            storedEnds.withLock { stored in
                // The caller does not ask for as many again.
                if stored.count > 10_000 { stored = [:] }
                for (end, answer) in zip(ends, answers) {
                    if case .held(let ids) = answer { stored[end.lease] = ids }
                }
            }
        }

        private func end(
            _ ends: [(lease: TaskLease, transition: TaskRules.Transition, attemptCount: Int)],
            isToWait: Bool,
            _ now: Date,
            _ author: Int64? = TaskChangeSource.author
        ) async throws(TaskStoreError) -> [RunEndAnswer] {
            var values = RunEnds()
            for end in ends {
                values.append(end.lease, end.transition, attemptCount: end.attemptCount)
            }
            let rows = try await rows(statements.end, values.values(isToWait: isToWait, now: time(now)), by: author)
            do {
                return try RunEndAnswer.answers(rows, count: ends.count)
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Tasks are ended in groups of a few thousand. If this throws, some tasks may have ended.
        public func expire(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            try await correctWaits(now)
            var ended: [DurableTaskID] = []
            var isMore = true
            while isMore {
                let values: [PostgreSQLValue] = [.text(TaskRules.Reason.expired), time(now)]
                let row = try await rows(schema.sql("SELECT * FROM nettask.expire_tasks($1, $2)"), values)[0]
                do {
                    ended += try row.get(0, as: [Int64].self).map(DurableTaskID.init)
                    isMore = try row.get(1)
                } catch {
                    throw TaskStoreError(error)
                }
            }
            return ended
        }

        /// Leases are taken back in groups of a few hundred. If this throws, some leases may have been taken back.
        public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            let checks = [
                "nettask.correct_leases($1::double precision * interval '1 second')", "nettask.pass_turns()",
                clock == .server ? "nettask.check_clock()" : "NULL",
            ]
            let sql = "SELECT " + checks.joined(separator: ", ")
            _ = try await rows(schema.sql(sql), [.double(lease.seconds)])
            var ended: [DurableTaskID] = []
            while true {
                let lost = try await lostLeases()
                if lost.isEmpty { return ended }
                let answers = try await end(lost.map { ($0.lease, $0.transition, 0) }, isToWait: false, now)
                var isAnyHeld = false
                for (lost, answer) in zip(lost, answers) {
                    guard case .held(let dependents) = answer else { continue }
                    isAnyHeld = true
                    ended += (lost.transition.state.isEnd ? [lost.lease.id] : []) + dependents
                }
                // Another process is taking back the others.
                if !isAnyHeld { return ended }
            }
        }

        private func lostLeases() async throws(TaskStoreError) -> [(lease: TaskLease, transition: TaskRules.Transition)]
        {
            let sql = "SELECT * FROM nettask.lost_leases()"
            return try await rows(schema.sql(sql), []).map { row throws(TaskStoreError) in
                do {
                    let lease = TaskLease(id: DurableTaskID(rawValue: try row.get(0)), token: try row.get(1))
                    let transition = TaskRules.transition(
                        afterLostLease: try row.get(2),
                        runCount: try row.get(3),
                        maxRunCount: try row.get(4)
                    )
                    return (lease, transition)
                } catch {
                    throw TaskStoreError(error)
                }
            }
        }

        public func wait(for claim: TaskClaim, now: Date) async throws(TaskStoreError) -> Duration? {
            try await correctWaits(now)
            let values = claim.values + [.bool(claim.limit > 0), .bool(claim.suspectLimit > 0), time(now)]
            let row = try await rows(statements.wait, values)[0]
            do {
                return try row.get(0, as: Int64?.self).map(Duration.microseconds)
            } catch {
                throw TaskStoreError(error)
            }
        }
    }
#endif
