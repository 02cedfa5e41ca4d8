#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "The schema of a store in PostgreSQL",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreSchemaTests {
        private let schema = StoreServer.newSchema()

        @Test("is created once by four stores that are opened at once")
        func manyAtOnce() async throws {
            let stores = try await withThrowingTaskGroup(of: PostgreSQLTaskStore.self) { [schema] group in
                for _ in 0..<4 { group.addTask { try await StoreServer.store(schema) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var ids: [DurableTaskID] = []
            for store in stores { ids.append(try await store.add()) }
            #expect(try await stores[0].tasks(TaskQuery()).map(\.id) == ids)
            for store in stores { await store.close() }
        }

        @Test("equals that of the printed statements, also in an existing schema")
        func printed() async throws {
            let pool = try StoreServer.pool()
            try await pool.execute("CREATE SCHEMA \(schema); \(try PostgreSQLTaskStore.migration(schema: schema))")
            let store = try await StoreServer.store(schema)
            _ = try await store.add()
            #expect(try await store.claim().count == 1)
            #expect(try PostgreSQLTaskStore.migration(from: PostgreSQLSchema.version) == "")
            await store.close()
            await pool.close()
        }

        @Test("is not changed if it has a later version")
        func tooNew() async throws {
            let store = try await StoreServer.store(schema)
            _ = try await store.session.query("UPDATE \(schema).meta SET value = 1000 WHERE name = 'version'", [])
            await store.close()
            do {
                _ = try await StoreServer.store(schema)
                Issue.record("It was opened.")
            } catch {
                guard case .tooNew(let text)? = error as? TaskStoreError else { throw error }
                #expect(text.contains(schema))
                #expect(text.contains("1000"))
            }
        }

        @Test("cannot have a name with a meaning in SQL", arguments: ["", "A", "1a", "a-b", "a\"; x", "ä", "_a"])
        func names(name: String) {
            #expect(throws: TaskStoreError.self) { _ = try PostgreSQLTaskStore.migration(schema: name) }
        }

        @Test("stores the same reasons as other stores")
        func reasons() throws {
            let sql = try PostgreSQLTaskStore.migration()
            let id = DurableTaskID(rawValue: 7)
            #expect(sql.contains("'\(TaskRules.Reason.replaced)'"))
            for reason in [TaskRules.Reason.hadFailed(id), TaskRules.Reason.failed(id)] {
                let end = try #require(reason.components(separatedBy: "7").last)
                #expect(reason.hasPrefix("Task 7"))
                #expect(sql.contains("|| '\(end)'"))
            }
            #expect(sql.contains("r.number <= t.run_number - \(TaskRules.keptRunCount)"))
        }
    }
#endif
