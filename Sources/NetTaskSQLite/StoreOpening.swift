#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// Opens the file of a store, or creates it.
    struct StoreOpening {
        let path: String
        let durability: SQLiteTaskStore.Durability

        /// Must be held from before ``open(setsAsideDamaged:)`` until the new owner has its lock.
        func lock(setsAsideDamaged: Bool) throws -> SalvageLock {
            let salvage = StoreSalvage(path: path)
            if !setsAsideDamaged, !salvage.isUnfinished {
                let lock = try SalvageLock(path: path, isAlone: false)
                if !salvage.isUnfinished { return lock }
            }
            return try SalvageLock(path: path, isAlone: true)
        }

        func open(setsAsideDamaged: Bool) throws -> (DatabasePool, DamageReport?) {
            let salvage = StoreSalvage(path: path)
            _ = try salvage.finish(Date())
            if setsAsideDamaged, let reason = try? String(contentsOfFile: salvage.marker, encoding: .utf8) {
                let damage = try salvage.setAside(reason: reason, now: Date())
                return (try pool(), damage)
            }
            do {
                return (try pool(), nil)
            } catch {
                guard setsAsideDamaged, case .damaged(let reason) = TaskStoreError(error) else { throw error }
                let damage = try salvage.setAside(reason: reason, now: Date())
                return (try pool(), damage)
            }
        }

        /// Rejects a path that is not a file: a database in memory, a folder, or a pipe, for which SQLite would wait.
        static func checkKind(of path: String) throws(TaskStoreError) {
            if path.isEmpty || path == ":memory:" || path.hasPrefix("file:") && path.contains("memory") {
                throw .other(
                    """
                    The path \(path.debugDescription) names no file. To keep tasks in memory, use MemoryTaskStore; to keep \
                    them in a database of your own, use SQLiteTaskStore(database:).
                    """
                )
            }
            let target = (path as NSString).resolvingSymlinksInPath
            let kind = (try? FileManager.default.attributesOfItem(atPath: target))?[.type] as? FileAttributeType
            if kind == .typeDirectory { throw .other("This is a folder. Pass the path of a file.") }
            if let kind, kind != .typeRegular {
                throw .other("This is a pipe, a device or a socket. Pass the path of a file.")
            }
        }

        private func pool() throws -> DatabasePool {
            var configuration = Configuration()
            configuration.label = "NetTask"
            configuration.busyMode = .timeout(5)
            let database = try DatabasePool(path: path, configuration: configuration)
            try database.writeWithoutTransaction { db in
                try setDurability(of: db)
                try StoreDisk.prepare(db, path: path)
                try db.inTransaction(.immediate) {
                    try StoreSchema.prepare(db, firstID: StoreSchema.firstID())
                    try db.reservePages()
                    return .commit
                }
            }
            return database
        }

        private func setDurability(of db: Database) throws {
            switch durability {
            case .process:
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
            case .powerLoss:
                // The last two settings are for Apple's systems, where a plain fsync does not reach the disk.
                try db.execute(
                    sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1"
                )
            }
        }
    }
#endif
