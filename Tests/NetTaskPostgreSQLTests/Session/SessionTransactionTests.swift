#if PostgreSQL
    import NetTaskRuntime
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite("Batches and transactions", .enabled(if: TestServer.isThere, "\(TestServer.hint)"), .timeLimit(.minutes(1)))
    struct SessionTransactionTests {
        private struct Refusal: Error {}
        private let insert = "INSERT INTO t VALUES ($1)"

        private func withTable(_ body: (PostgreSQLPool) async throws -> Void) async throws {
            try await TestServer.withPool { pool in
                try await pool.execute("CREATE TABLE t (n int PRIMARY KEY)")
                try await body(pool)
            }
        }

        private func count(_ pool: PostgreSQLPool) async throws -> Int {
            try await pool.query("SELECT count(*) FROM t", [])[0].get(0)
        }

        @Test("a batch has one result for each of its statements")
        func batch() async throws {
            try await withTable { pool in
                let results = try await pool.batch([
                    PostgreSQLStatement(insert, [.int(1)]),
                    PostgreSQLStatement(insert, [.int(2)]),
                    PostgreSQLStatement("SELECT n FROM t ORDER BY n"),
                ])
                #expect(results.map(\.affectedCount) == [1, 1, 2])
                #expect(try results[2].map { try $0.get(0, as: Int.self) } == [1, 2])
                #expect(try await pool.batch([]).isEmpty)
            }
        }

        @Test("a batch has no effect if a statement fails")
        func atomicity() async throws {
            try await withTable { pool in
                let error = try await #require(throws: PostgreSQLError.self) {
                    _ = try await pool.batch([1, 2, 1, 3].map { PostgreSQLStatement(insert, [.int($0)]) })
                }
                #expect(error.sqlState == "23505")
                #expect(try await count(pool) == 0)
            }
        }

        @Test("a batch has no effect if a statement cannot be prepared, or a value cannot be sent")
        func preparation() async throws {
            try await withTable { pool in
                let good = PostgreSQLStatement(insert, [.int(1)])
                let error = try await #require(throws: PostgreSQLError.self) {
                    _ = try await pool.batch([good, PostgreSQLStatement("SELECT nothing")])
                }
                #expect(error.sqlState == "42703")
                await #expect(throws: PostgreSQLError.self) {
                    _ = try await pool.batch([good, PostgreSQLStatement("SELECT $1::text", [.text("\0")])])
                }
                #expect(try await count(pool) == 0)
            }
        }

        @Test("a batch of 1,000 statements with large values does not block")
        func large() async throws {
            try await TestServer.withPool { pool in
                let text = String(repeating: "x", count: 20_000)
                let results = try await pool.batch(
                    Array(repeating: PostgreSQLStatement("SELECT $1::text", [.text(text)]), count: 1000)
                )
                #expect(results.count == 1000)
                #expect(try results.allSatisfy { try $0[0].get(0) == text })
            }
        }

        @Test("a script is one transaction")
        func script() async throws {
            try await withTable { pool in
                await #expect(throws: PostgreSQLError.self) {
                    try await pool.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (1)")
                }
                #expect(try await count(pool) == 0)
                try await pool.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)")
                #expect(try await count(pool) == 2)
            }
        }

        @Test("a transaction with all kinds of statements is committed")
        func commit() async throws {
            try await withTable { pool in
                let sum: Int = try await pool.transaction { transaction in
                    _ = try await transaction.query(insert, [.int(1)])
                    try await transaction.execute("INSERT INTO t VALUES (2)")
                    _ = try await transaction.batch([PostgreSQLStatement(insert, [.int(3)])])
                    return try await transaction.query("SELECT sum(n) FROM t", [])[0].get(0)
                }
                #expect(sum == 6)
                #expect(try await count(pool) == 3)
            }
        }

        @Test("a transaction whose body throws is rolled back, and throws the error")
        func rollback() async throws {
            try await withTable { pool in
                await #expect(throws: Refusal.self) {
                    try await pool.transaction { transaction in
                        _ = try await transaction.query(insert, [.int(1)])
                        throw Refusal()
                    }
                }
                let count = try await count(pool)
                #expect(count == 0)
            }
        }

        @Test("a transaction with a failed statement is not reported as committed")
        func swallowed() async throws {
            try await withTable { pool in
                await #expect(throws: PostgreSQLError.self) {
                    try await pool.transaction { transaction in
                        _ = try await transaction.query(insert, [.int(1)])
                        _ = try? await transaction.query(insert, [.int(1)])
                    }
                }
                let count = try await count(pool)
                #expect(count == 0)
            }
        }

        @Test("a transaction cannot be used after its end")
        func escape() async throws {
            try await withTable { pool in
                let kept = Locked<(any PostgreSQLTransaction)?>(nil)
                try await pool.transaction { transaction in kept.withLock { $0 = transaction } }
                let transaction = try #require(kept.withLock { $0 })
                await #expect(throws: PostgreSQLError.closed) { _ = try await transaction.query(insert, [.int(1)]) }
            }
        }

        @Test("concurrent statements of one transaction run one after the other")
        func together() async throws {
            try await withTable { pool in
                try await pool.transaction { transaction in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for number in 0..<Int64(50) {
                            group.addTask { _ = try await transaction.query(insert, [.int(number)]) }
                        }
                        try await group.waitForAll()
                    }
                }
                #expect(try await count(pool) == 50)
            }
        }

        @Test("a table that another session changes is read again by a new connection")
        func changedTable() async throws {
            try await withTable { pool in
                let query = "SELECT * FROM t"
                _ = try await pool.query(query, [])
                try await pool.execute("ALTER TABLE t ALTER n TYPE bigint")
                _ = try? await pool.query(query, [])
                #expect(try await pool.query(query, []).isEmpty)
            }
        }
    }
#endif
