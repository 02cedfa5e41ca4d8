#if SQLite
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskSQLite

    extension CompletionKind {
        /// The ids of the tasks in the store that the command line names before.
        static let taskIDs = CompletionKind.custom { words, index, prefix async in
            let named = words.prefix(index).dropFirst(2).map { word in word.filter { !"\"'\\".contains($0) } }
            guard let path = named.first(where: FileManager.default.fileExists),
                let store = try? SQLiteTaskStore(readingFrom: path)
            else { return [] }
            let tasks = (try? await store.tasks(TaskQuery(limit: 1_000))) ?? []
            await store.close()
            return tasks.map(\.id.description).filter { $0.hasPrefix(prefix) }
        }
    }
#endif
