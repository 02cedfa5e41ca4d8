#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// Opens files for inspection.
    enum StoreInspection {
        static func open(_ path: String) throws -> DatabasePool {
            do {
                return try check(path)
            } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
                // If the file has a `-wal`, SQLite creates a `-shm` beside it.
                let folder = try copy(path)
                // An open file stays readable after it is removed.
                defer { try? FileManager.default.removeItem(atPath: folder) }
                return try check(folder + "/copy")
            }
        }

        private static func check(_ path: String) throws -> DatabasePool {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            let database = try DatabasePool(path: path, configuration: configuration)
            try database.read { db in
                do {
                    try StoreSchema.check(db)
                } catch TaskStoreError.damaged(let reason) {
                    guard try db.tableExists("nettask_task") else { throw TaskStoreError.damaged(reason) }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                    guard try db.tableExists("nettask_task") else { throw error }
                }
            }
            return database
        }

        private static func copy(_ path: String) throws -> String {
            let folder = NSTemporaryDirectory() + "nettask-" + UUID().uuidString
            let files = FileManager.default
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: attributes)
            for part in ["", "-wal"] where files.fileExists(atPath: path + part) {
                try files.copyItem(atPath: path + part, toPath: folder + "/copy" + part)
            }
            return folder
        }
    }
#endif
