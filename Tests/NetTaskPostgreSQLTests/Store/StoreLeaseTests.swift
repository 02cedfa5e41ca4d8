#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "A lease in PostgreSQL, by the server's clock",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreLeaseTests {
        private let schema = StoreServer.newSchema()

        @Test("ends by itself; the next owner has the task, and the first cannot end it")
        func runsOut() async throws {
            let first = try await StoreServer.store(schema, leaseDuration: .milliseconds(1))
            let second = try await StoreServer.store(schema)
            let id = try await first.add()
            let lost = try #require(try await first.claim().first)
            #expect(try await second.recover(now: .distantFuture) == [])
            let taken = try #require(try await second.claim().first)
            #expect(taken.lease.id == id)
            #expect(taken.task.lostLeaseCount == 1)
            let late = TaskEnd(lost.lease, .succeeded(reply: nil))
            #expect(try await first.end([late], now: .distantPast) == [nil])
            #expect(try await first.renew([lost.lease], now: .distantPast) == [lost.lease])
            #expect(try await second.task(id)?.state == .running)
            await first.close()
            await second.close()
        }

        @Test("lasts while it is renewed, regardless of the callers' clocks")
        func renewed() async throws {
            let first = try await StoreServer.store(schema, leaseDuration: .milliseconds(1))
            let second = try await StoreServer.store(schema)
            let id = try await first.add()
            let lease = try #require(try await first.claim().first?.lease)
            #expect(try await second.renew([lease], now: .distantPast) == [])
            #expect(try await second.recover(now: .distantFuture) == [])
            #expect(try await second.task(id)?.state == .running)
            #expect(try await first.end([TaskEnd(lease, .returned)], now: .distantPast) == [[]])
            await first.close()
            await second.close()
        }

        @Test("is lost if a later one of the same task exists")
        func tokens() async throws {
            let store = try await StoreServer.store(schema)
            _ = try await store.add()
            let first = try #require(try await store.claim().first?.lease)
            _ = try await store.end([TaskEnd(first, .returned)], now: .distantPast)
            let second = try #require(try await store.claim().first?.lease)
            #expect(try await store.renew([first, second], now: .distantPast) == [first])
            await store.close()
        }

        @Test("is ended beside one with a locked task, which is ended when it is unlocked")
        func locked() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let (first, second) = (try await store.add(), try await store.add())
            let leases = try await store.claim().map(\.lease)
            #expect(leases.map(\.id) == [first, second])
            let ends = leases.map { TaskEnd($0, .succeeded(reply: nil)) }
            let enqueue = "SELECT \(schema).enqueue('a', '', dependencies => $1)"
            let (answers, dependent) = try await pool.transaction { transaction in
                let dependencies = PostgreSQLValue.text(#"[{"id": \#(first), "onFailure": "cancel"}]"#)
                let rows = try await transaction.query(enqueue, [dependencies])
                let answers = Task { try await store.end(ends, now: .distantPast) }
                // As soon as the other one has ended, the first is being waited for, which goes on after the commit.
                while try await store.task(second)?.state == .running {}
                #expect(try await store.task(first)?.state == .running)
                return (answers, DurableTaskID(rawValue: try rows[0].get(0)))
            }
            #expect(try await answers.value == [[], []])
            #expect(try await store.claim().map(\.task.id) == [dependent])
            await pool.close()
            await store.close()
        }

        @Test("is ended beside one whose dependent is locked, which is ended when it is unlocked")
        func lockedBesideDependent() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let (first, second) = (try await store.add(), try await store.add())
            let dependent = try await store.add(.new { $0.dependencies = [TaskDependency(first)] })
            let ends = try await store.claim().map { TaskEnd($0.lease, .succeeded(reply: nil)) }
            #expect(ends.map(\.lease.id) == [first, second])
            // when
            let answers = try await pool.transaction { [schema] transaction in
                _ = try await transaction.query("SELECT \(schema).set_priority('{\(dependent)}', 3)", [])
                let answers = Task { try await store.end(ends, now: .distantPast) }
                while try await store.task(second)?.state == .running {}
                #expect(try await store.task(first)?.state == .running)
                return answers
            }
            // then
            #expect(try await answers.value == [[], []])
            #expect(try await store.claim().map(\.task.id) == [dependent])
            await pool.close()
            await store.close()
        }

        @Test("is ended during an addition to the group of its task, and the next task follows")
        func lockedGroup() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let (first, second) = (try await store.add(.new { $0.group = "g" }), try await store.add())
            let leases = try await store.claim().map(\.lease)
            #expect(leases.map(\.id) == [first, second])
            let enqueue = "SELECT \(schema).enqueue('a', '', group_name => 'g')"
            let next = try await pool.transaction { transaction in
                let rows = try await transaction.query(enqueue, [])
                // when
                let ends = leases.map { TaskEnd($0, .succeeded(reply: nil)) }
                // then
                #expect(try await store.end(ends, now: .distantPast) == [[], []])
                _ = try await store.recover(now: .distantPast)
                return DurableTaskID(rawValue: try rows[0].get(0))
            }
            #expect(try await store.task(next)?.state == .blocked)
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [next])
            await pool.close()
            await store.close()
        }

        @Test("is ended during an addition to the group of a dependent, and the next task follows")
        func lockedDependent() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let first = try await store.add()
            let dependent = try await store.add(
                .new { task in
                    task.group = "g"
                    task.dependencies = [TaskDependency(first, onFailure: .run)]
                }
            )
            let ends = try await store.claim().map { TaskEnd($0.lease, .died(error: "e", reason: .abandoned)) }
            try await pool.transaction { [schema] transaction in
                _ = try await transaction.query("SELECT \(schema).enqueue('a', '', group_name => 'g')", [])
                // when
                #expect(try await store.end(ends, now: .distantPast) == [[]])
            }
            // then
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [dependent])
            await pool.close()
            await store.close()
        }

        @Test("is reported once if another of the same call cannot be ended")
        func toldOnce() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let (first, second) = (try await store.add(), try await store.add())
            let dependent = try await store.add(.new { $0.dependencies = [TaskDependency(first)] })
            let ends = try await store.claim().map { TaskEnd($0.lease, .died(error: "e", reason: .abandoned)) }
            #expect(ends.map(\.lease.id) == [first, second])
            try await pool.transaction { [schema] transaction in
                // Somebody adds a task that depends on the first, and on nothing that ends with it.
                let dependencies = PostgreSQLValue.text(#"[{"id": \#(first), "onFailure": "run"}]"#)
                _ = try await transaction.query("SELECT \(schema).enqueue('a', '', dependencies => $1)", [dependencies])
                let answers = Task { try await store.end(ends, now: .distantPast) }
                // The first is waited for when the other one has ended, and not for ever.
                let stop = """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity \
                    WHERE wait_event = 'transactionid' AND query LIKE '%\(schema).end_runs%'
                    """
                while try await pool.query(stop, []).isEmpty {}
                await #expect(throws: TaskStoreError.self) { _ = try await answers.value }
                #expect(try await store.task(second)?.state == .dead)
                #expect(try await store.end([ends[1]], now: .distantPast) == [[]], "it was stored")
                #expect(try await store.task(first)?.state == .running)
            }
            #expect(try await store.end(ends, now: .distantPast) == [[dependent], nil], "the other is not told twice")
            await pool.close()
            await store.close()
        }

        @Test("is ended beside one whose dependent would be cancelled with its own dependents")
        func lockedChain() async throws {
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let (first, second) = (try await store.add(), try await store.add())
            let dependent = try await store.add(.new { $0.dependencies = [TaskDependency(first)] })
            let ends = try await store.claim().map { TaskEnd($0.lease, .died(error: "e", reason: .abandoned)) }
            let (answers, last) = try await pool.transaction { [schema] transaction in
                let dependencies = PostgreSQLValue.text(#"[{"id": \#(dependent), "onFailure": "cancel"}]"#)
                let rows = try await transaction.query(
                    "SELECT \(schema).enqueue('a', '', dependencies => $1)",
                    [dependencies]
                )
                let answers = Task { try await store.end(ends, now: .distantPast) }
                while try await store.task(second)?.state == .running {}
                #expect(try await store.task(first)?.state == .running)
                return (answers, DurableTaskID(rawValue: try rows[0].get(0)))
            }
            #expect(try await answers.value == [[dependent, last], []])
            await pool.close()
            await store.close()
        }

        @Test("has at most the longest duration after the server's clock was set back", arguments: [20, 3_600])
        func clockSetBack(seconds: Int) async throws {
            // given
            let store = try await StoreServer.store(schema)
            _ = try await store.add()
            _ = try await store.claim()
            // As it is when the clock shows so many seconds less.
            let shift = "UPDATE \(schema).task SET leased_until = leased_until + \(seconds) * interval '1 second'"
            _ = try await store.session.query(shift, [])
            // when
            _ = try await store.recover(now: .distantPast)
            // then
            let rows = try await store.session.query(
                "SELECT extract(epoch FROM leased_until - clock_timestamp())::double precision FROM \(schema).task",
                []
            )
            #expect(try rows[0].get(0, as: Double.self) <= 30)
            await store.close()
        }

        @Test("B45: is lost with all leases of a worker, and all tasks are due at once")
        func manyLost() async throws {
            // given
            let worker = try await StoreServer.store(schema, leaseDuration: .milliseconds(1))
            let store = try await StoreServer.store(schema)
            _ = try await store.insert((0..<20).map { _ in .new() }, now: .distantPast)
            #expect(try await worker.claim(20).count == 20)
            // when
            _ = try await store.recover(now: .distantPast)
            // then
            #expect(try await store.claim(20).count == 20)
            await worker.close()
            await store.close()
        }

        @Test("is reported to the claiming caller, even if it is cancelled meanwhile")
        func cancelled() async throws {
            let store = try await StoreServer.store(schema)
            let id = try await store.add()
            let claim = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await store.claim()
            }
            #expect(try await claim.value.map(\.task.id) == [id])
            await store.close()
        }

        @Test("belongs to one worker, and groups keep their order, with many workers")
        func manyWorkers() async throws {
            let stores = [try await StoreServer.store(schema), try await StoreServer.store(schema)]
            let log = Locked<[String: [DurableTaskID]]>([:])
            let runs = Locked<[DurableTaskID: Int]>([:])
            var last: DurableTaskID?
            for number in 0..<120 {
                last = try await stores[number % 2].add(
                    .new { task in
                        task.group = "g\(number % 5)"
                        if number % 7 == 0, let last { task.dependencies = [TaskDependency(last, onFailure: .run)] }
                    }
                )
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    let store = stores[number % 2]
                    group.addTask {
                        while runs.withLock({ $0.count }) < 120 {
                            var ends: [TaskEnd] = []
                            for claimed in try await store.claim(4) {
                                log.withLock { $0[claimed.task.task.group ?? "", default: []].append(claimed.task.id) }
                                runs.withLock { $0[claimed.task.id, default: 0] += 1 }
                                let dies = claimed.task.id.rawValue % 3 == 0
                                let end =
                                    dies ? TaskRunEnd.died(error: "e", reason: .abandoned) : .succeeded(reply: nil)
                                ends.append(TaskEnd(claimed.lease, end))
                            }
                            let answers = try await store.end(ends, now: .distantPast)
                            #expect(answers.allSatisfy { $0 != nil })
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(runs.withLock { $0.values.allSatisfy { $0 == 1 } })
            #expect(log.withLock { $0.count } == 5)
            for (name, ids) in log.withLock({ $0 }) {
                #expect(ids == ids.sorted(), "the order of \(name)")
            }
            for store in stores { await store.close() }
        }
    }
#endif
