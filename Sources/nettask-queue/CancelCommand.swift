#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable

    struct CancelCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel",
            abstract: "Ends tasks as cancelled.",
            discussion: """
                Tasks that depend on them end so, too, unless they are to run in any case. Of one that is running, the process \
                that runs it cuts the run off as soon as it sees this; what was sent stays sent.
                """
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
                    let ended = try await store.cancel(asked, reason: "It was cancelled by nettask-queue.", now: Date())
                    outcome.add(ended, of: asked, otherwise: "was not cancelled: it has ended already")
                    try await audit.record(.cancel, ids: outcome.done, in: store)
                }
                try outcome.print("cancelled", options, output)
            }
        }
    }
#endif
