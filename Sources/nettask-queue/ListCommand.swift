#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskHTTP
    import NetTaskTerminal

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists tasks by id.",
            discussion: """
                Of long ids it shows the last digits, which other commands take as well. WHEN is the time that a task is due, or \
                has ended. A column that would be empty is left out, and so is the priority where it is normal.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var filter: FilterOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "The largest number of tasks.")
        var limit = 100

        @Option(help: "Only tasks with greater ids, for the next page.")
        var after: DurableTaskID?

        @Flag(help: "Repeat the list every second until Ctrl-C.")
        var watch = false

        func validate() throws {
            if limit < 1 { throw ValidationError("--limit is \(limit), but must be at least 1.") }
            if watch, output.isJSON { throw ValidationError("--watch and --format json exclude each other.") }
        }

        func run() async throws {
            try await output.reporting {
                if watch { return try await follow() }
                let found = try await find()
                if output.isJSON {
                    var fields = JSONFields()
                    fields.add("tasks", .list(found.tasks.map(\.jsonFields.json)))
                    fields.add("next", found.next.map { Int($0.rawValue) })
                    print(fields.json.line)
                } else {
                    print(text(of: found, on: .output))
                    if let next = found.next { printNote("There are more; add --after \(next) to list them.") }
                }
            }
        }

        private struct Found {
            var tasks: ArraySlice<StoredTask>
            var shortIDLength: Int
            /// The id after which the next page begins; nil after the last page.
            var next: DurableTaskID?
        }

        private func find() async throws -> Found {
            try await options.read { store in
                let more = limit == .max ? limit : limit + 1
                let found = try await store.tasks(filter.query(after: after, limit: more))
                let tasks = found.prefix(limit)
                let length = output.isJSON ? 0 : try await store.shortIDLength()
                return Found(
                    tasks: tasks,
                    shortIDLength: length,
                    next: found.count > tasks.count ? tasks.last?.id : nil
                )
            }
        }

        /// Repeats the list. On a terminal it has a screen of its own; otherwise a list is printed when it differs from the
        /// previous one. An error is shown in place of a list, since a locked store is usually free again soon.
        private func follow() async throws {
            _ = try await find()  // if this is not a store, the command ends here
            let screen = Terminal.output.canRewrite ? Screen() : nil
            defer { screen?.leave() }
            var last = ""
            while true {
                let terminal = Terminal.output
                var text: String
                var isError = false
                do {
                    text = self.text(of: try await find(), on: terminal)
                } catch let failure as QueueFailure {
                    text = failure.message
                    isError = true
                }
                if let screen {
                    // The address is shown without its password.
                    let store = (try? options.address.description) ?? options.store
                    let head = "\(store.escapedForTerminal), \(Date().timeOfDay()); Ctrl-C ends this"
                    if isError {
                        let error = terminal.styled("error:", .bold, .red)
                        text = terminal.wrapped("\(error) \(text.escapedLines)", indent: 2)
                    }
                    screen.show([terminal.styled(head, .dim)] + text.components(separatedBy: "\n"), on: terminal)
                } else if text != last {
                    if isError { printError(text) } else { print(text) }
                    fflush(nil)
                    last = text
                }
                try await Task.sleep(for: .seconds(1))
            }
        }

        private func text(of found: Found, on terminal: Terminal) -> String {
            if found.tasks.isEmpty { return "no tasks" }
            let now = Date()
            var table = TextTable(
                ["ID", "STATE", "KIND", "RUNS", "WHEN", "PRIORITY", "TAGS", "ERROR"],
                rightAligned: [0, 3]
            )
            for task in found.tasks {
                table.append(
                    [
                        task.id.shortened(to: found.shortIDLength), task.stateText, task.task.kind, task.runText,
                        (task.endedAt ?? task.dueAt).text(at: now), task.priority == .normal ? "" : "\(task.priority)",
                        task.task.tags.joined(separator: ","), task.cancellation ?? task.lastError ?? "",
                    ],
                    styles: [1: task.state.style]
                )
            }
            return table.text(on: terminal)
        }
    }

    extension TaskState {
        fileprivate var style: Terminal.Style? {
            switch self {
            case .waiting: nil
            case .blocked: .yellow
            case .running: .cyan
            case .succeeded: .green
            case .dead: .red
            case .cancelled: .dim
            }
        }
    }
#endif
