#if PostgreSQL
    import Foundation
    import NetTaskCore
    public import NetTaskDurable

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
        let clock: ClockSource
        let lease: Duration
        /// What the claims of this object are known by.
        let owner = Int64.random(in: 1 ... .max)
        /// For tasks that can be stored without a look at others, and for the rest, which may have to wait for somebody's
        /// transaction.
        let plain = Batcher<NewTask, TaskInsertion>(maxWriterCount: 2) { $0.payload.count }
        let others = Batcher<NewTask, TaskInsertion>(maxWriterCount: 1) { $0.payload.count }
        let ends = Batcher<TaskEnd, [DurableTaskID]?>(maxWriterCount: 1) { $0.end.size }
        /// What came of ends that were stored while others of the same call were not, until it is asked for again.
        let storedEnds = Locked<[TaskLease: [DurableTaskID]]>([:])
        private let source = TaskChangeSource()
        private let listening = Locked<Task<Void, Never>?>(nil)
        private let isClosed = Locked(false)

        /// The server's notifications of changes are listened to on a separate connection, once somebody wants to know of them.
        ///
        /// - Parameters:
        ///   - url: where the database is, as libpq has it: `postgres://user@host:5432/database?sslmode=verify-full` or
        ///     `host=… dbname=…`. What it does not say comes from the environment, such as `PGPASSWORD`, and from
        ///     `~/.pgpass`.
        ///   - listeningURL: the address of the connection that listens, where `url` leads to a pooler that passes no
        ///     notifications, such as PgBouncer with `pool_mode = transaction`. Defaults to `url`.
        ///   - schema: the name of the schema: small letters, digits and underscores. Workers of one schema share its tasks.
        ///     Defaults to `nettask`.
        ///   - connectionLimit: the maximum number of connections, without the one that listens. Defaults to 4.
        ///   - migrates: whether the schema is made, or brought up to date. If not, one that is missing or of an earlier
        ///     version is an error. Defaults to `true`.
        /// - Throws: `TaskStoreError.unavailable(_:)` if the server cannot be reached, `TaskStoreError.tooNew(_:)` if the
        ///   schema is of a later version of NetTask, or `TaskStoreError.other(_:)`.
        public convenience init(
            _ url: String,
            listeningURL: String? = nil,
            schema: String = "nettask",
            connectionLimit: Int = 4,
            migrates: Bool = true
        ) async throws(TaskStoreError) {
            let pool: PostgreSQLPool
            do {
                var configuration = try PostgreSQLConfiguration(url)
                configuration.maxConnectionCount = max(1, connectionLimit)
                let listening = try listeningURL.map { url throws(PostgreSQLError) in try PostgreSQLConfiguration(url) }
                pool = PostgreSQLPool(configuration, listening: listening)
            } catch {
                throw TaskStoreError(error)
            }
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

        // MARK: Changes

        public func changes() -> TaskChanges {
            let changes = source.changes()
            listening.withLock { listening in
                guard listening == nil, !isClosed.withLock({ $0 }) else { return }
                let notifications = session.listen(schema.name)
                listening = Task { [source] in
                    for await notification in notifications {
                        let message = ChangeMessage(notification)
                        source.send(message.change, by: message.author)
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
        func correctWaits(_ now: Date) async throws(TaskStoreError) {
            if clock == .server { return }
            _ = try await rows(schema.sql("SELECT nettask.correct_waits($1)"), [.date(now)])
        }

        func checkIsOpen() throws(TaskStoreError) {
            if isClosed.withLock({ $0 }) { throw .closed }
        }

        func checkIsOpen<Value>(returning value: Value) throws(TaskStoreError) -> Value {
            try checkIsOpen()
            return value
        }

        /// Runs a statement to its end, also if the caller is cancelled: nobody would know what it has done. It is run again
        /// where the server undid it because of others.
        func rows(
            _ sql: String,
            _ values: [PostgreSQLValue],
            by author: Int64? = TaskChangeSource.author
        ) async throws(TaskStoreError) -> PostgreSQLRows {
            try checkIsOpen()
            let result = await Task { () async -> Result<PostgreSQLRows, TaskStoreError> in
                do throws(TaskStoreError) {
                    let rows = try await Self.repeating { () async throws(PostgreSQLError) in
                        try await run([PostgreSQLStatement(sql, values)], by: author)[0]
                    }
                    return .success(rows)
                } catch {
                    return .failure(error)
                }
            }.value
            return try result.get()
        }

        /// Runs statements in one transaction.
        ///
        /// - Parameter author: the queue that makes the changes. The notifications name it.
        func run(
            _ statements: [PostgreSQLStatement],
            by author: Int64?
        ) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            let authorship = authorship(author)
            return Array(try await session.batch(authorship + statements).dropFirst(authorship.count))
        }

        /// What comes first in a transaction in which a queue makes changes.
        func authorship(_ author: Int64?) -> [PostgreSQLStatement] {
            author.map { [PostgreSQLStatement(statements.setAuthor, [.text(String($0))])] } ?? []
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

        static func repeating<Value>(
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

    /// A notification of the schema.
    struct ChangeMessage: Decodable {
        private var kinds: Set<String>?
        private var ids: Set<DurableTaskID>?
        /// The queue that made the change, if one did.
        private(set) var author: Int64?

        var change: TaskChange { TaskChange(kinds: kinds, ids: ids) }

        /// Reads a notification. One that it cannot read means that anything may have changed.
        init(_ notification: PostgreSQLNotification) {
            guard case .message(let text) = notification,
                let message = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
            else { return }
            self = message
        }
    }
#endif
