#if PostgreSQL
    import Foundation
    import NetTaskTesting
    import Testing

    @testable import NetTaskPostgreSQL

    @Suite("Servers that fail", .enabled(if: TestServer.isThere, "\(TestServer.hint)"), .timeLimit(.minutes(1)))
    struct SessionFailureTests {
        private let clock = TestClock()

        private func expectUnavailable(_ error: PostgreSQLError, _ part: String) {
            guard case .unavailable(let text) = error, text.contains(part) else {
                Issue.record("\(error) is not what was expected: \(part)")
                return
            }
        }

        @Test("a wrong password is reported, and is not in the message")
        func password() async throws {
            let configuration = try TestServer.configuration { $0.password = "quite-secret" }
            let pool = PostgreSQLPool(configuration)
            let error = try await TestServer.failure(of: pool)
            expectUnavailable(error, "password authentication failed")
            #expect(!"\(error) \(configuration)".contains("quite-secret"))
            var dumped = ""
            dump(configuration, to: &dumped)
            #expect(!dumped.contains("quite-secret"))
            await pool.close()
        }

        @Test("a missing database is reported")
        func database() async throws {
            let pool = PostgreSQLPool(try TestServer.configuration { $0.path = "/nowhere" })
            expectUnavailable(try await TestServer.failure(of: pool), "database \"nowhere\" does not exist")
            await pool.close()
        }

        @Test("an unknown host is reported")
        func host() async throws {
            let pool = PostgreSQLPool(try TestServer.configuration { $0.host = "nowhere.invalid" })
            expectUnavailable(try await TestServer.failure(of: pool), "nowhere.invalid")
            await pool.close()
        }

        @Test("an unavailable server is tried again after a delay, and used when it is back")
        func away() async throws {
            let server = try #require(SocketFolder())
            defer { server.remove() }
            var configuration = try PostgreSQLConfiguration(server.address)
            configuration.clock = clock
            configuration.random = SeededRandom(seed: 1)
            let pool = PostgreSQLPool(configuration)
            expectUnavailable(try await TestServer.failure(of: pool), "No such file or directory")

            async let second = TestServer.failure(of: pool)
            try await clock.advance(by: .milliseconds(100))
            expectUnavailable(try await second, "No such file or directory")

            async let third = pool.query("SELECT 1", [])
            try server.open()
            try await clock.advance(by: .milliseconds(200))
            #expect(try await third.count == 1)
            await pool.close()
        }

        @Test("a server that does not reply is abandoned after the limit")
        func silence() async throws {
            let listener = try #require(SilentListener())
            defer { listener.end() }
            var configuration = try PostgreSQLConfiguration("postgres://a:b@127.0.0.1:\(listener.port)/c")
            configuration.clock = clock
            configuration.waitTimeout = .seconds(20)
            let pool = PostgreSQLPool(configuration)
            async let error = TestServer.failure(of: pool)
            try await clock.advance(to: .seconds(10))
            expectUnavailable(try await error, "no answer within 10")
            await pool.close()
        }

        @Test("close() returns when connections that are being opened are closed", .timeLimit(.minutes(1)))
        func closeIsComplete() async throws {
            let listener = try #require(SilentListener())
            defer { listener.end() }
            let pool = PostgreSQLPool(try PostgreSQLConfiguration("postgres://a:b@127.0.0.1:\(listener.port)/c"))
            let notifications = pool.listen("channel")
            let server = try await listener.accept()
            defer { close(server) }
            await pool.close()
            #expect(SilentListener.isAtEnd(server))
            for await _ in notifications {}
        }

        @Test("a connection that the server ends during a statement is an error")
        func lost() async throws {
            let configuration = try TestServer.configuration()
            let pool = PostgreSQLPool(configuration)
            async let error = TestServer.failure(of: pool, "SELECT pg_sleep(60)")
            try await TestServer.waitForSleep(of: configuration)
            let other = PostgreSQLPool(try TestServer.configuration())
            _ = try await other.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1",
                [.text(configuration.applicationName)]
            )
            expectUnavailable(try await error, "terminating connection due to administrator command")
            #expect(try await pool.query("SELECT 1", []).count == 1)
            await pool.close()
            await other.close()
        }

        @Test("a statement that takes too long is ended by the server")
        func slow() async throws {
            let pool = PostgreSQLPool(try TestServer.configuration(adjust: { $0.statementTimeout = .milliseconds(50) }))
            let error = try await TestServer.failure(of: pool, "SELECT pg_sleep(60)")
            #expect(error.sqlState == "57014")
            #expect(try await pool.query("SELECT 1", []).count == 1)
            await pool.close()
        }

        @Test("a server that does not end it is abandoned 5 seconds later")
        func stuck() async throws {
            let configuration = try TestServer.configuration(adjust: { $0.clock = clock })
            let pool = PostgreSQLPool(configuration)
            async let error = TestServer.failure(of: pool, "SELECT pg_sleep(60)")
            try await TestServer.waitForSleep(of: configuration)
            try await clock.advance(to: .seconds(35))
            expectUnavailable(try await error, "no answer within 35")
            #expect(try await pool.query("SELECT 1", []).count == 1)
            await pool.close()
        }

        // MARK: Cancellation

        @Test("the caller's cancellation ends the statement on the server, and the connection is used again")
        func cancellation() async throws {
            let configuration = try TestServer.configuration(adjust: { $0.clock = clock })
            let pool = PostgreSQLPool(configuration)
            let number: Int = try await pool.query("SELECT pg_backend_pid()", [])[0].get(0)
            let task = Task { try await pool.query("SELECT pg_sleep(60)", []) }
            try await TestServer.waitForSleep(of: configuration)
            task.cancel()
            await #expect(throws: PostgreSQLError.cancelled) { _ = try await task.value }
            #expect(try await pool.query("SELECT pg_backend_pid()", [])[0].get(0) == number)
            await pool.close()
        }

        @Test("a caller that is cancelled while it waits for a connection stops waiting")
        func cancelledWait() async throws {
            let pool = PostgreSQLPool(try TestServer.configuration(adjust: { $0.maxConnectionCount = 1 }))
            try await pool.transaction { _ in
                let task = Task { try await pool.query("SELECT 1", []) }
                while pool.waiterCount == 0 { await Task.yield() }
                task.cancel()
                await #expect(throws: PostgreSQLError.cancelled) { _ = try await task.value }
            }
            await pool.close()
        }

        @Test("a transaction whose caller is cancelled is rolled back")
        func cancelledTransaction() async throws {
            try await TestServer.withPool { pool in
                try await pool.execute("CREATE TABLE t (n int)")
                let task = Task {
                    try await pool.transaction { transaction in
                        _ = try await transaction.query("INSERT INTO t VALUES (1)", [])
                        withUnsafeCurrentTask { $0?.cancel() }
                        _ = try await transaction.query("SELECT pg_sleep(60)", [])
                    }
                }
                await #expect(throws: PostgreSQLError.cancelled) { try await task.value }
                let count: Int = try await pool.query("SELECT count(*) FROM t", [])[0].get(0)
                #expect(count == 0)
            }
        }
    }

    /// A folder in which the server's socket is not, until it is opened.
    private struct SocketFolder {
        let address: String
        private let folder: URL
        private let name: String
        private let real: String

        init?() {
            let text = ProcessInfo.processInfo.environment["NETTASK_POSTGRESQL_SOCKET"] ?? ""
            let items = URLComponents(string: text)?.queryItems ?? []
            guard let host = items.first(where: { $0.name == "host" })?.value,
                let port = items.first(where: { $0.name == "port" })?.value
            else { return nil }
            folder = URL(fileURLWithPath: "/tmp/nettask-\(UUID().uuidString)")
            guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)) != nil
            else { return nil }
            name = ".s.PGSQL.\(port)"
            real = "\(host)/\(name)"
            address = text.replacing(host, with: folder.path)
        }

        func open() throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path,
                withDestinationPath: real
            )
        }

        func remove() {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// A port that takes connections and never answers.
    private struct SilentListener {
        let port: UInt16
        private let descriptor: CInt

        init?() {
            #if canImport(Darwin)
                let descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #else
                let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    bind(descriptor, pointer, length) == 0 && listen(descriptor, 8) == 0
                        && getsockname(descriptor, pointer, &length) == 0
                }
            }
            guard isOpen else { return nil }
            self.descriptor = descriptor
            port = UInt16(bigEndian: address.sin_port)
        }

        /// The socket of the next client.
        func accept() async throws -> CInt {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            while true {
                let client = Foundation.accept(descriptor, nil, nil)
                if client >= 0 { return client }
                try Task.checkCancellation()
                await Task.yield()
            }
        }

        /// Whether the client has closed its side by now.
        static func isAtEnd(_ client: CInt) -> Bool {
            var bytes = [UInt8](repeating: 0, count: 1_024)
            while true {
                let count = recv(client, &bytes, bytes.count, CInt(MSG_DONTWAIT))
                if count <= 0 { return count == 0 }
            }
        }

        func end() {
            close(descriptor)
        }
    }
#endif
