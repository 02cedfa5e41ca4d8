#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "nettask-queue on PostgreSQL",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct QueueToolOnPostgreSQLTests {
        private let schema = StoreServer.newSchema()

        /// Runs a command on the test's schema; the URL comes from the environment.
        private func queue(_ command: String, _ arguments: String...) throws -> QueueTool.Result {
            try QueueTool.run(
                [command, "env:STORE", "--schema", schema] + arguments,
                environment: ["STORE": StoreServer.url]
            )
        }

        @Test("creates the schema, and manages its tasks like those of a file")
        func commands() async throws {
            // given
            let missing = try queue("list")
            let made = try queue("migrate")
            let store = try await StoreServer.store(schema)
            let id = try await store.add()
            let other = try await store.add()

            // when
            let listed = try queue("list", "--format", "json")
            let cancelled = try queue("cancel", "\(id)", "--actor", "Ann")
            let paused = try queue("pause", "a")
            let audit = try queue("audit", "--format", "json")
            let dropped = try queue("drop", "\(other)")

            // then
            #expect(missing.status == 1)
            #expect(missing.errors.contains("The schema \(schema) is not there. `nettask-queue migrate` brings it up"))
            #expect(made.output == "the schema \(schema) is up to date\n")
            let tasks = try #require(try listed.object["tasks"] as? [[String: Any]])
            #expect(tasks.map { $0["id"] as? Int64 } == [id.rawValue, other.rawValue])
            #expect(cancelled.output == "cancelled 1 task\n")
            #expect(try await store.task(id)?.state == .cancelled)
            #expect(paused.output == "paused a\npaused now: a\n")
            let entries = try #require(try audit.object["entries"] as? [[String: Any]])
            #expect(entries.map { $0["actor"] as? String }.last == "Ann")
            #expect(dropped.output == "dropped 1 task\n")
            #expect(try await store.tasks(TaskQuery()).map(\.id) == [id])
            await store.close()
        }

        @Test("prints the SQL of the schema without a database")
        func prints() throws {
            let result = try QueueTool.run(["migrate", "--print", "--schema", "mine"])
            #expect(result.output == (try PostgreSQLTaskStore.migration(schema: "mine")))
            #expect(result.output.hasPrefix("CREATE SCHEMA IF NOT EXISTS mine;\n"))
        }

        @Test("never prints a password, even in errors")
        func password() throws {
            let wrong = StoreServer.url.replacing(/:[^:@]+@/, with: ":geheim@")
            try #require(wrong.contains("geheim"))
            let addresses = [wrong, "postgres://app:geheim@127.0.0.1:1/shop", "postgres://app:geheim@[/shop"]
            for address in addresses {
                for arguments in [
                    ["list", address], ["list", "env:STORE"], ["migrate", address], ["drop", address, "1"],
                ] {
                    let result = try QueueTool.run(arguments, environment: ["STORE": address])
                    #expect(result.status == 1)
                    #expect(!result.errors.isEmpty)
                    #expect(!(result.output + result.errors).contains("geheim"), "\(arguments[0]): \(result.errors)")
                }
            }
        }

        @Test("names the missing environment variable")
        func environment() throws {
            let result = try QueueTool.run(["list", "env:NETTASK_NOT_SET"])
            #expect(
                result.errors == "error: env:NETTASK_NOT_SET: the environment variable NETTASK_NOT_SET is not set\n"
            )
            #expect(result.status == 1)
        }
    }
#endif
