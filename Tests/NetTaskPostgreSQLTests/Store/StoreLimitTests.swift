#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import Testing
    @testable import NetTaskPostgreSQL

    @Suite(
        "Values that PostgreSQL cannot store",
        .enabled(if: !StoreServer.url.isEmpty, StoreServer.isThere),
        .timeLimit(.minutes(2))
    )
    struct StoreLimitTests {
        private let schema = StoreServer.newSchema()

        @Test("an expiry that is never reached is stored as none")
        func neverExpires() async throws {
            let store = try await StoreServer.store(schema)
            let enqueue = "SELECT \(schema).enqueue('a', '', expires => 'infinity')"
            let id = DurableTaskID(rawValue: try await store.session.query(enqueue, [])[0].get(0))
            let task = try #require(try await store.task(id))
            #expect(task.task.expires == nil)
            await store.close()
        }

        @Test("a date that is never reached wakes no queue")
        func neverDue() async throws {
            let store = try await StoreServer.store(schema)
            _ = try await store.add()
            _ = try await store.session.query("UPDATE \(schema).task SET due = 'infinity', expires = 'infinity'", [])
            let claim = TaskClaim(limit: 1, kinds: ["a": 1])
            #expect(try await store.wait(for: claim, now: .distantPast) == nil)
            _ = try await store.session.query("UPDATE \(schema).task SET due = '-infinity'", [])
            _ = try await store.session.query("DELETE FROM \(schema).front", [])
            #expect(try await store.wait(for: claim, now: .distantPast) == .zero)
            await store.close()
        }

        @Test("the character NUL in an error is replaced")
        func nul() async throws {
            let store = try await StoreServer.store(schema)
            let (first, second) = (try await store.add(), try await store.add())
            let leases = try await store.claim().map(\.lease)
            let ends = [
                TaskEnd(leases[0], .died(error: "a\0b", reason: .abandoned)),
                TaskEnd(leases[1], .cancelled(reason: "\0")),
            ]
            #expect(try await store.end(ends, now: .distantPast) == [[], []])
            #expect(try await store.task(first)?.lastError == "a\u{FFFD}b")
            #expect(try await store.runs(of: first).map(\.error) == ["a\u{FFFD}b"])
            #expect(try await store.task(second)?.cancellation == "\u{FFFD}")
            await store.close()
        }

        @Test(
            "a date out of range is limited to the latest or the earliest one",
            arguments: [
                TaskDue.at(Date(timeIntervalSince1970: .infinity)), .at(Date(timeIntervalSince1970: 1e15)),
                .at(Date(timeIntervalSince1970: -1e15)), .after(.seconds(Int64.max)),
            ]
        )
        func dates(next: TaskDue) async throws {
            let store = try await StoreServer.store(schema)
            let id = try await store.add()
            let lease = try #require(try await store.claim().first?.lease)
            let end = TaskRunEnd.failed(error: "e", next: next, priority: .normal)
            #expect(try await store.end([TaskEnd(lease, end)], now: .distantPast) == [[]])
            #expect(try await store.task(id)?.state == .waiting)
            await store.close()
        }

        @Test("an age out of range keeps all younger tasks")
        func retention() async throws {
            let store = try await StoreServer.store(schema)
            let id = try await store.add()
            _ = try await store.cancel([id], reason: "", now: .distantPast)
            let ever = TaskRetention(ended: .seconds(Int64.max), dead: .seconds(Int64.max))
            #expect(try await store.prune(ever, now: .distantPast) == 0)
            let never = TaskRetention(ended: .seconds(Int64.min), dead: .seconds(Int64.min))
            #expect(try await store.prune(never, now: .distantPast) == 1)
            await store.close()
        }
    }
#endif
