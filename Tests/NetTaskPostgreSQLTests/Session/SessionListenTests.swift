#if PostgreSQL
    import NetTaskTesting
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite("Notifications", .enabled(if: TestServer.isThere, "\(TestServer.hint)"), .timeLimit(.minutes(1)))
    struct SessionListenTests {
        private let clock = TestClock()

        @Test("arrive in order, only for the named channel")
        func messages() async throws {
            let pool = PostgreSQLPool(try TestServer.configuration())
            var notifications = pool.listen(#"a "Channel""#).makeAsyncIterator()
            #expect(await notifications.next() == .listening)
            _ = try await pool.batch([
                PostgreSQLStatement("SELECT pg_notify($1, $2)", [.text(#"a "Channel""#), .text("one")]),
                PostgreSQLStatement("SELECT pg_notify($1, $2)", [.text("other"), .text("none")]),
                PostgreSQLStatement("SELECT pg_notify($1, $2)", [.text(#"a "Channel""#), .text("Grüße")]),
            ])
            #expect(await notifications.next() == .message("one"))
            #expect(await notifications.next() == .message("Grüße"))
            await pool.close()
            #expect(await notifications.next() == nil)
        }

        @Test("continue after the connection was lost, with a notice to check once")
        func reconnection() async throws {
            let configuration = try TestServer.configuration(adjust: { $0.clock = clock })
            let pool = PostgreSQLPool(configuration)
            let channel = configuration.applicationName
            var notifications = pool.listen(channel).makeAsyncIterator()
            #expect(await notifications.next() == .listening)

            _ = try await pool.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'",
                [.text(channel)]
            )
            try await clock.advance(by: .milliseconds(100))

            #expect(await notifications.next() == .listening)
            _ = try await pool.query("SELECT pg_notify($1, 'again')", [.text(channel)])
            #expect(await notifications.next() == .message("again"))
            await pool.close()
        }

        @Test("end with the last reader, whose connection is closed")
        func end() async throws {
            let configuration = try TestServer.configuration()
            let pool = PostgreSQLPool(configuration)
            let task = Task {
                for await notification in pool.listen("channel") where notification != .listening { return }
            }
            let count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'"
            let name = PostgreSQLValue.text(configuration.applicationName)
            try await TestServer.wait(until: count.replacing("count(*)", with: "count(*) = 1"), [name])
            task.cancel()
            try await TestServer.wait(until: count.replacing("count(*)", with: "count(*) = 0"), [name])
            await pool.close()
        }
    }
#endif
