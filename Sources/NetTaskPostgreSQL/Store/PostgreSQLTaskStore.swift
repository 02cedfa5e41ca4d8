#if PostgreSQL
    public import Foundation
    public import NetTaskDurable
    import NetTaskRuntime

    /// Keeps durable tasks in a PostgreSQL database, for any number of workers on any number of machines.
    ///
    ///     let store = try await PostgreSQLTaskStore("postgres://app@db.example.com/shop?sslmode=verify-full")
    ///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
    ///
    /// The tasks are in a schema of their own, which is made if it is not there, and brought up to date if it is of an
    /// earlier version; the user of the connection needs the right to do so then. The clock is that of the server.
    /// Who claims a task has a lease of 30 seconds, which his queue renews; a worker that ends, or loses the server, loses
    /// it, and another one runs the task.
    public final class PostgreSQLTaskStore: TaskStore, Sendable {
        /// Whose word on the time counts.
        package enum ClockSource: Sendable {
            case server
            /// For tests. Leases go by the server's clock all the same.
            case caller
        }

        let session: any PostgreSQLSession
        let schema: PostgreSQLSchema
        let statements: TaskStatements
        private let clock: ClockSource
        private let lease: Duration
        /// What the claims of this object are known by.
        private let owner = Int64.random(in: 1 ... .max)
        /// For tasks that can be stored without a look at others, and for the rest, which may have to wait for somebody's
        /// transaction.
        private let plain: InsertBatcher
        private let others: InsertBatcher
        private let source = TaskChangeSource()
        private let listening = Locked<Task<Void, Never>?>(nil)
        private let isClosed = Locked(false)

        /// The server's notifications of changes are listened to on a connection more, once somebody wants to know of them.
        ///
        /// - Parameters:
        ///   - url: where the database is, as libpq has it: `postgres://user@host:5432/database?sslmode=verify-full` or
        ///     `host=… dbname=…`. What it does not say comes from the environment, such as `PGPASSWORD`, and from
        ///     `~/.pgpass`.
        ///   - schema: the name of the schema: small letters, digits and underscores. Workers of one schema share its tasks.
        ///     Defaults to `nettask`.
        ///   - connectionLimit: the maximum number of connections, without the one that listens. Defaults to 4.
        ///   - migrates: whether the schema is made, or brought up to date. If not, one that is missing or of an earlier
        ///     version is an error. Defaults to `true`.
        /// - Throws: `TaskStoreError.unavailable(_:)` if the server cannot be reached, `TaskStoreError.tooNew(_:)` if the
        ///   schema is of a later version of NetTask, or `TaskStoreError.other(_:)`.
        public convenience init(
            _ url: String,
            schema: String = "nettask",
            connectionLimit: Int = 4,
            migrates: Bool = true
        ) async throws(TaskStoreError) {
            var configuration: PostgreSQLConfiguration
            do {
                configuration = try PostgreSQLConfiguration(url)
            } catch {
                throw TaskStoreError(error)
            }
            configuration.maxConnectionCount = max(1, connectionLimit)
            let pool = PostgreSQLPool(configuration)
            do {
                try await self.init(session: pool, schema: schema, migrates: migrates)
            } catch {
                await pool.close()
                throw error
            }
        }

        /// The store over a client of one's own, or with a clock and leases for tests.
        package init(
            session: any PostgreSQLSession,
            schema: String = "nettask",
            clock: ClockSource = .server,
            leaseDuration: Duration = .seconds(30),
            migrates: Bool = true
        ) async throws(TaskStoreError) {
            let schema = try PostgreSQLSchema(schema)
            let statements = TaskStatements(schema)
            try await migrates ? schema.migrate(session) : schema.check(session)
            self.session = session
            self.schema = schema
            self.statements = statements
            self.clock = clock
            lease = leaseDuration
            let insert: @Sendable ([NewTask]) async throws(TaskStoreError) -> [TaskInsertion] = {
                tasks throws(TaskStoreError) in
                try await Self.insert(tasks, now: .null, statements, session)
            }
            plain = InsertBatcher(maxWriterCount: 2, insert)
            others = InsertBatcher(maxWriterCount: 1, insert)
        }

        deinit {
            listening.withLock { $0?.cancel() }
            source.finish()
        }

        /// What stands in messages for a connection string: the database as a URL, without a password.
        public static func description(of url: String) -> String {
            (try? PostgreSQLConfiguration(url).description) ?? "postgres://…"
        }

        /// The statements that make the schema, for those who do it by tools of their own.
        ///
        /// - Parameters:
        ///   - version: the version that is there. Defaults to 0: none.
        ///   - schema: its name. Defaults to `nettask`.
        /// - Returns: SQL, to be run in one transaction; empty if that is the latest version.
        /// - Throws: `TaskStoreError.other(_:)` if a schema cannot have that name.
        public static func migration(
            from version: Int = 0,
            schema: String = "nettask"
        ) throws(TaskStoreError) -> String {
            try PostgreSQLSchema(schema).migration(from: version)
        }

        // MARK: Running tasks

        public var leaseDuration: Duration? { lease }

        /// Tasks of several callers who come at the same time are stored in one transaction.
        ///
        /// - Throws: `TaskStoreError.tooLarge(_:)` for a payload of more than 1 MB, beside what the others throw.
        public func insert(_ tasks: [NewTask], now: Date) async throws(TaskStoreError) -> [TaskInsertion] {
            try checkIsOpen()
            if tasks.isEmpty { return [] }
            switch clock {
            case .server: return try await (tasks.allSatisfy(\.isPlain) ? plain : others).insert(tasks)
            case .caller: return try await Self.insert(tasks, now: .date(now), statements, session)
            }
        }

        private static func insert(
            _ tasks: [NewTask],
            now: PostgreSQLValue,
            _ statements: TaskStatements,
            _ session: any PostgreSQLSession
        ) async throws(TaskStoreError) -> [TaskInsertion] {
            let values = try TaskInsert(tasks).values(now: now)
            return try await repeating { () async throws(PostgreSQLError) in
                try await session.query(statements.insert, values).map { row throws(PostgreSQLError) in
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
            let held = Set(try await ids(statements.renew, values))
            return leases.filter { !held.contains($0.id) }
        }

        public func end(_ ends: [TaskEnd], now: Date) async throws(TaskStoreError) -> [[DurableTaskID]?] {
            if ends.isEmpty { return try checkIsOpen(returning: []) }
            var answers = try await end(
                ends.map { ($0.lease, TaskRules.transition(after: $0.end), $0.attemptCount) },
                isToWait: false,
                now
            )
            // Those are waited for apart from the others that somebody has locked, such as in order to store a task that
            // depends on them.
            let locked = answers.indices.filter { if case .locked = answers[$0] { true } else { false } }
            if !locked.isEmpty {
                let later = try await end(
                    locked.map { (ends[$0].lease, TaskRules.transition(after: ends[$0].end), ends[$0].attemptCount) },
                    isToWait: true,
                    now
                )
                for (place, answer) in zip(locked, later) { answers[place] = answer }
            }
            return answers.map { if case .held(let ids) = $0 { ids } else { nil } }
        }

        private func end(
            _ ends: [(lease: TaskLease, transition: TaskRules.Transition, attemptCount: Int)],
            isToWait: Bool,
            _ now: Date
        ) async throws(TaskStoreError) -> [RunEndAnswer] {
            var values = RunEnds()
            for end in ends {
                values.append(end.lease, end.transition, attemptCount: end.attemptCount)
            }
            let rows = try await rows(statements.end, values.values(isToWait: isToWait, now: time(now)))
            do {
                return try RunEndAnswer.answers(rows, count: ends.count)
            } catch {
                throw TaskStoreError(error)
            }
        }

        /// Ends them some thousand at a time. If it throws, some may have ended.
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

        /// Takes them back some hundred at a time. If it throws, some may have been taken back.
        public func recover(now: Date) async throws(TaskStoreError) -> [DurableTaskID] {
            if clock == .server {
                _ = try await rows(schema.sql("SELECT nettask.check_clock()"), [])
            }
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
                // The others are taken back by somebody else at this moment.
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

        // MARK: Changes

        public func changes() -> TaskChanges {
            let changes = source.changes()
            listening.withLock { listening in
                guard listening == nil, !isClosed.withLock({ $0 }) else { return }
                let notifications = session.listen(schema.name)
                listening = Task { [source] in
                    for await notification in notifications {
                        source.send(TaskChange(notification))
                    }
                }
            }
            return changes
        }

        /// Others may come at any time.
        public func hasOtherOwners() async -> Bool { true }

        public func close() async {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if wasClosed { return }
            listening.withLock { $0?.cancel() }
            source.finish()
            // Where this fails, the leases run out by themselves.
            let sql = "UPDATE nettask.task SET leased_until = '-infinity' WHERE state = 2 AND owner = $1"
            _ = try? await session.query(schema.sql(sql), [.int(owner)])
            await session.close()
        }

        // MARK: The database

        func time(_ now: Date) -> PostgreSQLValue {
            clock == .caller ? .date(now) : .null
        }

        /// Where the caller says what time it is, it may be earlier than before.
        private func correctWaits(_ now: Date) async throws(TaskStoreError) {
            if clock == .server { return }
            _ = try await rows(schema.sql("SELECT nettask.correct_waits($1)"), [.date(now)])
        }

        func checkIsOpen() throws(TaskStoreError) {
            if isClosed.withLock({ $0 }) { throw .closed }
        }

        private func checkIsOpen<Value>(returning value: Value) throws(TaskStoreError) -> Value {
            try checkIsOpen()
            return value
        }

        /// Runs a statement to its end, also if the caller is cancelled: nobody would know what it has done. It is run again
        /// where the server undid it because of others.
        func rows(_ sql: String, _ values: [PostgreSQLValue]) async throws(TaskStoreError) -> PostgreSQLRows {
            try checkIsOpen()
            let result = await Task { [session] () async -> Result<PostgreSQLRows, TaskStoreError> in
                do throws(TaskStoreError) {
                    let rows = try await Self.repeating { () async throws(PostgreSQLError) in
                        try await session.query(sql, values)
                    }
                    return .success(rows)
                } catch {
                    return .failure(error)
                }
            }.value
            return try result.get()
        }

        /// The first column of each row.
        func ids(_ sql: String, _ values: [PostgreSQLValue]) async throws(TaskStoreError) -> [DurableTaskID] {
            let rows = try await rows(sql, values)
            do {
                return try rows.map { DurableTaskID(rawValue: try $0.get(0)) }
            } catch {
                throw TaskStoreError(error)
            }
        }

        private static func repeating<Value>(
            _ body: () async throws(PostgreSQLError) -> Value
        ) async throws(TaskStoreError) -> Value {
            var attemptCount = 1
            while true {
                do {
                    return try await body()
                } catch {
                    guard error.isConflict, attemptCount < 3 else { throw TaskStoreError(error) }
                    attemptCount += 1
                }
            }
        }
    }

    extension TaskChange {
        private struct Message: Decodable {
            var kinds: Set<String>?
            var ids: Set<DurableTaskID>?
        }

        /// What a notification of the schema says; anything, if it cannot be read.
        init(_ notification: PostgreSQLNotification) {
            guard case .message(let text) = notification,
                let message = try? JSONDecoder().decode(Message.self, from: Data(text.utf8))
            else {
                self = .any
                return
            }
            self.init(kinds: message.kinds, ids: message.ids)
        }
    }
#endif
