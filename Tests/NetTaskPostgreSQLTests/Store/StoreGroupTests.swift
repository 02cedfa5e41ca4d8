#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "A PostgreSQL group with a task of an open transaction",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreGroupTests {
        private let schema = StoreServer.newSchema()

        /// Has an app add to the group `g`, and do something before it commits.
        ///
        /// - Returns: the task that the app has added.
        private func adding(_ body: @escaping @Sendable () async throws -> Void) async throws -> DurableTaskID {
            let pool = try StoreServer.pool()
            let enqueue = "SELECT \(schema).enqueue('a', '', group_name => 'g')"
            let id = try await pool.transaction { transaction in
                let rows = try await transaction.query(enqueue, [])
                try await body()
                return DurableTaskID(rawValue: try rows[0].get(0))
            }
            await pool.close()
            return id
        }

        private func addMember(to store: PostgreSQLTaskStore) async throws -> DurableTaskID {
            try await store.add(.new { $0.group = "g" })
        }

        @Test("does not block cancelling, and the next task follows afterwards")
        func cancel() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let first = try await addMember(to: store)
            // when
            let next = try await adding {
                let cancelled = try await store.cancel([first], reason: "", now: .distantPast)
                #expect(cancelled == [first])
                #expect(try await store.task(first)?.state == .cancelled)
            }
            // then
            #expect(try await store.claim() == [])
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [next])
            await store.close()
        }

        @Test("does not block dropping, and the next task follows afterwards")
        func drop() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let first = try await addMember(to: store)
            // when
            let next = try await adding {
                let dropped = try await store.drop([first], now: .distantPast)
                let task = try await store.task(first)
                #expect(dropped == [first])
                #expect(task == nil)
            }
            // then
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [next])
            await store.close()
        }

        @Test("does not block retrying, and the group keeps its order")
        func retry() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let first = try await addMember(to: store)
            let lease = try #require(try await store.claim().first?.lease)
            _ = try await store.end([TaskEnd(lease, .died(error: "e", reason: .abandoned))], now: .distantPast)
            // when
            let next = try await adding {
                let retried = try await store.retry([first], now: .distantPast)
                #expect(retried == [first])
            }
            // then
            _ = try await store.recover(now: .distantPast)
            let again = try await store.claim()
            #expect(again.map(\.task.id) == [first])
            _ = try await store.end(again.map { TaskEnd($0.lease, .succeeded(reply: nil)) }, now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [next])
            await store.close()
        }

        @Test("lets a retried task wait for a task that is being claimed")
        func claimedMeanwhile() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let pool = try StoreServer.pool()
            let first = try await addMember(to: store)
            let lease = try #require(try await store.claim().first?.lease)
            _ = try await store.end([TaskEnd(lease, .died(error: "e", reason: .abandoned))], now: .distantPast)
            _ = try await addMember(to: store)
            // when
            let retried = try await pool.transaction { [schema] transaction in
                let claim = "SELECT id FROM \(schema).claim('{a}', '{1}', 0, 10, 1, '30 s', 7, NULL)"
                #expect(try await transaction.query(claim, []).count == 1)
                let retried = Task { try await store.retry([first], now: .distantPast) }
                let waiting = """
                    SELECT 1 FROM pg_stat_activity \
                    WHERE wait_event = 'transactionid' AND query LIKE '%\(schema).retry_tasks%'
                    """
                while try await pool.query(waiting, []).isEmpty {}
                return retried
            }
            // then
            #expect(try await retried.value == [first])
            #expect(try await store.claim() == [])
            await pool.close()
            await store.close()
        }

        @Test("keeps its next task while the transaction is open, however often others claim")
        func open() async throws {
            // given
            let store = try await StoreServer.store(schema)
            let (first, second) = (try await addMember(to: store), try await addMember(to: store))
            // when
            _ = try await adding {
                _ = try await store.cancel([first], reason: "", now: .distantPast)
                _ = try await store.recover(now: .distantPast)
                #expect(try await store.claim() == [])
            }
            _ = try await store.recover(now: .distantPast)
            // then
            #expect(try await store.claim().map(\.task.id) == [second])
            let left = try await store.session.query("SELECT 1 FROM \(schema).turn", [])
            #expect(left.isEmpty)
            await store.close()
        }

        @Test("keeps its order, and leaves no task, during concurrent additions and cancellations")
        func many() async throws {
            // given
            let stores = [try await StoreServer.store(schema), try await StoreServer.store(schema)]
            // when
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    let store = stores[number % 2]
                    group.addTask {
                        for _ in 0..<10 {
                            let id = try await addMember(to: store)
                            if number % 2 == 0 { _ = try await store.cancel([id], reason: "", now: .distantPast) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // then
            var ran: [DurableTaskID] = []
            while ran.count < 40 {
                _ = try await stores[0].recover(now: .distantPast)
                let claimed = try await stores[0].claim()
                #expect(claimed.count == 1)
                if claimed.isEmpty { break }
                ran += claimed.map(\.task.id)
                let ends = claimed.map { TaskEnd($0.lease, .succeeded(reply: nil)) }
                _ = try await stores[1].end(ends, now: .distantPast)
            }
            #expect(ran == ran.sorted())
            #expect(try await stores[0].counts().allSatisfy(\.state.isEnd))
            for store in stores { await store.close() }
        }
    }
#endif
