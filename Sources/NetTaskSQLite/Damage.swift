#if SQLite
    import GRDB
    import NetTaskDurable

    /// Distinguishes damage of a file from other errors of reading, which may be temporary.
    enum Damage {
        /// Whether SQLite found that the content of the file is invalid.
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

        /// Returns the readable value; nil if the opened file is damaged. A missing table is damage, too, and so is a text that
        /// is longer than SQLite allows.
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
