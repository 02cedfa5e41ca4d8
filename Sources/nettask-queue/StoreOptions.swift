#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskPostgreSQL
    import NetTaskSQLite

    /// The options that name a store.
    struct StoreOptions: ParsableArguments {
        @Argument(
            help: "The file of the store, a postgres:// URL, or env:NAME for one of them in an environment variable.",
            completion: .file()
        )
        var store: String

        #if PostgreSQL
            @Option(help: "With PostgreSQL, the name of the schema.")
            var schema = "nettask"
        #else
            var schema: String { "nettask" }
        #endif

        /// Opens the store for reading, and closes it.
        ///
        /// - Throws: `QueueFailure`.
        func read<Result>(_ body: (any TaskStore) async throws -> Result) async throws -> Result {
            try await use(address.open(schema: schema, isOnlyRead: true), body)
        }

        /// Opens the store for changes, and closes it.
        ///
        /// - Throws: `QueueFailure`.
        func change<Result>(_ body: (any TaskStore) async throws -> Result) async throws -> Result {
            // Opening a file for changes would turn any SQLite database into a store, so the file is checked first.
            try await read { _ in }
            return try await use(address.open(schema: schema, isOnlyRead: false), body)
        }

        private func use<Result>(
            _ opened: any TaskStore,
            _ body: (any TaskStore) async throws -> Result
        ) async throws -> Result {
            do {
                let result = try await body(opened)
                await opened.close()
                return result
            } catch let error as TaskStoreError {
                await opened.close()
                throw failure(error.description)
            } catch {
                await opened.close()
                throw error
            }
        }

        var address: StoreAddress {
            get throws { try StoreAddress(store) }
        }

        func failure(_ text: String) -> QueueFailure {
            QueueFailure(message: "\((try? address.description) ?? store): \(text)")
        }
    }

    /// The address of a store.
    enum StoreAddress: CustomStringConvertible {
        case file(String)
        /// A URL, or keywords: `host=… dbname=…`.
        case postgreSQL(String)

        /// - Throws: `QueueFailure` if it names an environment variable that is not set.
        init(_ argument: String) throws {
            var text = argument
            if argument.hasPrefix("env:") {
                let name = String(argument.dropFirst(4))
                guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                    throw QueueFailure(message: "\(argument): the environment variable \(name) is not set")
                }
                text = value
            }
            let isFile = FileManager.default.fileExists(atPath: text)
            // A text that may contain a password is not taken for a file name, since file names are printed.
            let isDatabase = text.contains("://") || text.contains("=")
            self = isFile || !isDatabase ? .file(text) : .postgreSQL(text)
        }

        /// The address without its password.
        var description: String {
            switch self {
            case .file(let path): path
            case .postgreSQL(let url): Self.described(url)
            }
        }

        /// - Throws: `QueueFailure`.
        func open(schema: String, isOnlyRead: Bool) async throws -> any TaskStore {
            do {
                switch self {
                case .file(let path): return try Self.file(path, isOnlyRead: isOnlyRead)
                case .postgreSQL(let url): return try await Self.postgreSQL(url, schema: schema)
                }
            } catch let error as TaskStoreError {
                throw QueueFailure(message: "\(self): \(error)")
            }
        }

        private static func file(_ path: String, isOnlyRead: Bool) throws -> any TaskStore {
            guard FileManager.default.fileExists(atPath: path) else {
                throw QueueFailure(message: "\(path): there is no such file")
            }
            #if SQLite
                return isOnlyRead ? try SQLiteTaskStore(readingFrom: path) : try SQLiteTaskStore(path: path)
            #else
                throw QueueFailure(
                    message: "\(path): this nettask-queue was built without the trait SQLite, and reads no files"
                )
            #endif
        }

        #if PostgreSQL
            private static func postgreSQL(_ url: String, schema: String) async throws -> any TaskStore {
                try await PostgreSQLTaskStore(url, schema: schema, migrates: false)
            }

            private static func described(_ url: String) -> String { PostgreSQLTaskStore.description(of: url) }
        #else
            private static func postgreSQL(_ url: String, schema: String) async throws -> any TaskStore {
                throw QueueFailure(
                    message: """
                        \(described(url)): this nettask-queue was built without the trait PostgreSQL; build it with \
                        `swift build --product nettask-queue --traits PostgreSQL,SQLite`
                        """
                )
            }

            private static func described(_ url: String) -> String { "postgres://…" }
        #endif
    }
#endif
