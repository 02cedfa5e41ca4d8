#if SQLite
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskSQLite

    struct RetryCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry",
            abstract: "Takes tasks out of the dead letters, so that they run again.",
            discussion: "They are due at once, and none of their runs counts any more."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: "The ids of the tasks.", completion: .taskIDs)
        var ids: [DurableTaskID] = []

        @Flag(help: "All that are in the dead letters, instead of ids.")
        var allDead = false

        @Option(help: "With --all-dead, only tasks of this kind. Can be repeated.")
        var kind: [String] = []

        func validate() throws {
            if ids.isEmpty != allDead { throw ValidationError("Give either ids or --all-dead.") }
            if !kind.isEmpty, !allDead { throw ValidationError("--kind goes with --all-dead only.") }
        }

        func run() async throws {
            let (asked, retried) = try await options.change { store in
                let asked = allDead ? try await deadTasks(of: store) : ids
                return (asked, try await store.retry(asked, now: Date()))
            }
            var refused: [DurableTaskID] = []
            for id in asked where !retried.contains(id) && !refused.contains(id) { refused.append(id) }
            printOutcome("retried", retried, failed: refused, options) {
                "task \($0) was not retried: it is not in the dead letters, or may not run now"
            }
            if !refused.isEmpty { throw ExitCode.failure }
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

    /// Says what was done, and, to standard error, what could not be.
    func printOutcome(
        _ verb: String,
        _ done: [DurableTaskID],
        failed: [DurableTaskID],
        _ options: StoreOptions,
        _ failure: (DurableTaskID) -> String
    ) {
        if options.json {
            var fields = JSONFields()
            fields.add(verb, json: JSONFields.array(done.map(\.description)))
            fields.add("failed", json: JSONFields.array(failed.map(\.description)))
            print(fields.text)
        } else {
            print("\(verb) \(done.count) \(done.count == 1 ? "task" : "tasks")")
        }
        for id in failed { printError("error: \(options.store): \(failure(id))") }
    }
#endif
