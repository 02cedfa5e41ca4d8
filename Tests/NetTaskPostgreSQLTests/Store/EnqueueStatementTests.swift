#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "A task that is enqueued by any client",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct EnqueueStatementTests {
        private struct Greet: NetTask, DurableNetTask, Codable {
            static let storedForm = StoredForm(kind: "a", version: "1.2", hash: "abc", payloadVersion: 3)
            var name = "Ann"

            func pack() throws -> String { name }
            func parse(_ reply: String) throws -> String { reply }
        }

        private let schema = StoreServer.newSchema()

        @Test("exists after the transaction is committed, and not if it is rolled back")
        func transactions() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let id = try await enqueue(Greet(name: "Ben"), on: pool)
            await #expect(throws: CancellationError.self) {
                try await pool.transaction { transaction in
                    try await run(Greet().enqueueStatement(schema: schema), on: transaction)
                    throw CancellationError()
                }
            }
            let tasks = try await store.tasks(TaskQuery())
            #expect(tasks.map(\.id) == [id])
            let payload = try #require(tasks.first).task.payload
            #expect(try Greet(stored: payload).name == "Ben")
            await pool.close()
            await store.close()
        }

        @Test("may be the first of its kind without blocking others before its commit")
        func newKind() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let statement = try Greet(name: "Ben").enqueueStatement(schema: schema)
            let kinds = TaskClaim(limit: 10, kinds: ["a": 3])
            let (first, second) = try await pool.transaction { transaction in
                let first = try await run(statement, on: transaction)
                let second = try await store.add(.new { $0.payloadVersion = 3 })
                #expect(try await store.claim(kinds, now: .distantPast).map(\.task.id) == [second])
                return (first, second)
            }
            let third = try await store.add(.new { $0.payloadVersion = 3 })
            #expect(second > first)
            #expect(try await store.claim(kinds, now: .distantPast).map(\.task.id) == [first, third])
            #expect(try await store.counts() == [TaskCount(kind: "a", state: .running, count: 3)])
            await pool.close()
            await store.close()
        }

        @Test("does not block the expiry of other tasks or of its group during its transaction")
        func expiry() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let past = Date(timeIntervalSince1970: 1_000)
            let grouped = try await store.add(
                .new { task in
                    task.group = "g"
                    task.expires = past
                }
            )
            let needed = try await store.add(.new { $0.expires = past })
            let dependent = try await store.add(
                .new { task in
                    task.group = "g"
                    task.dependencies = [TaskDependency(needed)]
                }
            )
            let free = try await store.add(.new { $0.expires = past })
            try await pool.transaction { transaction in
                try await run(Greet().enqueueStatement(options: [.group("g")], schema: schema), on: transaction)
                #expect(Set(try await store.expire(now: .distantPast)) == [grouped, needed, dependent, free])
            }
            #expect(try await store.expire(now: .distantPast) == [])
            await pool.close()
            await store.close()
        }

        @Test("is stored as by a queue")
        func options() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let first = try await store.add()
            let options: [DurableNetTaskOption] = [
                .tag("b"), .tag(""), .priority(.high), .notBefore(Date(timeIntervalSince1970: 1_900_000_000.25)),
                .expires(Date(timeIntervalSince1970: 1_900_000_900)),
                .dependency(TaskDependency(first, onFailure: .run)),
                .unique("k'\"\\", .rejectNew), .group("gröup"), .requires([.network, .power]),
                .durability(
                    NetTaskDurability(
                        maxRunCount: .max,
                        interval: .milliseconds(1_500),
                        maxInterval: .seconds(60),
                        requirements: .unmeteredNetwork
                    )
                ),
                .traceContext(["traceparent": "00-ab"]),
            ]
            let id = try await enqueue(Greet(), options, on: pool)
            let stored = try #require(try await store.task(id))
            var expected = StoredTask(
                id: id,
                task: try Greet().newTask(options, .init()),
                enqueuedAt: stored.enqueuedAt
            )
            expected.task.idempotencyKey = stored.task.idempotencyKey
            expected.state = .blocked
            #expect(stored == expected)
            #expect(stored.task.idempotencyKey.count == 36)
            await pool.close()
            await store.close()
        }

        @Test("is stored as by a queue with default settings")
        func defaults() async throws {
            let store = try await StoreServer.store(schema)
            let rows = try await store.session.query(store.schema.sql("SELECT nettask.enqueue('a', '')"), [])
            let id = DurableTaskID(rawValue: try rows[0].get(0))
            let stored = try #require(try await store.task(id))
            let task = NewTask(kind: "a", payload: Data(), idempotencyKey: stored.task.idempotencyKey)
            #expect(stored == StoredTask(id: id, task: task, enqueuedAt: stored.enqueuedAt))
            #expect(stored.task.idempotencyKey.count == 36)
            #expect(try await store.claim().map(\.task.id) == [id])
            await store.close()
        }

        @Test("is merged with the existing task, replaces it, or is rejected, by its policy")
        func uniqueness() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let first = try await enqueue(Greet(), [.unique("k", .coalesce)], on: pool)
            #expect(try await enqueue(Greet(), [.unique("k", .coalesce)], on: pool) == first)
            let second = try await enqueue(Greet(), [.unique("k", .cancelOld)], on: pool)
            #expect(try await store.task(first)?.cancellation == TaskRules.Reason.replaced)
            #expect(try await store.task(second)?.state == .waiting)
            await #expect {
                _ = try await enqueue(Greet(), [.unique("k", .rejectNew)], on: pool)
            } throws: { ($0 as? PostgreSQLError)?.sqlState == "NT002" }
            await pool.close()
            await store.close()
        }

        @Test(
            "is rejected with a code of its own",
            arguments: [
                ("NT001", "SELECT nettask.enqueue('a', convert_to(repeat('x', 1048577), 'UTF8'))"),
                ("NT003", #"SELECT nettask.enqueue('a', '', dependencies => '[{"id": 7, "onFailure": "run"}]')"#),
                ("NT004", "SELECT nettask.enqueue('a', '', priority => 5)"),
                ("NT004", "SELECT nettask.enqueue('a', NULL)"),
                ("NT004", "SELECT nettask.enqueue('a', '', priority => NULL)"),
                ("NT004", "SELECT nettask.enqueue('a', '', max_run_count => NULL)"),
                ("NT004", "SELECT nettask.enqueue('a', '', requirements => NULL)"),
                ("NT004", "SELECT nettask.enqueue('a', '', unique_key => 'k', unique_policy => NULL)"),
                ("NT004", "SELECT nettask.enqueue('a', '', not_before => 'infinity')"),
                ("NT004", "SELECT nettask.enqueue('a', '', not_before => '-infinity')"),
                ("NT004", "SELECT nettask.enqueue('a', '', expires => '-infinity')"),
                ("NT004", "SELECT nettask.enqueue('a', '', unique_key => 'k', unique_policy => 'no')"),
                ("NT004", #"SELECT nettask.enqueue('a', '', dependencies => '{"id": 7}')"#),
                ("NT004", #"SELECT nettask.enqueue('a', '', dependencies => '[{"id": 7}]')"#),
            ]
        )
        func refusals(code: String, sql: String) async throws {
            let store = try await StoreServer.store(schema)
            await #expect {
                _ = try await store.session.query(store.schema.sql(sql), [])
            } throws: { ($0 as? PostgreSQLError)?.sqlState == code }
            #expect(try await store.counts() == [])
            await store.close()
        }

        @Test("is rejected before it is sent if its payload is larger than 1 MB")
        func tooLarge() async throws {
            let statement = { try Greet(name: String(repeating: "x", count: 1_048_576)).enqueueStatement() }
            #expect(throws: EnqueueError.self) { _ = try statement() }
            let store = try await StoreServer.store(schema)
            do {
                _ = try await store.add(.new { $0.payload = Data(count: 1_048_577) })
                Issue.record("It was stored.")
            } catch {
                guard case .tooLarge(let text)? = error as? TaskStoreError else { throw error }
                #expect(text.contains("1048577"))
            }
            _ = try await store.add(.new { $0.payload = Data(count: 1_048_576) })
            await store.close()
        }

        @Test("wakes listeners after the commit")
        func waking() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            try await pool.transaction { transaction in
                for _ in 0..<3 { try await run(Greet().enqueueStatement(schema: schema), on: transaction) }
            }
            #expect(await changes.next() == TaskChange(kinds: ["a"]))
            await pool.close()
            await store.close()
        }

        // MARK: psycopg

        private static let python = ProcessInfo.processInfo.environment["NETTASK_PYTHON"] ?? "python3"

        private static let hasPsycopg: Bool = (try? runPython("from psycopg import RawCursor", [])) == 0

        @Test(
            "exists if psycopg commits, and not if it rolls back",
            .enabled(if: hasPsycopg, "NETTASK_PYTHON names no Python with psycopg 3.2")
        )
        func psycopg() async throws {
            let store = try await StoreServer.store(schema)
            for isCommitted in [true, false] {
                let statement = try Greet(name: "Ben \(isCommitted)").enqueueStatement(
                    options: [.tag("t"), .expires(Date(timeIntervalSince1970: 1_900_000_900))],
                    schema: schema
                )
                let values = statement.values.map { value in
                    switch value {
                    case .text(let text): ["text": text]
                    case .bytes(let bytes): ["bytes": bytes.base64EncodedString()]
                    }
                }
                let arguments = [
                    StoreServer.url, isCommitted ? "commit" : "rollback", statement.sql,
                    String(decoding: try JSONEncoder().encode(values), as: UTF8.self),
                ]
                #expect(try Self.runPython(Self.script, arguments) == 0)
            }
            let tasks = try await store.tasks(TaskQuery())
            #expect(try tasks.map { try Greet(stored: $0.task.payload).name } == ["Ben true"])
            #expect(tasks.map(\.task.tags) == [["t"]])
            await store.close()
        }

        private static let script = """
            import base64, json, psycopg, sys
            url, end, sql, values = sys.argv[1:]
            values = [v["text"] if "text" in v else base64.b64decode(v["bytes"]) for v in json.loads(values)]
            with psycopg.connect(url) as connection:
                id, = psycopg.RawCursor(connection).execute(sql, values).fetchone()
                assert id > 0
                getattr(connection, end)()
            """

        private static func runPython(_ script: String, _ arguments: [String]) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [python, "-c", script] + arguments
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }

        // MARK: Helpers

        private func enqueue(
            _ task: Greet,
            _ options: [DurableNetTaskOption] = [],
            on pool: PostgreSQLPool
        ) async throws -> DurableTaskID {
            let statement = try task.enqueueStatement(options: options, schema: schema)
            return try await pool.transaction { try await run(statement, on: $0) }
        }

        @discardableResult
        private func run(
            _ statement: EnqueueStatement,
            on transaction: any PostgreSQLTransaction
        ) async throws -> DurableTaskID {
            let values = statement.values.map { value -> PostgreSQLValue in
                switch value {
                case .text(let text): .text(text)
                case .bytes(let bytes): .bytes(bytes)
                }
            }
            return DurableTaskID(rawValue: try await transaction.query(statement.sql, values)[0].get(0))
        }
    }
#endif
