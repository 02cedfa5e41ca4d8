#if PostgreSQL
    import Foundation
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite("The pool", .enabled(if: TestServer.isThere, "\(TestServer.hint)"), .timeLimit(.minutes(1)))
    struct SessionPoolTests {
        private let clock = TestClock()

        private func pool(_ adjust: (inout PostgreSQLConfiguration) -> Void = { _ in }) throws -> PostgreSQLPool {
            PostgreSQLPool(
                try TestServer.configuration(adjust: { configuration in
                    configuration.clock = clock
                    configuration.waitTimeout = .seconds(7)
                    adjust(&configuration)
                })
            )
        }

        private func backend(_ pool: PostgreSQLPool) async throws -> Int {
            try await pool.query("SELECT pg_backend_pid()", [])[0].get(0)
        }

        @Test("a caller that waits for longer than the limit gets an error, and the pool works again")
        func exhausted() async throws {
            let pool = try pool { $0.maxConnectionCount = 1 }
            try await pool.transaction { _ in
                async let second = TestServer.failure(of: pool)
                while pool.waiterCount == 0 { await Task.yield() }
                try await clock.advance(to: .seconds(7))
                let error = try await second
                guard case .exhausted(let text) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(text.contains("All 1 connections"))
            }
            #expect(try await pool.query("SELECT 1", []).count == 1)
            await pool.close()
        }

        @Test("connections are made as needed, up to the maximum, and used again")
        func growth() async throws {
            let pool = try pool { $0.maxConnectionCount = 3 }
            #expect(try await backend(pool) == backend(pool))
            let backends = Locked<Set<Int>>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        // Long enough for more connections to be made.
                        let rows = try await pool.query("SELECT pg_backend_pid() FROM pg_sleep(0.01)", [])
                        let number: Int = try rows[0].get(0)
                        backends.withLock { _ = $0.insert(number) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(backends.withLock { $0.count } == 3)
            await pool.close()
        }

        @Test("waiting callers are served in their order")
        func order() async throws {
            let pool = try pool { $0.maxConnectionCount = 1 }
            let order = Locked<[Int]>([])
            let tasks = Locked<[Task<Void, any Error>]>([])
            try await pool.transaction { _ in
                for number in 0..<5 {
                    let task = Task {
                        _ = try await pool.transaction { _ in order.withLock { $0.append(number) } }
                    }
                    tasks.withLock { $0.append(task) }
                    while pool.waiterCount <= number { await Task.yield() }
                }
            }
            for task in tasks.withLock({ $0 }) { try await task.value }
            #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
            await pool.close()
        }

        @Test("a connection that was idle for longer than 30 seconds is checked before it is used")
        func idle() async throws {
            let pool = try pool()
            let prepared = "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT 1'"
            #expect(try await pool.query(prepared, [])[0].get(0) == 0)
            clock.move(by: .seconds(29))
            #expect(try await pool.query(prepared, [])[0].get(0) == 0)
            clock.move(by: .seconds(31))
            #expect(try await pool.query(prepared, [])[0].get(0) == 1)
            await pool.close()
        }

        @Test("a connection that the server ended while it was idle is not used again")
        func lostWhileIdle() async throws {
            let pool = try pool()
            let number = try await backend(pool)
            let other = try self.pool()
            _ = try await other.query("SELECT pg_terminate_backend($1)", [.int(Int64(number))])
            while pool.hasWorkingConnection { await Task.yield() }
            #expect(try await backend(pool) != number)
            await pool.close()
            await other.close()
        }

        @Test("a connection that is left in a transaction is closed")
        func leftInTransaction() async throws {
            let pool = try pool()
            let number = try await backend(pool)
            _ = try await pool.query("BEGIN", [])
            #expect(try await backend(pool) != number)
            await pool.close()
        }

        @Test("connections have the settings of the configuration, which the connection string overrides")
        func settings() async throws {
            let sql = """
                SELECT current_setting('application_name'), current_setting('statement_timeout'),
                       current_setting('idle_in_transaction_session_timeout')
                """
            let configuration = try TestServer.configuration()
            let plain = PostgreSQLPool(configuration)
            let row = try await plain.query(sql, [])[0]
            #expect(try row.get(0) == configuration.applicationName)
            #expect(try row.get(1) == "30s")
            #expect(try row.get(2) == "1min")
            let options = [
                URLQueryItem(name: "options", value: "-cstatement_timeout=5s"),
                URLQueryItem(name: "application_name", value: "mine"),
            ]
            let own = PostgreSQLPool(try TestServer.configuration { $0.queryItems = options })
            let other = try await own.query(sql, [])[0]
            #expect(try other.get(0) == "mine")
            #expect(try other.get(1) == "5s")
            await plain.close()
            await own.close()
        }

        @Test("waiting and later callers get an error when the pool is closed")
        func close() async throws {
            let pool = try pool { $0.maxConnectionCount = 1 }
            let closing = try await pool.transaction { _ in
                async let second = TestServer.failure(of: pool)
                while pool.waiterCount == 0 { await Task.yield() }
                let closing = Task { await pool.close() }
                let error = try await second
                #expect(error == .closed)
                return closing
            }
            await closing.value
            await #expect(throws: PostgreSQLError.closed) { _ = try await pool.query("SELECT 1", []) }
        }

        @Test("closing does not wait for longer than 5 seconds")
        func closeInTime() async throws {
            let configuration = try TestServer.configuration(adjust: { $0.clock = clock })
            let pool = PostgreSQLPool(configuration)
            let running = Task { _ = try await pool.query("SELECT pg_sleep(60)", []) }
            try await TestServer.waitForSleep(of: configuration)
            let closing = Task { await pool.close() }
            try await clock.advance(to: .seconds(5))
            await closing.value
            await #expect(throws: PostgreSQLError.closed) { try await running.value }
        }
    }
#endif
