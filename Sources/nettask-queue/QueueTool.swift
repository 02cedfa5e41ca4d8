#if SQLite || PostgreSQL
    import ArgumentParser
    import NetTaskHTTP

    @main
    struct QueueTool: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "nettask-queue",
            abstract: "Shows and changes the tasks of a durable store.",
            discussion: """
                STORE is the file that a SQLiteTaskStore was made with, or the postgres:// URL of a PostgreSQLTaskStore; \
                with env:NAME it is taken from an environment variable, where no other process sees it. It may be in use: all \
                but retry, cancel, drop, pause, resume and migrate only read it (SQLite may leave its -shm and an empty -wal beside it).

                Exit status: 0 if all went well, 1 if the store cannot be read or there is no such task, 64 if the command \
                is not used as this help says.
                """,
            version: netTaskVersion,
            subcommands: [
                ListCommand.self, ShowCommand.self, StatsCommand.self, FiguresCommand.self, ExportCommand.self,
                RetryCommand.self, CancelCommand.self, DropCommand.self, PauseCommand.self, ResumeCommand.self,
                AuditCommand.self,
            ] + postgreSQLCommands
        )

        #if PostgreSQL
            private static let postgreSQLCommands: [any ParsableCommand.Type] = [MigrateCommand.self]
        #else
            private static let postgreSQLCommands: [any ParsableCommand.Type] = []
        #endif
    }
#else
    import Foundation

    @main
    struct QueueTool {
        static func main() {
            printError(
                """
                this nettask-queue was built without the traits SQLite and PostgreSQL, and reads no store; build it with \
                `swift build --product nettask-queue --traits SQLite`
                """
            )
            exit(69)  // EX_UNAVAILABLE
        }
    }
#endif
