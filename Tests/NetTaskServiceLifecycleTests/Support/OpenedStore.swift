import Foundation
import NetTaskDurable
import NetTaskSQLite

/// The stores that a durable queue is tested with.
enum StoreKind: CaseIterable {
    case memory
    #if SQLite
        case sqlite
    #endif
}

/// A store of that kind; a file of it is removed with this object.
final class OpenedStore: Sendable {
    let store: any TaskStore
    private let path: String?

    init(_ kind: StoreKind) throws {
        switch kind {
        case .memory:
            (store, path) = (MemoryTaskStore(), nil)
        #if SQLite
            case .sqlite:
                let folder = FileManager.default.temporaryDirectory.appending(path: "nettask-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                store = try SQLiteTaskStore(path: folder.appending(path: "tasks.sqlite").path)
                path = folder.path
        #endif
        }
    }

    deinit {
        if let path { try? FileManager.default.removeItem(atPath: path) }
    }
}
