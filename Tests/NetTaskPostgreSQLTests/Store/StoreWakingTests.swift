#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "A store in PostgreSQL and its connections",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreWakingTests {
        private let schema = StoreServer.newSchema()

        @Test("is notified of changes by another store, even after the listening connection was lost")
        func notifications() async throws {
            let listener = try await StoreServer.store(schema)
            let other = try await StoreServer.store(schema)
            var changes = listener.changes().makeAsyncIterator()
            #expect(await changes.next() == .any, "what may have been missed before it listened")
            _ = try await other.add()
            #expect(await changes.next()?.kinds == ["a"])
            let listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1"
            let terminated = try await other.session.query(listening, [.text("LISTEN%\(schema)%")])
            #expect(terminated.count == 1)
            #expect(await changes.next() == .any, "what may have been missed meanwhile")
            let id = try await other.add()
            #expect(await changes.next()?.kinds == ["a"])
            _ = try await other.cancel([id], reason: "", now: .distantPast)
            #expect(await changes.next()?.ids == [id])
            await listener.close()
            await other.close()
        }

        @Test("listens at the address for listening")
        func listeningURL() async throws {
            // given
            let name = "listener_\(schema)"
            let separator = StoreServer.url.contains("?") ? "&" : "?"
            let store = try await PostgreSQLTaskStore(
                StoreServer.url,
                listeningURL: "\(StoreServer.url)\(separator)application_name=\(name)",
                schema: schema,
                connectionLimit: 1
            )
            // when
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            // then
            let statements = "SELECT query FROM pg_stat_activity WHERE application_name = $1"
            let rows = try await store.session.query(statements, [.text(name)])
            #expect(try rows.map { try $0.get(0, as: String.self) } == ["LISTEN \"\(schema)\""])
            await store.close()
        }

        @Test("reports ends of runs and the tasks that can be claimed then, but not claims")
        func changes() async throws {
            let store = try await StoreServer.store(schema)
            let (first, second) = (try await store.add(), try await store.add())
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            let leases = try await store.claim().map(\.lease)
            _ = try await store.end([TaskEnd(leases[0], .succeeded(reply: nil))], now: .distantPast)
            #expect(await changes.next() == TaskChange(kinds: [], ids: [first]))
            _ = try await store.end([TaskEnd(leases[1], .returned)], now: .distantPast)
            #expect(await changes.next() == TaskChange(kinds: ["a"], ids: [second]))
            await store.close()
        }

        @Test("does not notify a queue of its own changes")
        func ownChanges() async throws {
            // given
            let store = try await StoreServer.store(schema)
            var changes = TaskChangeSource.$author.withValue(17) { store.changes() }.makeAsyncIterator()
            _ = await changes.next()
            // when
            try await TaskChangeSource.$author.withValue(17) {
                let (plain, other) = (try await store.add(), try await store.add(.new { $0.group = "g" }))
                let leases = try await store.claim().map(\.lease)
                _ = try await store.end(leases.map { TaskEnd($0, .returned) }, now: .distantPast)
                _ = try await store.cancel([plain], reason: "", now: .distantPast)
                let lease = try #require(try await store.claim().first?.lease)
                _ = try await store.end([TaskEnd(lease, .died(error: "", reason: .abandoned))], now: .distantPast)
                _ = try await store.retry([other], newKeys: [other: "k"], now: .distantPast)
            }
            try await TaskChangeSource.$author.withValue(18) { _ = try await store.add(.new { $0.kind = "b" }) }
            // then
            #expect(await changes.next() == TaskChange(kinds: ["b"]))
            // when
            _ = try await store.add(.new { $0.kind = "c" })
            // then
            #expect(await changes.next() == TaskChange(kinds: ["c"]))
            await store.close()
        }

        @Test("reports that any kind may be claimed when a task of a group waits again, because another may be next")
        func groups() async throws {
            let store = try await StoreServer.store(schema)
            let id = try await store.add(.new { $0.group = "g" })
            let lease = try #require(try await store.claim().first?.lease)
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            _ = try await store.end([TaskEnd(lease, .returned)], now: .distantPast)
            #expect(await changes.next() == TaskChange(kinds: nil, ids: [id]))
            await store.close()
        }

        @Test("reports that any kind may be claimed when a task is replaced, because others may have waited for it")
        func replaced() async throws {
            let store = try await StoreServer.store(schema)
            let new = NewTask.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            let first = try await store.add(new)
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            let insertion = try await store.insert([new], now: .distantPast)
            guard case .replaced([first], let second) = insertion[0] else { throw TaskStoreError.other("\(insertion)") }
            #expect(await changes.next() == TaskChange(kinds: nil, ids: [first]))
            let enqueue = "SELECT \(schema).enqueue('a', '', unique_key => 'k', unique_policy => 'cancelOld')"
            _ = try await store.session.query(enqueue, [])
            #expect(await changes.next() == TaskChange(kinds: nil, ids: [second]))
            await store.close()
        }

        @Test("reports an unspecified change if the changes exceed one notification")
        func large() async throws {
            let store = try await StoreServer.store(schema)
            _ = try await store.insert((0..<600).map { _ in .new() }, now: .distantPast)
            var changes = store.changes().makeAsyncIterator()
            _ = await changes.next()
            let ends = try await store.claim(600).map { TaskEnd($0.lease, .succeeded(reply: nil)) }
            _ = try await store.end(ends, now: .distantPast)
            #expect(await changes.next() == TaskChange(kinds: [], ids: nil))
            await store.close()
        }

        @Test("is unavailable without a server")
        func noServer() async throws {
            do {
                _ = try await PostgreSQLTaskStore("postgres://me:secret@127.0.0.1:1/none?connect_timeout=1")
                Issue.record("It was opened.")
            } catch {
                guard case .unavailable(let text) = error else { throw error }
                #expect(!text.contains("secret"))
            }
        }

        @Test("is unavailable when its connections are cut off, and works again afterwards")
        func cutOff() async throws {
            let name = "cut \(schema)"
            let pool = try StoreServer.pool { $0.applicationName = name }
            let store = try await PostgreSQLTaskStore(session: pool, schema: schema)
            let id = try await store.add()
            let other = try StoreServer.pool()
            let sleeping = Task {
                try await store.rows("SELECT pg_sleep(60)", [])
            }
            let find =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE $2"
            while try await other.query(find, [.text(name), .text("%pg_sleep%")]).isEmpty {}
            do {
                _ = try await sleeping.value
                Issue.record("The statement was done.")
            } catch {
                guard case .unavailable? = error as? TaskStoreError else { throw error }
            }
            #expect(try await store.claim().map(\.task.id) == [id])
            await store.close()
            await other.close()
        }

        @Test("stores the tasks of concurrent callers, and reports an invalid one only to its caller")
        func manyCallers() async throws {
            let store = try await StoreServer.store(schema)
            let unknown = DurableTaskID(rawValue: 7)
            let refused = try await withThrowingTaskGroup(of: (any Error)?.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        do {
                            _ = try await store.add(
                                .new { task in
                                    // Such as are not stored together with plain ones.
                                    task.group = "g\(number)"
                                    if number % 16 == 0 { task.dependencies = [TaskDependency(unknown)] }
                                }
                            )
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return try await group.reduce(into: []) { if let error = $1 { $0.append(error) } }
            }
            #expect(refused.map { $0 as? TaskStoreError } == Array(repeating: .unknownDependency(unknown), count: 4))
            #expect(try await store.counts() == [TaskCount(kind: "a", state: .waiting, count: 60)])
            await store.close()
        }
    }
#endif
