#if PostgreSQL
    import ArgumentParser
    import NetTaskDurable
    import NetTaskPostgreSQL

    struct MigrateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Creates or updates the schema of a PostgreSQL database.",
            discussion: """
                A worker does this, too, when it opens its store, unless `migrates` is false. With --print, the SQL is printed \
                for other tools, and no database is needed.
                """
        )

        @Argument(help: "A postgres:// URL, or env:NAME for one in an environment variable.")
        var store: String?

        @Option(help: "The name of the schema.")
        var schema = "nettask"

        @Flag(help: "Only print the SQL, to be run in one transaction.")
        var print = false

        @Option(help: "With --print, the version of the existing schema; 0 for none.")
        var from = 0

        func validate() throws {
            if store == nil, !print { throw ValidationError("Give a postgres:// URL, or --print.") }
            if store != nil, print { throw ValidationError("--print needs no database.") }
        }

        func run() async throws {
            do {
                guard let store else {
                    return Swift.print(try PostgreSQLTaskStore.migration(from: from, schema: schema), terminator: "")
                }
                let address = try StoreAddress(store)
                guard case .postgreSQL(let url) = address else {
                    throw QueueFailure(message: "\(address): only a PostgreSQL database is migrated")
                }
                do {
                    try await PostgreSQLTaskStore(url, schema: schema).close()
                } catch {
                    throw QueueFailure(message: "\(address): \(error)")
                }
                Swift.print("the schema \(schema) is up to date")
            } catch let failure as QueueFailure {
                printError(failure.message)
                throw ExitCode.failure
            } catch let error as TaskStoreError {
                printError(error.description)
                throw ExitCode.failure
            }
        }
    }
#endif
