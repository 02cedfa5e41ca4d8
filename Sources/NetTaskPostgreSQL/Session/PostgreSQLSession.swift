#if PostgreSQL
    package import Foundation

    /// A database as the store uses it, so that another client can replace ``PostgreSQLPool``.
    ///
    /// Each connection prepares a statement once by its text, so use few texts, without values in them. If the Swift task that
    /// waits for a statement is cancelled, the statement is cancelled on the server, and the call throws
    /// ``PostgreSQLError/cancelled``. The statement may still have taken effect.
    package protocol PostgreSQLSession: Sendable {
        /// Runs one statement in its own transaction.
        ///
        /// - Parameter values: the values of `$1`, `$2` and so on.
        func query(_ sql: String, _ values: [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows

        /// Runs statements in one round trip and one transaction: either all or none take effect. All are prepared before the
        /// first one runs, so none can use a table that another one creates.
        ///
        /// - Returns: one result for each statement.
        func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows]

        /// Runs a text of any number of statements without values, such as a migration, in one transaction.
        func execute(_ script: String) async throws(PostgreSQLError)

        /// Runs the body in a transaction on one connection: COMMIT follows, or ROLLBACK if the body throws.
        ///
        /// The body must not keep the transaction. The server ends a connection that is idle in a transaction for longer than
        /// 60 seconds.
        ///
        /// - Throws: the error of the body, or ``PostgreSQLError``. After ``PostgreSQLError/unavailable(_:)``, the transaction
        ///   may have been committed.
        func transaction<Value: Sendable>(
            _ body: @Sendable (any PostgreSQLTransaction) async throws -> Value
        ) async throws -> Value

        /// Returns the notifications of a channel, on a connection of its own that reconnects when it is lost. The stream does
        /// not end before ``close()``. A slow consumer may miss messages, and gets `.listening` instead.
        func listen(_ channel: String) -> AsyncStream<PostgreSQLNotification>

        /// Closes all connections. Current statements get a moment to end. Later calls throw ``PostgreSQLError/closed``.
        func close() async
    }

    /// A current transaction, see ``PostgreSQLSession/transaction(_:)``.
    package protocol PostgreSQLTransaction: Sendable {
        func query(_ sql: String, _ values: [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows
        func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows]
        func execute(_ script: String) async throws(PostgreSQLError)
    }

    /// An element of ``PostgreSQLSession/listen(_:)``.
    package enum PostgreSQLNotification: Sendable, Hashable {
        /// Notifications arrive from now on. Earlier ones may have been missed, so check for changes once.
        case listening
        /// The payload of a notification.
        case message(String)
    }

    /// SQL text, and the values of its parameters.
    package struct PostgreSQLStatement: Sendable, Hashable {
        package var sql: String
        package var values: [PostgreSQLValue]

        package init(_ sql: String, _ values: [PostgreSQLValue] = []) {
            self.sql = sql
            self.values = values
        }

        /// The first words of the statement, for messages. They contain no values.
        var summary: String { Self.summary(of: sql) }

        static func summary(of sql: String) -> String {
            let words = sql.split(whereSeparator: \.isWhitespace).prefix(6).joined(separator: " ")
            return words.count > 80 ? words.prefix(80) + "…" : words
        }
    }

    /// The value of a parameter. It gets the type of the parameter in the statement, as far as the server can convert it:
    /// `.int` for `smallint` up to `bigint`, `.text` for `jsonb` or `uuid`.
    package enum PostgreSQLValue: Sendable, Hashable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        /// Must not contain the character NUL, which PostgreSQL cannot store.
        case text(String)
        /// `bytea`
        case bytes(Data)
        /// `timestamptz`, in whole microseconds. `distantFuture` and `distantPast` are ordinary dates.
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
