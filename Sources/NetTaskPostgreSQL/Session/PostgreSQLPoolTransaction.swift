#if PostgreSQL
    import NetTaskCore

    /// A transaction on a connection of the pool. It cannot be used any more when its body is over.
    final class PostgreSQLPoolTransaction: PostgreSQLTransaction {
        private let connection: Locked<PostgreSQLConnection?>

        private init(_ connection: PostgreSQLConnection) {
            self.connection = Locked(connection)
        }

        static func run<Value: Sendable>(
            on connection: PostgreSQLConnection,
            _ body: @Sendable (any PostgreSQLTransaction) async throws -> Value
        ) async throws -> Value {
            _ = try await connection.run(.statements([PostgreSQLStatement("BEGIN")]))
            let transaction = PostgreSQLPoolTransaction(connection)
            let value: Value
            do {
                value = try await body(transaction)
            } catch {
                transaction.end()
                // If it fails, the connection is closed, which rolls back, too.
                _ = try? await connection.run(.statements([PostgreSQLStatement("ROLLBACK")]), isCancellable: false)
                throw error
            }
            transaction.end()
            guard !connection.health.hasFailedTransaction else {
                // The server would take a COMMIT for a ROLLBACK without a word.
                _ = try? await connection.run(.statements([PostgreSQLStatement("ROLLBACK")]), isCancellable: false)
                throw PostgreSQLError.unexpected(
                    "A transaction was rolled back, since a statement in it failed and its body did not throw"
                )
            }
            _ = try await connection.run(.statements([PostgreSQLStatement("COMMIT")]), isCancellable: false)
            return value
        }

        func query(_ sql: String, _ values: [PostgreSQLValue]) async throws(PostgreSQLError) -> PostgreSQLRows {
            try await run(.statements([PostgreSQLStatement(sql, values)]))[0]
        }

        func batch(_ statements: [PostgreSQLStatement]) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            try await run(.statements(statements))
        }

        func execute(_ script: String) async throws(PostgreSQLError) {
            _ = try await run(.script(script))
        }

        private func run(_ work: PostgreSQLOperation.Work) async throws(PostgreSQLError) -> [PostgreSQLRows] {
            guard let connection = connection.withLock({ $0 }) else { throw .closed }
            return try await connection.run(work)
        }

        private func end() {
            connection.withLock { $0 = nil }
        }
    }
#endif
