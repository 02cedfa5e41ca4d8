#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable

    struct RetryCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Moves tasks from the dead letters back to the waiting tasks.",
            discussion: """
                They are due at once, and none of their runs counts any more. They keep their idempotency keys, for which a \
                server acts once, unless --new-key is given.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: TaskName.help, completion: .taskIDs)
        var ids: [TaskName] = []

        @Flag(help: "All dead letters, instead of ids.")
        var allDead = false

        @Option(help: "With --all-dead, only tasks of this kind. Can be repeated.")
        var kind: [String] = []

        @Flag(help: "Give each task a new idempotency key, so that the server performs it again.")
        var newKey = false

        func validate() throws {
            if ids.isEmpty != allDead { throw ValidationError("Give either ids or --all-dead.") }
            if !kind.isEmpty, !allDead { throw ValidationError("--kind requires --all-dead.") }
        }

        func run() async throws {
            try await output.reporting {
                var outcome = Outcome()
                try await options.change { store in
                    let asked = allDead ? try await deadTasks(of: store) : try await outcome.ids(of: ids, in: store)
                    let keys = newKey ? asked.map { ($0, UUID().uuidString.lowercased()) } : []
                    outcome.add(
                        try await store.retry(asked, newKeys: Dictionary(keys) { $1 }, now: Date()),
                        of: asked,
                        otherwise: "was not retried: it is not in the dead letters, or must not run now"
                    )
                    try await audit.record(.retry, ids: outcome.done, in: store)
                }
                try outcome.print("retried", options, output)
            }
        }

        private func deadTasks(of store: any TaskStore) async throws -> [DurableTaskID] {
            var dead: [DurableTaskID] = []
            while true {
                let query = TaskQuery(
                    states: [.dead],
                    kinds: kind.isEmpty ? nil : Set(kind),
                    after: dead.last,
                    limit: 500
                )
                let page = try await store.tasks(query)
                if page.isEmpty { return dead }
                dead += page.map(\.id)
            }
        }
    }
#endif
