#if PostgreSQL
    package import Foundation

    /// A database as far as the store uses it, so that another client can take the place of ``PostgreSQLPool``.
    ///
    /// A statement is prepared once for each connection, by its text, so texts should be few and values should not stand
    /// in them. If the Swift task that waits for a statement is cancelled, the statement is cancelled on the server, and
    /// the call throws ``PostgreSQLError/cancelled``; it may still have been done.
    package protocol PostgreSQLSession: Sendable {
        /// Runs one statement in a transaction of its own.
        ///
        /// - Parameter values: those of `$1`, `$2` and so on.
        func query(_ sql: String, _ values: [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows

        /// Runs statements in one round trip and one transaction: all are done, or none is. All of them are prepared before
        /// the first is run, so none can use a table that another one creates.
        ///
        /// - Returns: one result for each.
        func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows]

        /// Runs any number of statements in one text, without values, such as a migration, in one transaction.
        func execute(_ script: String) async throws(PostgreSQLError)

        /// Runs the body between BEGIN and COMMIT, on one connection; ROLLBACK if the body throws.
        ///
        /// The body must not keep the transaction. The server ends the connection if it is left idle in a transaction for
        /// longer than 60 seconds.
        ///
        /// - Throws: what the body throws, or ``PostgreSQLError``. If it is ``PostgreSQLError/unavailable(_:)``, the
        ///   transaction may have been committed.
        func transaction<Value: Sendable>(
            _ body: @Sendable (any PostgreSQLTransaction) async throws -> Value
        ) async throws -> Value

        /// Notifications of a channel, on a connection of its own, which is made again if it is lost. It never ends by
        /// itself before ``close()``. A slow consumer may miss messages, and finds `.listening` in their place.
        func listen(_ channel: String) -> AsyncStream<PostgreSQLNotification>

        /// Closes all connections. Statements under way are given a moment to end; later calls throw
        /// ``PostgreSQLError/closed``.
        func close() async
    }

    /// A transaction under way, see ``PostgreSQLSession/transaction(_:)``.
    package protocol PostgreSQLTransaction: Sendable {
        func query(_ sql: String, _ values: [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows
        func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows]
        func execute(_ script: String) async throws(PostgreSQLError)
    }

    /// What comes by ``PostgreSQLSession/listen(_:)``.
    package enum PostgreSQLNotification: Sendable, Hashable {
        /// From here on notifications arrive. Earlier ones may have been missed, so it is the moment to look once.
        case listening
        /// The payload of a notification.
        case message(String)
    }

    /// A text of SQL and the values of its parameters.
    package struct PostgreSQLStatement: Sendable, Hashable {
        package var sql: String
        package var values: [PostgreSQLValue]

        package init(_ sql: String, _ values: [PostgreSQLValue] = []) {
            self.sql = sql
            self.values = values
        }

        /// The first words of the statement, for messages. No values are in them.
        var summary: String { Self.summary(of: sql) }

        static func summary(of sql: String) -> String {
            let words = sql.split(whereSeparator: \.isWhitespace).prefix(6).joined(separator: " ")
            return words.count > 80 ? words.prefix(80) + "…" : words
        }
    }

    /// A value of a parameter. It takes the type that the statement has for the parameter, as far as the server can
    /// convert it: `.int` for `smallint` up to `bigint`, `.text` for `jsonb` or `uuid`.
    package enum PostgreSQLValue: Sendable, Hashable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        /// Must not contain the character NUL, which PostgreSQL cannot store.
        case text(String)
        /// `bytea`
        case bytes(Data)
        /// `timestamptz`, in whole microseconds. `distantFuture` and `distantPast` are dates like others.
        case date(Date)
        case bools([Bool?])
        case ints([Int64?])
        case doubles([Double?])
        case texts([String?])
        /// `bytea[]`
        case manyBytes([Data?])
        /// `timestamptz[]`
        case dates([Date?])
    }
#endif
