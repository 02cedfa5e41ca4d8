#if PostgreSQL
    import Foundation
    import Testing

    @testable import NetTaskPostgreSQL

    /// The server that `Scripts/with-postgresql` starts.
    enum TestServer {
        static let variable = "NETTASK_POSTGRESQL"
        static let hint = "there is no PostgreSQL server: run `Scripts/with-postgresql swift test --traits PostgreSQL`"
        static let address = ProcessInfo.processInfo.environment[variable] ?? ""
        static var isThere: Bool { !address.isEmpty }

        /// Where the server is, with an application's name that no other test has, and with a part of it changed.
        static func configuration(
            _ change: (inout URLComponents) -> Void = { _ in },
            adjust: (inout PostgreSQLConfiguration) -> Void = { _ in }
        ) throws -> PostgreSQLConfiguration {
            guard var address = URLComponents(string: address) else { throw CocoaError(.formatting) }
            change(&address)
            var configuration = try PostgreSQLConfiguration(address.string ?? "")
            configuration.applicationName = "test-\(UUID().uuidString)"
            adjust(&configuration)
            return configuration
        }

        /// Runs the body with a pool whose statements find a schema of their own first.
        static func withPool<Value>(
            _ adjust: (inout PostgreSQLConfiguration) -> Void = { _ in },
            _ body: (PostgreSQLPool) async throws -> Value
        ) async throws -> Value {
            let schema = "test_" + UUID().uuidString.replacing("-", with: "").lowercased()
            let administration = PostgreSQLPool(try configuration())
            try await administration.execute("CREATE SCHEMA \(schema)")
            let path = URLQueryItem(name: "options", value: "-csearch_path=\(schema)")
            let configuration = try configuration({ $0.queryItems = ($0.queryItems ?? []) + [path] }, adjust: adjust)
            let pool = PostgreSQLPool(configuration)
            let result: Result<Value, any Error>
            do { result = .success(try await body(pool)) } catch { result = .failure(error) }
            await pool.close()
            try await administration.execute("DROP SCHEMA \(schema) CASCADE")
            await administration.close()
            return try result.get()
        }

        /// What a statement of a pool fails with.
        static func failure(of pool: PostgreSQLPool, _ sql: String = "SELECT 1") async throws -> PostgreSQLError {
            try await #require(throws: PostgreSQLError.self) { _ = try await pool.query(sql, []) }
        }

        /// Runs a query again and again until its first value is true.
        static func wait(until sql: String, _ values: [PostgreSQLValue] = []) async throws {
            let pool = PostgreSQLPool(try configuration())
            while try await !pool.query(sql, values)[0].get(0, as: Bool.self) { try Task.checkCancellation() }
            await pool.close()
        }

        /// Waits until `pg_sleep` is under way for a client of that name.
        static func waitForSleep(of configuration: PostgreSQLConfiguration) async throws {
            let sql = "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = $1 AND wait_event = 'PgSleep'"
            try await wait(until: sql, [.text(configuration.applicationName)])
        }
    }
#endif
