#if PostgreSQL
    import NetTaskCore

    /// A transaction on a connection of the pool. It must not be used after its body has ended.
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
                // If the rollback fails, the connection is closed, which rolls back, too.
                _ = try? await connection.run(.statements([PostgreSQLStatement("ROLLBACK")]), isCancellable: false)
                throw error
            }
            transaction.end()
            guard !connection.health.hasFailedTransaction else {
                // Without an error, the server would treat COMMIT as ROLLBACK.
                _ = try? await connection.run(.statements([PostgreSQLStatement("ROLLBACK")]), isCancellable: false)
                throw PostgreSQLError.unexpected(
                    "A transaction was rolled back because a statement in it failed and its body did not throw"
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
