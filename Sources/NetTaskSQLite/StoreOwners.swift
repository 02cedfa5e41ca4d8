#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Who works with a store: this object, and others, here and in other processes.
    final class StoreOwners: Sendable {
        /// An owner as the table has him.
        struct Owner: Sendable {
            /// nil for leases whose owner is not even in the table.
            var id: Int64?
            var bootID: String
            var lock: String
        }

        /// An owner who is no more, with his lock, so that nobody else takes care of him at the same time.
        struct Dead: Sendable {
            var owner: Owner
            var lock: OwnerLock?
        }

        let id: Int64
        /// Where the locks are.
        let folder: String
        private let isFile: Bool
        private let currentLock: Locked<OwnerLock>
        private var lock: OwnerLock { currentLock.withLock { $0 } }

        /// Enters a new owner.
        ///
        /// - Parameter path: the file of the database. If there is none, the database is in memory, and the locks are among
        ///   the temporary files.
        init(path: String, database: any DatabaseWriter) throws {
            isFile = FileManager.default.fileExists(atPath: path)
            folder = isFile ? Self.folder(of: path) : Self.temporaryFolder(path, database)
            let lock = try Self.makeLock(in: folder)
            currentLock = Locked(lock)
            do {
                id = try database.writeWithoutTransaction { db in
                    try db.makingRoom {
                        try db.inTransaction(.immediate) {
                            try db.run(
                                "INSERT INTO nettask_owner (boot_id, lock) VALUES (?, ?)",
                                BootID.current,
                                (lock.path as NSString).lastPathComponent
                            )
                            try db.reservePages()
                            return .commit
                        }
                        return db.lastInsertedRowID
                    }
                }
            } catch {
                lock.remove()
                throw error
            }
            try sweep(database)
        }

        deinit {
            removeTemporaryFolder()
        }

        private static func makeLock(in folder: String) throws -> OwnerLock {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw TaskStoreError.readOnly("The folder \(folder) cannot be made: \(error.localizedDescription)")
            }
            return try OwnerLock.make(in: folder)
        }

        /// Whether others find this owner: somebody may have removed his lock, or taken him for dead because of that.
        func isEntered(in db: Database) throws -> Bool {
            let lock = lock
            guard lock.isInPlace else { return false }
            let entered = try db.rows("SELECT lock FROM nettask_owner WHERE id = ?", id) {
                try $0.decode(String.self, atIndex: 0)
            }
            return entered == [(lock.path as NSString).lastPathComponent]
        }

        /// Has others find this owner again, by another lock.
        func reregister(_ db: Database) throws {
            let lock = try Self.makeLock(in: folder)
            try db.run(
                "INSERT OR REPLACE INTO nettask_owner (id, boot_id, lock) VALUES (?, ?, ?)",
                id,
                BootID.current,
                (lock.path as NSString).lastPathComponent
            )
            currentLock.withLock { $0 = lock }
        }

        /// Of each database its own: one in memory cannot be reached from other processes.
        private static func temporaryFolder(_ path: String, _ database: any DatabaseWriter) -> String {
            let hasName = !path.isEmpty && path != ":memory:"
            let name = hasName ? path.hashValue : ObjectIdentifier(database).hashValue
            let process = ProcessInfo.processInfo.processIdentifier
            return NSTemporaryDirectory() + "nettask-owners-\(process)-" + String(UInt(bitPattern: name), radix: 16)
        }

        private func removeTemporaryFolder() {
            if isFile { return }
            lock.remove()
            // It stays as long as there are others in it.
            rmdir(folder)
        }

        /// The same by whatever way the file is reached.
        static func folder(of path: String) -> String {
            URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-owners"
        }

        /// All but this one, and those that have leases without being in the table.
        func others(in db: Database) throws -> [Owner] {
            let known = try db.rows("SELECT id, boot_id, lock FROM nettask_owner WHERE id <> ?", id) { row in
                Owner(
                    id: try row.decode(atIndex: 0),
                    bootID: try row.decode(atIndex: 1),
                    lock: try row.decode(atIndex: 2)
                )
            }
            let unknown = try db.rows(
                """
                SELECT DISTINCT owner FROM nettask_task WHERE state = 2 AND owner IS NOT ? \
                AND coalesce(owner, 0) NOT IN (SELECT id FROM nettask_owner)
                """,
                id
            ) { Owner(id: try $0.decode(atIndex: 0), bootID: "", lock: "") }
            return known + unknown
        }

        /// Whether another owner is alive, including one that is about to enter the table.
        var hasOtherOwners: Bool {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.map { folder + "/" + $0 }.contains { $0 != lock.path && OwnerLock.take($0) == nil }
        }

        /// `nil` while the owner is alive.
        func dead(_ owner: Owner) -> Dead? {
            let path = folder + "/" + owner.lock
            if let lock = owner.lock.isEmpty ? nil : OwnerLock.take(path) { return Dead(owner: owner, lock: lock) }
            let isGone = owner.bootID != BootID.current || owner.lock.isEmpty
            return isGone || !FileManager.default.fileExists(atPath: path) ? Dead(owner: owner) : nil
        }

        /// Gives the lock back: from then on, others take the leases that are left.
        ///
        /// - Parameter isForgotten: whether the owner has left the table, so that nobody will look at the file.
        func leave(isForgotten: Bool) {
            if isForgotten { lock.remove() }
            lock.release()
            if isForgotten { removeTemporaryFolder() }
        }

        /// Removes locks of those who ended before they stood in the table.
        private func sweep(_ database: any DatabaseWriter) throws {
            let known = try database.read { db in
                Set(try db.rows("SELECT lock FROM nettask_owner") { try $0.decode(String.self, atIndex: 0) })
            }
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !known.contains(name)
            {
                // Who is about to enter it holds it, or makes another.
                if let lock = OwnerLock.take(folder + "/" + name) { lock.remove() }
            }
        }
    }
#endif
