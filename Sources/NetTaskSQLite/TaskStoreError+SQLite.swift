#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    extension TaskStoreError {
        /// Translates an error of SQLite, or of decoding its values.
        init(_ error: any Error) {
            switch error {
            case let error as TaskStoreError:
                self = error
            case let error as DatabaseError:
                self.init(error)
            case is RowDecodingError, is UnreadableColumn:
                self = .damaged("A row has values that its columns do not allow. \(Self.damageAdvice)")
            default:
                self = .other(String(describing: error))
            }
        }

        static let damageAdvice =
            "Open the store with setsAsideDamaged, which keeps the file and copies its readable content."

        private init(_ error: DatabaseError) {
            let text = error.message ?? "no details from SQLite"
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
                self = .readOnly("The file or its folder cannot be written (\(text)). Check its owner and permissions.")
            case .SQLITE_CANTOPEN:
                self = .readOnly(
                    "The file cannot be opened or created (\(text)). Check its folder, owner and permissions."
                )
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
                self = .damaged("The file is damaged, or is not a store (\(text)). \(Self.damageAdvice)")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                self = .busy("The database stayed locked past the busy timeout (\(text)). Try again.")
            default:
                self = .other("SQLite: \(text) (code \(error.extendedResultCode.rawValue)).")
            }
        }
    }
#endif
