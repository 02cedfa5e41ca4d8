#if SQLite
    import Foundation
    import GRDB
    import HTTPTypes
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskSQLite
    import NetTaskTesting
    import Testing

    @Suite("Snippets: durable tasks", .serialized, .timeLimit(.minutes(5)))
    struct DurableTasksSnippets {
        private let show = Shown()
        private let folder: URL
        private let handler = HTTPNetTaskQueueHandler(transport: HTTPMockTransport { _ in .json(#"{"id": 4}"#) })

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "durable-snippets-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        @Test("a first queue, and the end of a task after a relaunch")
        func first() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let defaults = Defaults()
            // snippet: durable-queue
            let store = try SQLiteTaskStore(path: folder.appending(path: "tasks.sqlite").path)
            let queue = DurableNetTaskQueue(store: store, handler: handler)
            queue.register(Shop.durableTasks)
            queue.start()
            // end
            // snippet: durable-onEnd
            queue.onEnd(of: Shop.PlaceOrder.self) { end in
                switch end.result {
                case .success(let order): show(order.id)
                case .failure(let error): show(error)
                }
            }
            // end
            // snippet: durable-enqueue
            let handle = try await queue.enqueue(Shop.PlaceOrder(cart: "17", items: ["tea"]))
            defaults.set(handle.id.description, forKey: "order")
            // end
            // snippet: durable-handle
            if let text = defaults.string(forKey: "order"), let id = DurableTaskID(text) {
                let order = try await queue.handle(for: id, of: Shop.PlaceOrder.self).value
                show(order.id)
            }
            // end
            #expect(Set(show.texts) == ["4"])
            await queue.shutdown()
            await store.close()
        }

        @Test("calls, background time and errors")
        func calls() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = MemoryTaskStore()
            // snippet: durable-conditions
            let queue = DurableNetTaskQueue(store: store, handler: handler) { $0.conditions = NetworkConditions() }
            // end
            // snippet: durable-options
            let first = try await queue.enqueue(
                Shop.PlaceOrder(cart: "18", items: ["cup"]),
                .tag("today"),
                .group("cups")
            )
            let later = try await queue.enqueue(
                Shop.PlaceOrder(cart: "19", items: ["pot"]),
                .after(first),
                .notBefore(.now + 3600),
                .expires(.now + 7 * 86_400),
                .priority(.low)
            )
            // end
            #expect(try await later.status().task.dependencies.map(\.id) == [first.id])
            let schedule = { (_: Date?) in }
            // snippet: durable-drain
            let report = try await queue.drain(until: .now + 25)
            schedule(report.nextRun)
            // end
            #expect(report.left >= 1)  // the second one waits for its date
            // snippet: durable-dead-letters
            for letter in try await queue.deadLetters() {
                show(letter.id, letter.task.kind, letter.lastError ?? "")
            }
            try await queue.retry([later.id])
            if let explanation = try await queue.explain(later.id) { show(explanation) }
            // end
            #expect(show.texts.count == 1)
            // snippet: durable-pause
            try await queue.setPaused(true, kinds: ["Shop.PlaceOrder"])
            let entry = AuditEntry(date: .now, actor: "ana", action: .pause, kinds: ["Shop.PlaceOrder"])
            try await store.record(entry)
            // end
            #expect(try await queue.pausedKinds() == ["Shop.PlaceOrder"])
            #expect(try await store.audit(limit: 1) == [entry])
            // snippet: durable-figures
            for figure in try await queue.figures(since: .now - 3600) {
                show(figure.minute, figure.kind, figure.begun, figure.failed)
            }
            // end
            #expect(show.texts.contains { $0.contains("Shop.PlaceOrder 1 0") })  // a figure for each minute
            await queue.shutdown()
        }

        @Test("a transaction of the app")
        func transaction() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let database = try DatabasePool(path: folder.appending(path: "app.sqlite").path)
            try await database.write { try $0.execute(sql: "CREATE TABLE cart (id TEXT)") }
            // snippet: durable-transaction
            let store = try SQLiteTaskStore(database: database)
            let queue = DurableNetTaskQueue(store: store, handler: handler)
            try await database.write { db in
                try db.execute(sql: "INSERT INTO cart (id) VALUES (?)", arguments: ["20"])
                _ = try queue.enqueue(Shop.PlaceOrder(cart: "20", items: ["milk"]), in: db)
            }
            // end
            #expect(try await store.counts().map(\.count) == [1])
            await queue.shutdown()
            await store.close()
        }

        @Test("a codec")
        func codec() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = MemoryTaskStore()
            let vault = Vault()
            // snippet: durable-codec
            let queue = DurableNetTaskQueue(store: store, handler: handler) { $0.codecs = ["Vault": vault] }
            // end
            #expect(try await queue.counts() == [])
            await queue.shutdown()
        }
    }

    private struct Vault: DurableCodec {
        func seal(_ bytes: Data) -> Data { bytes }
        func open(_ sealed: Data) -> Data { sealed }
    }

    /// Stands for `UserDefaults`.
    private final class Defaults: Sendable {
        private let texts = Locked<[String: String]>([:])

        func set(_ text: String, forKey key: String) {
            texts.withLock { $0[key] = text }
        }

        func string(forKey key: String) -> String? {
            texts.withLock { $0[key] }
        }
    }
#endif
