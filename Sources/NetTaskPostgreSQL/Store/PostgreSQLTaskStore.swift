#if PostgreSQL
    import Foundation
    import NetTaskCore
    public import NetTaskDurable

    /// A store of durable tasks in a PostgreSQL database, for any number of workers on any number of machines.
    ///
    ///     let store = try await PostgreSQLTaskStore("postgres://app@db.example.com/shop?sslmode=verify-full")
    ///     let queue = DurableHTTPNetTaskQueue(store: store, handler: HTTPNetTaskQueueHandler())
    ///
    /// The tasks are in a schema of their own. By default, a missing schema is created and an earlier version is updated. This
    /// requires the privileges to change the database. The server's clock is used. Each claim has a lease of 30 seconds,
    /// which the queue renews. A worker that ends or loses the server loses its leases, and another worker runs the tasks.
    public final class PostgreSQLTaskStore: TaskStore, Sendable {
        /// The clock that determines dates.
        package enum ClockSource: Sendable {
            case server
            /// The caller's clock, for tests. Leases always use the server's clock.
            case caller
        }

        let session: any PostgreSQLSession
        let schema: PostgreSQLSchema
        let statements: TaskStatements
        let clock: ClockSource
        let lease: Duration
        /// The owner id in claims of this object.
        let owner = Int64.random(in: 1 ... .max)
        /// One batcher for tasks that can be stored without reading others, and one for the rest, which may have to wait for
        /// other transactions.
        let plain = Batcher<NewTask, TaskInsertion>(maxWriterCount: 2) { $0.payload.count }
        let others = Batcher<NewTask, TaskInsertion>(maxWriterCount: 1) { $0.payload.count }
        let ends = Batcher<TaskEnd, [DurableTaskID]?>(maxWriterCount: 1) { $0.end.size }
        /// The answers to ends that were stored while others of the same call were not, until they are requested again.
        let storedEnds = Locked<[TaskLease: [DurableTaskID]]>([:])
        private let source = TaskChangeSource()
        private let listening = Locked<Task<Void, Never>?>(nil)
        private let isClosed = Locked(false)

        /// Opens a store. It listens to the server's notifications of changes on a separate connection as soon as there is a
        /// listener.
        ///
        /// - Parameters:
        ///   - url: the address of the database in libpq's form: `postgres://user@host:5432/database?sslmode=verify-full` or
        ///     `host=… dbname=…`. Missing settings come from the environment, such as `PGPASSWORD`, and from `~/.pgpass`.
        ///   - listeningURL: the address of the connection that listens, if `url` is a pooler without notifications, such as
        ///     PgBouncer with `pool_mode = transaction`. Default: `url`.
        ///   - schema: the name of the schema: lowercase letters, digits and underscores. Workers of one schema share its tasks.
        ///     Default: `nettask`.
        ///   - connectionLimit: the largest number of connections, without the one that listens. Default: 4.
        ///   - migrates: whether the schema is created or updated. If false, a missing schema and an earlier version are
        ///     errors. Default: true.
        /// - Throws: `TaskStoreError.unavailable(_:)` if the server cannot be reached, `TaskStoreError.tooNew(_:)` if the
        ///   schema has a later version, or `TaskStoreError.other(_:)`.
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

        /// Opens the store with another client, or with a clock and leases for tests.
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

        /// The database as a URL without a password, for messages.
        public static func description(of url: String) -> String {
            (try? PostgreSQLConfiguration(url).description) ?? "postgres://…"
        }

        /// Returns the statements that create or update the schema, for users with their own migration tools.
        ///
        /// - Parameters:
        ///   - version: the existing version. Default: 0, for no schema.
        ///   - schema: the name of the schema. Default: `nettask`.
        /// - Returns: SQL for one transaction; empty for the latest version.
        /// - Throws: `TaskStoreError.other(_:)` if the name of the schema is invalid.
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

        /// Other workers may connect at any time.
        public func hasOtherOwners() async -> Bool { true }

        public func close() async {
            let wasClosed = isClosed.withLock { isClosed in
                defer { isClosed = true }
                return isClosed
            }
            if wasClosed { return }
            listening.withLock { $0?.cancel() }
            source.finish()
            // If this fails, the leases expire.
            let sql = "UPDATE nettask.task SET leased_until = '-infinity' WHERE state = 2 AND owner = $1"
            _ = try? await session.query(schema.sql(sql), [.int(owner)])
            await session.close()
        }

        // MARK: The database

        func time(_ now: Date) -> PostgreSQLValue {
            clock == .caller ? .date(now) : .null
        }

        /// The caller's time may be earlier than before.
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

        /// Runs a statement to its end, even if the caller is cancelled, since its effect would otherwise be unknown. The
        /// statement is repeated if the server undid it because of other transactions.
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
        /// - Parameter author: the queue that makes the changes. The notifications contain it.
        func run(
            _ statements: [PostgreSQLStatement],
            by author: Int64?
        ) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            let authorship = authorship(author)
            return Array(try await session.batch(authorship + statements).dropFirst(authorship.count))
        }

        /// The first statement of a transaction with changes by a queue.
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
        /// The queue that made the change; nil if no queue did.
        private(set) var author: Int64?

        var change: TaskChange { TaskChange(kinds: kinds, ids: ids) }

        /// Reads a notification. An unreadable one means that anything may have changed.
        init(_ notification: PostgreSQLNotification) {
            guard case .message(let text) = notification,
                let message = try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
            else { return }
            self = message
        }
    }
#endif
