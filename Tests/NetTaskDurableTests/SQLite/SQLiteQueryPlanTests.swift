#if SQLite
    import Foundation
    import GRDB
    import NetTaskRuntime
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("The cost of a store in a file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteQueryPlanTests {
        /// The query plan of each statement in a closure.
        private func plans(_ body: (SQLiteTaskStore) async throws -> Void) async throws -> [String] {
            let statements = Locked<Set<String>>([])
            var configuration = Configuration()
            configuration.prepareDatabase { db in
                db.trace { event in
                    if case .statement(let statement) = event { statements.withLock { _ = $0.insert(statement.sql) } }
                }
            }
            let database = try DatabaseQueue(configuration: configuration)
            let store = try SQLiteTaskStore(database: database)
            statements.withLock { $0 = [] }
            try await body(store)
            let found = statements.withLock { $0 }.filter { $0.contains("nettask_") }
            return try await database.read { db in
                try found.sorted().flatMap { sql in
                    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    statement.setUncheckedArguments([])
                    return try Row.fetchAll(statement).map { "\($0["detail"] as String): \(sql)" }
                }
            }
        }

        @Test("of inserting, claiming and ending does not grow with the number of tasks: no table is scanned")
        func hot() async throws {
            let plans = try await plans { store in
                let first = try await store.insertOne(StoreFile.task("first"))
                var task = StoreFile.task("second")
                task.dependencies = [TaskDependency(first)]
                task.uniqueness = TaskUniqueness(key: "key", policy: .cancelOld)
                task.group = "g"
                task.expires = StoreFile.start + 100
                _ = try await store.insertOne(task)
                _ = try await store.insert([task], now: StoreFile.start)
                let claim = TaskClaim(limit: 4, kinds: ["a": 1])
                for end in [
                    TaskRunEnd.returned, .failed(error: "", next: .after(.zero), priority: .low),
                    .succeeded(reply: nil),
                ] {
                    let claimed = try #require(try await store.claim(claim, now: StoreFile.start).first)
                    _ = try await store.end([TaskEnd(claimed.lease, end)], now: StoreFile.start)
                }
                _ = try await store.wait(for: claim, now: StoreFile.start - 10)
                _ = try await store.claim(claim, now: StoreFile.start)
                _ = try await store.recover(now: StoreFile.start)
                _ = try await store.expire(now: StoreFile.start + 200)
                _ = try await store.prune(TaskRetention(), now: StoreFile.start)
                _ = try await store.retry([first], now: StoreFile.start)
                let last = try await store.insertOne(StoreFile.task("last"))
                let other = try await store.insertOne(StoreFile.task("other"))
                _ = try await store.depend(last, on: TaskDependency(other), now: StoreFile.start)
                _ = try await store.depend(last, on: TaskDependency(other), now: StoreFile.start)
                _ = try await store.drop([first], now: StoreFile.start)
            }
            #expect(plans.count > 20)
            // Lanes, owners and running tasks are few. Ended tasks are few if they are pruned.
            let few = [
                "nettask_running", "nettask_lane", "nettask_owner", "nettask_ended", "nettask_dead", "CONSTANT ROW",
            ]
            let scans = plans.filter { plan in
                plan.hasPrefix("SCAN") && !few.contains { plan.prefix { $0 != ":" }.contains($0) }
            }
            #expect(scans == [])
            let sorts = plans.filter { $0.hasPrefix("USE TEMP B-TREE") && $0.contains("state = 0") }
            #expect(sorts == [])
        }

        @Test("of looking a task up by its unique key is that of an index")
        func uniqueKey() async throws {
            let open: Set<TaskState> = [.waiting, .blocked, .running]
            let plans = try await plans { store in
                _ = try await store.tasks(TaskQuery(states: open, kinds: ["a"], uniqueKey: "key", limit: 1))
            }
            #expect(plans.contains { $0.hasPrefix("SEARCH nettask_task USING INDEX nettask_unique") })
        }

        @Test("of looking for the first of a group is that of an index", arguments: [TaskState.waiting, .blocked])
        func group(state: TaskState) async throws {
            let plans = try await plans { store in
                _ = try await store.tasks(TaskQuery(states: [state], group: "g", limit: 1))
            }
            #expect(plans.contains { $0.hasPrefix("SEARCH nettask_task USING INDEX nettask_group") })
        }

        @Test("of selecting the next task of a group is that of the tasks in one state")
        func turn() async throws {
            let plans = try await plans { store in
                var task = StoreFile.task()
                task.group = "g"
                _ = try await store.insert([task, task], now: StoreFile.start)
                let lease = try #require(try await store.claimAll(1).first?.lease)
                _ = try await store.end([TaskEnd(lease, .returned)], now: StoreFile.start)
            }
            let turns = plans.filter { $0.contains("ORDER BY state, id") }
            #expect(!turns.isEmpty)
            #expect(turns.allSatisfy { $0.contains("nettask_group (group_name=? AND state>? AND state<?)") })
        }

        @Test("of a claim is the same with 20,000 earlier tasks that it cannot claim")
        func unclaimable() async throws {
            let store = try SQLiteTaskStore(database: DatabaseQueue())
            var task = StoreFile.task("unknown")
            task.kind = "unknown"
            task.priority = .veryHigh
            var needy = StoreFile.task("needy")
            needy.requirements = .power
            needy.priority = .veryHigh
            let front = [NewTask](repeating: task, count: 10_000) + [NewTask](repeating: needy, count: 10_000)
            _ = try await store.insert(front, now: StoreFile.start)
            let id = try await store.insertOne(StoreFile.task())
            #expect(try await store.claimAll(1).map(\.task.id) == [id])
            #expect(try await store.claimAll(1).isEmpty)
        }
    }
#endif
