#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskSQLite

    /// Which store.
    struct StoreOptions: ParsableArguments {
        @Argument(help: "The file of the store.", completion: .file())
        var store: String

        /// Opens the store to be read, and closes it.
        /// - Throws: `QueueFailure`.
        func read<Result>(_ body: (any TaskStore) async throws -> Result) async throws -> Result {
            try await use({ () throws(TaskStoreError) in try SQLiteTaskStore(readingFrom: store) }, body)
        }

        /// Opens the store to be changed, and closes it.
        /// - Throws: `QueueFailure`.
        func change<Result>(_ body: (any TaskStore) async throws -> Result) async throws -> Result {
            // To open it to be changed would make a store of whatever database it is.
            try await read { _ in }
            return try await use({ () throws(TaskStoreError) in try SQLiteTaskStore(path: store) }, body)
        }

        private func use<Result>(
            _ open: () throws(TaskStoreError) -> SQLiteTaskStore,
            _ body: (any TaskStore) async throws -> Result
        ) async throws -> Result {
            guard FileManager.default.fileExists(atPath: store) else { throw failure("there is no such file") }
            do {
                let opened = try open()
                do {
                    let result = try await body(opened)
                    await opened.close()
                    return result
                } catch {
                    await opened.close()
                    throw error
                }
            } catch let error as TaskStoreError {
                throw failure(error.description)
            }
        }

        func failure(_ text: String) -> QueueFailure {
            QueueFailure(message: "\(store): \(text)")
        }
    }
#endif
