#if PostgreSQL
    import NetTaskDurable
    import NetTaskPostgreSQL
    import NetTaskRuntime
    import NetTaskTesting
    import Testing

    @Suite("Snippets: on several machines")
    struct OnSeveralMachinesSnippets {
        /// Only compiled: it takes a server. `NetTaskPostgreSQLTests` have one.
        private func queue(_ handler: HTTPNetTaskQueueHandler) async throws {
            // snippet: postgresql-queue
            let store = try await PostgreSQLTaskStore("postgres://app@db.example.com/shop?sslmode=verify-full")
            let queue = DurableNetTaskQueue(store: store, handler: handler)
            queue.register(Shop.durableTasks)
            queue.start()
            // end
        }

        /// Only compiled, too.
        private func pooled() async throws -> PostgreSQLTaskStore {
            // snippet: postgresql-pooler
            let store = try await PostgreSQLTaskStore(
                "postgres://app@pooler.example.com:6432/shop",
                listeningURL: "postgres://app@db.example.com/shop"
            )
            // end
            return store
        }

        @Test("a statement for the app's own client")
        func statement() async throws {
            let client = Client()
            // snippet: postgresql-statement
            let statement = try Shop.PlaceOrder(cart: "20", items: ["milk"]).enqueueStatement()
            try await client.query(statement.sql, statement.values)
            // end
            #expect(statement.sql.hasPrefix("SELECT nettask.enqueue("))
            #expect(statement.values.first == .text("Shop.PlaceOrder"))
        }
    }

    /// Stands for that of the app.
    private struct Client {
        func query(_ sql: String, _ values: [EnqueueStatement.Value]) async throws {}
    }
#endif
