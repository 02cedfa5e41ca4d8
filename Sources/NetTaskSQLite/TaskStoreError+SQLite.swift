#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    extension TaskStoreError {
        /// What an error of SQLite, or of reading what it gave, means to who uses a store.
        init(_ error: any Error) {
            switch error {
            case let error as TaskStoreError:
                self = error
            case let error as DatabaseError:
                self.init(error)
            case is RowDecodingError, is UnreadableColumn:
                self = .damaged("A row does not hold what its columns say. \(Self.damageAdvice)")
            default:
                self = .other(String(describing: error))
            }
        }

        static let damageAdvice =
            "Open the store with setsAsideDamaged, which keeps the file and carries over what can be read of it."

        private init(_ error: DatabaseError) {
            let text = error.message ?? "SQLite gave no further reason"
            switch error.resultCode {
            case _ where error.isFull:
                self = .full(
                    "The disk has no room for the store (\(text)). Free some space, and try again."
                )
            case _ where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
                self = .missing(
                    "The file was removed or moved while the store was open. Close the store and open it again."
                )
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
                self = .readOnly("The file, or its folder, cannot be written (\(text)). Look at who owns it.")
            case .SQLITE_CANTOPEN:
                self = .readOnly("The file cannot be opened or made (\(text)). Look at its folder, and who owns it.")
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
                self = .damaged("The file is damaged, or is no store (\(text)). \(Self.damageAdvice)")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                self = .busy("Somebody else has kept the file to himself for too long (\(text)). Try again.")
            default:
                self = .other("SQLite: \(text) (code \(error.extendedResultCode.rawValue)).")
            }
        }
    }
#endif
