#if SQLite
    import GRDB
    import NetTaskDurable

    extension DatabaseError {
        /// Whether the disk is full. Where it is so when SQLite makes its `-shm`, it says so in another way.
        var isFull: Bool { resultCode == .SQLITE_FULL || extendedResultCode == .SQLITE_IOERR_SHMSIZE }
    }

    extension Database {
        /// Does something that writes. Where the disk is full, writes SQLite's log into the file, as far as that has room, and
        /// does it once more: the log may hold each page many times. To be called outside of a transaction.
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
