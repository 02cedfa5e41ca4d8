#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable

    struct DropCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop",
            abstract: "Removes tasks and their history, whatever their state.",
            discussion:
                "Tasks that depend on one which has not ended end as cancelled. What is dropped is gone for good."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: TaskName.help, completion: .taskIDs)
        var ids: [TaskName]

        func run() async throws {
            try await output.reporting {
                var outcome = Outcome()
                try await options.change { store in
                    let asked = try await outcome.ids(of: ids, in: store)
                    outcome.add(try await store.drop(asked, now: Date()), of: asked, otherwise: "is gone already")
                    try await audit.record(.drop, ids: outcome.done, in: store)
                }
                try outcome.print("dropped", options, output)
            }
        }
    }
#endif
