#if SQLite
    import Foundation
    import GRDB
    import GRDBSQLite
    import NetTaskDurable

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// Keeps SQLite's log, `-wal`, from filling the disk.
    ///
    /// The log can only be emptied into the file, which may have to grow for that. If the log took the last room, it could
    /// never be emptied. Therefore each commit first reserves room in the file for all pages of the log, see
    /// `Database.reservePages()`, and the log is kept small compared to the free space.
    enum StoreDisk {
        /// Prepares the connection that writes, and empties the log of an earlier process.
        ///
        /// - Throws: `SQLITE_FULL` if the file has no room for the log. Further writes would only make the log larger.
        static func prepare(_ db: Database, path: String) throws {
            let pageSize = try db.number("PRAGMA page_size") ?? 4_096
            var chunk = CInt(pageSize)
            sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
            let limit = logLimit(free: freeSpace(of: path))
            try db.execute(
                sql: "PRAGMA wal_autocheckpoint = \(limit / pageSize); PRAGMA journal_size_limit = \(limit)"
            )
            do {
                // This checkpoint does not wait. Pages that others still use stay in the log.
                _ = try db.checkpoint(.passive)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {}
            try db.inTransaction(.immediate) {
                try db.reservePages()
                return .commit
            }
        }

        /// Returns the size at which the log is emptied: an eighth of the free space, from 64 KB to 4 MB.
        static func logLimit(free: Int64) -> Int64 {
            min(max(free / 8, 65_536), 4_096_000)
        }

        /// The free space on the disk of a file in bytes.
        private static func freeSpace(of path: String) -> Int64 {
            var figures = statvfs()
            guard statvfs(path, &figures) == 0 else { return .max }
            return Int64(min(Double(figures.f_bavail) * Double(figures.f_frsize), 1e18))
        }
    }

    extension DatabaseError {
        /// Whether the disk is full. If SQLite fails to create its `-shm` file because of that, it reports another error.
        var isFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
    }

    extension Database {
        /// Extends the file to the number of pages that the transaction leaves, so that SQLite's log can be emptied into it
        /// when the disk is full. Must be called before the commit. Has no effect in a database of the app.
        func reservePages() throws {
            guard let count = try number("PRAGMA page_count"), let size = try number("PRAGMA page_size") else { return }
            var length = count * size
            let code = sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &length)
            guard ResultCode(rawValue: code) != .SQLITE_IOERR_WRITE else {
                throw DatabaseError(resultCode: .SQLITE_FULL, message: "the file cannot grow to \(length) bytes")
            }
        }

        /// Runs a write. If the disk is full, empties SQLite's log into the file and repeats the write, since the log may hold
        /// each page many times. Must be called outside a transaction.
        func makingRoom<Value>(_ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch {
                let reason = (error as? GroupCommit.BeginFailure)?.reason ?? error
                guard (reason as? DatabaseError)?.isFull == true, (try? checkpoint(.truncate)) != nil else {
                    throw error
                }
                return try body()
            }
        }
    }
#endif
