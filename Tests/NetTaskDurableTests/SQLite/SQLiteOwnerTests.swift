#if SQLite
    import Foundation
    import GRDB
    import Testing

    @testable import NetTaskDurable
    @testable import NetTaskSQLite

    @Suite("Two stores on one file", .serialized, .timeLimit(.minutes(5)))
    struct SQLiteOwnerTests {
        private let file: StoreFile
        private let store: SQLiteTaskStore

        init() throws {
            file = try StoreFile()
            store = try SQLiteTaskStore(path: file.path)
        }

        private var locks: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: file.path + "-owners") }
        }

        @Test("B37: free the leases of a store whose process ended, at once")
        func gone() async throws {
            let id = try await store.insertOne(StoreFile.task())
            var other: SQLiteTaskStore? = try SQLiteTaskStore(path: file.path)
            #expect(try await other?.claimAll().count == 1)
            other = nil

            _ = try await store.recover(now: StoreFile.start)

            let task = try await store.task(id)
            #expect(task?.state == .waiting)
            #expect(task?.lostLeaseCount == 1)
            #expect(try locks.count == 1, "the lock of the one that is gone is removed")
        }

        @Test("each keep their leases while they are open")
        func living() async throws {
            let id = try await store.insertOne(StoreFile.task())
            let other = try SQLiteTaskStore(path: file.path)
            let claimed = try #require(try await other.claimAll().first)

            #expect(try await store.recover(now: StoreFile.start) == [])

            #expect(try await store.task(id)?.state == .running)
            #expect(try await other.end([TaskEnd(claimed.lease, .succeeded(reply: nil))], now: StoreFile.start) == [[]])
        }

        @Test("free the leases of an earlier start of the machine, regardless of its locks")
        func rebooted() async throws {
            let id = try await store.insertOne(StoreFile.task())
            let other = try SQLiteTaskStore(path: file.path)
            _ = try await other.claimAll()
            try file.execute(
                "UPDATE nettask_owner SET boot_id = 'earlier' WHERE id = (SELECT max(id) FROM nettask_owner)"
            )

            _ = try await store.recover(now: StoreFile.start)

            #expect(try await store.task(id)?.state == .waiting)
            await other.close()
        }

        @Test("free leases with an unknown owner")
        func unknown() async throws {
            let id = try await store.insertOne(StoreFile.task())
            _ = try await store.claimAll()
            try file.execute("UPDATE nettask_task SET owner = NULL")
            _ = try await store.recover(now: StoreFile.start)
            #expect(try await store.task(id)?.lostLeaseCount == 1)
        }

        @Test("leave nothing behind when they are closed without leases")
        func closed() async throws {
            let other = try SQLiteTaskStore(path: file.path)
            #expect(try locks.count == 2)
            await other.close()
            #expect(try locks.count == 1)
        }

        @Test("remove the lock of a store that ended before it was registered")
        func swept() throws {
            try Data().write(to: URL(fileURLWithPath: file.path + "-owners/left"))
            let other = try SQLiteTaskStore(path: file.path)
            withExtendedLifetime(other) {}
            #expect(try !locks.contains("left"))
        }

        @Test("find each other after the locks were removed")
        func removed() async throws {
            // given
            let id = try await store.insertOne(StoreFile.task())
            try FileManager.default.removeItem(atPath: file.path + "-owners")

            // when
            _ = try await store.recover(now: StoreFile.start)

            // then
            _ = try await store.claimAll()
            let other = try SQLiteTaskStore(path: file.path)
            #expect(try await other.recover(now: StoreFile.start) == [])
            #expect(try await store.task(id)?.state == .running)
            #expect(try locks.count == 2)
            await other.close()
        }

        @Test("find each other after one was treated as ended")
        func takenForDead() async throws {
            // given
            let id = try await store.insertOne(StoreFile.task())
            let other = try SQLiteTaskStore(path: file.path)
            try FileManager.default.removeItem(atPath: file.path + "-owners")
            _ = try await other.recover(now: StoreFile.start)

            // when
            _ = try await store.recover(now: StoreFile.start)

            // then
            _ = try await store.claimAll()
            _ = try await other.recover(now: StoreFile.start)
            #expect(try await store.task(id)?.state == .running)
            await other.close()
        }

        @Test("in memory have separate locks, and leave nothing behind")
        func memory() throws {
            let databases = [try DatabaseQueue(), try DatabaseQueue()]
            for database in databases {
                try database.write { try StoreSchema.prepare($0, firstID: 1) }
            }
            let owners = try [databases[0], databases[0], databases[1]].map {
                try StoreOwners(path: $0.path, database: $0)
            }
            #expect(owners[0].folder == owners[1].folder)
            #expect(owners[0].folder != owners[2].folder)
            for owner in owners { owner.leave(isForgotten: true) }
            for owner in owners { #expect(!FileManager.default.fileExists(atPath: owner.folder)) }
        }

        @Test("recognize each other by any path to the file")
        func linked() async throws {
            try FileManager.default.createSymbolicLink(atPath: file.path + "-link", withDestinationPath: file.path)
            let id = try await store.insertOne(StoreFile.task())
            let other = try SQLiteTaskStore(path: file.path + "-link")
            _ = try await other.claimAll()
            _ = try await store.recover(now: StoreFile.start)
            #expect(try await store.task(id)?.state == .running)
            await other.close()
        }
    }
#endif
