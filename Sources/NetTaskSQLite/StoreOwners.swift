#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// The owners of a store: this object, and others in this process and in other processes.
    final class StoreOwners: Sendable {
        /// An owner as it is in the table.
        struct Owner: Sendable {
            /// nil for leases whose owner is not in the table.
            var id: Int64?
            var bootID: String
            var lock: String
        }

        /// An owner that has ended, with its lock, so that only one process recovers its leases.
        struct Dead: Sendable {
            var owner: Owner
            var lock: OwnerLock?
        }

        let id: Int64
        /// The folder of the locks.
        let folder: String
        private let isFile: Bool
        private let currentLock: Locked<OwnerLock>
        private var lock: OwnerLock { currentLock.withLock { $0 } }

        /// Adds a new owner.
        ///
        /// - Parameter path: the file of the database. If it does not exist, the database is in memory, and the locks are in
        ///   the folder of temporary files.
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
                throw TaskStoreError.readOnly("The folder \(folder) cannot be created: \(error.localizedDescription)")
            }
            return try OwnerLock.make(in: folder)
        }

        /// Whether others can find this owner. Its lock may have been removed, in which case others may have taken its leases.
        func isEntered(in db: Database) throws -> Bool {
            let lock = lock
            guard lock.isInPlace else { return false }
            let entered = try db.rows("SELECT lock FROM nettask_owner WHERE id = ?", id) {
                try $0.decode(String.self, atIndex: 0)
            }
            return entered == [(lock.path as NSString).lastPathComponent]
        }

        /// Adds this owner again, with a new lock.
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

        /// Each database in memory has its own folder, since other processes cannot open it.
        private static func temporaryFolder(_ path: String, _ database: any DatabaseWriter) -> String {
            let hasName = !path.isEmpty && path != ":memory:"
            let name = hasName ? path.hashValue : ObjectIdentifier(database).hashValue
            let process = ProcessInfo.processInfo.processIdentifier
            return NSTemporaryDirectory() + "nettask-owners-\(process)-" + String(UInt(bitPattern: name), radix: 16)
        }

        private func removeTemporaryFolder() {
            if isFile { return }
            lock.remove()
            // The folder stays while it has other locks.
            rmdir(folder)
        }

        /// The folder is the same for every path to the file.
        static func folder(of path: String) -> String {
            URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "-owners"
        }

        /// Returns all other owners, including those that have leases but are not in the table.
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

        /// Whether another owner is alive, including one that is about to be added to the table.
        var hasOtherOwners: Bool {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.map { folder + "/" + $0 }.contains { $0 != lock.path && OwnerLock.take($0) == nil }
        }

        /// Returns nil while the owner is alive.
        func dead(_ owner: Owner) -> Dead? {
            let path = folder + "/" + owner.lock
            if let lock = owner.lock.isEmpty ? nil : OwnerLock.take(path) { return Dead(owner: owner, lock: lock) }
            let isGone = owner.bootID != BootID.current || owner.lock.isEmpty
            return isGone || !FileManager.default.fileExists(atPath: path) ? Dead(owner: owner) : nil
        }

        /// Releases the lock. From then on, others take its remaining leases.
        ///
        /// - Parameter isForgotten: whether the owner has left the table, so that no other owner will look at the file.
        func leave(isForgotten: Bool) {
            if isForgotten { lock.remove() }
            lock.release()
            if isForgotten { removeTemporaryFolder() }
        }

        /// Removes the locks of owners that ended before they were added to the table.
        private func sweep(_ database: any DatabaseWriter) throws {
            let known = try database.read { db in
                Set(try db.rows("SELECT lock FROM nettask_owner") { try $0.decode(String.self, atIndex: 0) })
            }
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !known.contains(name)
            {
                // An owner that is about to be added holds its lock, or makes another one.
                if let lock = OwnerLock.take(folder + "/" + name) { lock.remove() }
            }
        }
    }
#endif
