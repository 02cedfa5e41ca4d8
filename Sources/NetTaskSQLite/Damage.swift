#if SQLite
    import GRDB
    import NetTaskDurable

    /// What tells damage of a file from whatever else keeps it from being read, which may be over in a moment.
    enum Damage {
        /// Whether SQLite found that what stands in the file is wrong.
        static func isMeant(by error: any Error) -> Bool {
            switch error {
            case let error as DatabaseError:
                [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT].contains(error.resultCode)
            case is RowDecodingError, is UnreadableColumn:
                true
            default:
                false
            }
        }

        /// What can be read; nil where a file that has been opened is damaged. A table that is missing is damage there, and
        /// so is a text of more bytes than SQLite can hold.
        static func skip<Value>(_ read: () throws -> Value) throws -> Value? {
            do {
                return try read()
            } catch {
                let code = (error as? DatabaseError)?.resultCode
                guard isMeant(by: error) || code == .SQLITE_ERROR || code == .SQLITE_TOOBIG else { throw error }
                return nil
            }
        }
    }
#endif
