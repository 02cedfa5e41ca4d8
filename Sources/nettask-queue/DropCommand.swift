#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable

    struct DropCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop",
            abstract: "Removes tasks in any state, with their history.",
            discussion:
                "Tasks that depend on a dropped task that has not ended end as cancelled. Dropped tasks cannot be restored."
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
                    outcome.add(
                        try await store.drop(asked, now: Date()),
                        of: asked,
                        otherwise: "has been removed already"
                    )
                    try await audit.record(.drop, ids: outcome.done, in: store)
                }
                try outcome.print("dropped", options, output)
            }
        }
    }
#endif
