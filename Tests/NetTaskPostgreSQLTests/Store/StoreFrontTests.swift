#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "The recorded start of a long index for claims in PostgreSQL",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreFrontTests {
        private let schema = StoreServer.newSchema()

        @Test("skips earlier rows while it is valid")
        func valid() async throws {
            let store = try await StoreServer.store(schema)
            let early = try await store.add(.new { $0.notBefore = Date(timeIntervalSince1970: 1_000) })
            try await note("1 minute", "1 hour", store)
            let late = try await store.add()
            #expect(try await store.claim().map(\.task.id) == [late])
            let wait = try await store.wait(for: TaskClaim(limit: 1, kinds: ["a": 1]), now: .distantPast)
            #expect(try #require(wait) <= .seconds(3_600), "what may be hidden is looked for then")
            try await note("1 minute", "-1 hour", store)
            #expect(try await store.claim().map(\.task.id) == [early])
            await store.close()
        }

        /// How a task comes to wait whose date is long past.
        enum Way: CaseIterable {
            case inserted, ofGroup, putBack, dependent, nextOfGroup, raised, retried
        }

        @Test("does not hide a task that begins to wait with an earlier date", arguments: Way.allCases)
        func earlier(way: Way) async throws {
            let store = try await StoreServer.store(schema)
            let before = Date(timeIntervalSince1970: 1_000)
            var first = NewTask.new()
            if way == .nextOfGroup { first.group = "g" }
            let other = try await store.add(first)
            var task = NewTask.new { $0.notBefore = before }
            switch way {
            case .inserted, .putBack, .retried: break
            case .ofGroup, .nextOfGroup: task.group = "g"
            case .dependent: task.dependencies = [TaskDependency(other)]
            case .raised: task.priority = .high
            }
            let isFirst = way == .inserted || way == .ofGroup
            var id = isFirst || way == .putBack || way == .retried ? other : try await store.add(task)
            let lease = way == .raised ? nil : try await store.claim(1).first?.lease
            if way == .retried {
                let end = TaskRunEnd.died(error: "e", reason: .abandoned)
                _ = try await store.end([TaskEnd(try #require(lease), end)], now: .distantPast)
            }
            try await note("-1 minute", "1 hour", store)
            switch way {
            case .inserted, .ofGroup: id = try await store.add(task)
            case .raised: try await store.setPriority(.normal, of: [id])
            case .retried: _ = try await store.retry([id], now: .distantPast)
            case .dependent, .nextOfGroup:
                _ = try await store.end([TaskEnd(try #require(lease), .succeeded(reply: nil))], now: .distantPast)
            case .putBack:
                let end = TaskRunEnd.failed(error: "e", next: .at(before), priority: .normal)
                _ = try await store.end([TaskEnd(try #require(lease), end)], now: .distantPast)
            }
            #expect(try await store.claim().map(\.task.id).contains(id))
            await store.close()
        }

        @Test("does not hide several tasks that begin to wait at once")
        func several() async throws {
            // given
            let store = try await StoreServer.store(schema)
            var ids: [DurableTaskID] = []
            for seconds in [1_000.0, 2_000] {
                let task = NewTask.new {
                    $0.notBefore = Date(timeIntervalSince1970: seconds)
                    $0.priority = .high
                }
                ids.append(try await store.add(task))
            }
            try await note("1 minute", "1 hour", store)
            // when
            try await store.setPriority(.normal, of: ids)
            // then
            #expect(try await store.claim().map(\.task.id) == ids)
            await store.close()
        }

        @Test("is a second before the first task, or before now, and is not moved to later")
        func noted() async throws {
            let store = try await StoreServer.store(schema)
            _ = try await store.add(.new { $0.notBefore = Date(timeIntervalSince1970: 1_000) })
            let sql = """
                SELECT \(schema).note_fronts(ARRAY[
                    ROW(1, 2, '2020-01-01 00:00:10Z', NULL)::\(schema).front,
                    ROW(1, 3, NULL, NULL)::\(schema).front,
                    ROW(1, 4, 'infinity', '2100-01-01')::\(schema).front
                ], '2021-01-01 00:00:10Z')
                """
            for _ in 0..<2 { _ = try await store.session.query(sql, []) }
            let rows = try await store.session.query(
                "SELECT due, valid_until = '2100-01-01' FROM \(schema).front ORDER BY priority",
                []
            )
            let dates: [Date] = try rows.map { try $0.get(0) }
            #expect(dates.map(\.timeIntervalSince1970) == [1_577_836_809, 1_609_459_209, 1_609_459_209])
            #expect(try rows.map { try $0.get(1) } == [false, false, true])
            await store.close()
        }

        @Test("is discarded when the server's clock is set back, and waits begin again")
        func clockSetBack() async throws {
            let store = try await StoreServer.store(schema)
            let id = try await store.add()
            _ = try await store.session.query(
                "UPDATE \(schema).task SET due = due + interval '1 day', since = since + interval '1 day'",
                []
            )
            try await note("1 minute", "1 hour", store)
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().isEmpty, "what is due tomorrow")
            let later = "UPDATE \(schema).meta SET value = value + 86400000000 WHERE name = 'clock'"
            _ = try await store.session.query(later, [])
            _ = try await store.recover(now: .distantPast)
            #expect(try await store.claim().map(\.task.id) == [id])
            await store.close()
        }

        /// The only note from then on: a claim may have made others, if it took long.
        private func note(_ due: String, _ validity: String, _ store: PostgreSQLTaskStore) async throws {
            _ = try await store.session.query("DELETE FROM \(schema).front", [])
            _ = try await store.session.query(
                """
                INSERT INTO \(schema).front
                SELECT id, 2, now() - $1::text::interval, now() + $2::text::interval FROM \(schema).lane
                """,
                [.text(due), .text(validity)]
            )
        }
    }
#endif
