#if SQLite
    import ArgumentParser
    import NetTaskDurable
    import NetTaskSQLite

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists tasks by id.",
            discussion: "With --json, each task is an object on a line of its own."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var filter: FilterOptions

        @Option(help: "At most so many tasks.")
        var limit = 100

        @Option(help: "Only tasks with greater ids, for the next page.")
        var after: DurableTaskID?

        func validate() throws {
            if limit < 1 { throw ValidationError("--limit is \(limit), and has to be 1 or more.") }
        }

        func run() async throws {
            let more = limit == .max ? limit : limit + 1
            let found = try await options.read { try await $0.tasks(filter.query(after: after, limit: more)) }
            let tasks = found.prefix(limit)
            if options.json {
                for task in tasks { print(task.jsonFields.text) }
            } else if tasks.isEmpty {
                print("no tasks")
            } else {
                print(table(tasks))
            }
            if found.count > tasks.count, let last = tasks.last {
                printError("There are more; add --after \(last.id) to list them.")
            }
        }

        private func table(_ tasks: some Sequence<StoredTask>) -> String {
            var table = TextTable(
                ["ID", "STATE", "KIND", "PRIORITY", "RUNS", "DUE", "ENDED", "TAGS", "ERROR"],
                rightAligned: [0, 4]
            )
            for task in tasks {
                table.append([
                    task.id.description, task.stateText, task.task.kind, "\(task.priority)", task.runText,
                    task.dueAt.text,
                    task.endedAt?.text ?? "", task.task.tags.joined(separator: ","),
                    task.cancellation ?? task.lastError ?? "",
                ])
            }
            return table.text
        }
    }
#endif
