#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable

    extension CompletionKind {
        /// The ids of the tasks in the store that the command line names before: as in `list`, or in full if the argument
        /// begins like the full id.
        static let taskIDs = CompletionKind.custom { words, index, prefix async in
            let named = words.prefix(index).dropFirst(2).map { word in word.filter { !"\"'\\".contains($0) } }
            let address = named.lazy.compactMap { try? StoreAddress($0) }.first { address in
                switch address {
                case .file(let path): FileManager.default.fileExists(atPath: path)
                case .postgreSQL: true
                }
            }
            guard let store = try? await address?.open(schema: "nettask", isOnlyRead: true) else { return [] }
            let query = TaskQuery(limit: 1_000, includesPayloads: false)
            let found = try? await (store.tasks(query).map(\.id), store.shortIDLength())
            await store.close()
            guard let (ids, length) = found else { return [] }
            let shown = ids.map { $0.shortened(to: length) }.filter { $0.hasPrefix(prefix) }
            return shown.isEmpty ? ids.map(\.description).filter { $0.hasPrefix(prefix) } : shown
        }
    }
#endif
