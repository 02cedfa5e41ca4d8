#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskHTTP
    import NetTaskTerminal

    struct ShowCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows a task of a store, with its history.",
            discussion: "A payload is shown if it is JSON and not sealed by a codec. `export` always prints it."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The id of the task, or enough of its last digits to identify it.", completion: .taskIDs)
        var id: TaskName

        func run() async throws {
            try await output.reporting {
                let (task, runs) = try await options.read { store in
                    guard let id = try await store.id(of: id), let task = try await store.task(id) else {
                        throw options.failure("there is no task \(id.digits)")
                    }
                    return (task, try await store.runs(of: id))
                }
                if output.isJSON {
                    var fields = task.jsonFields
                    fields.add("payload", task.payload, hasSealed: false)
                    fields.add(task.replyName, task.storedReply, hasSealed: false)
                    fields.add("runs", .list(runs.map(\.json)))
                    print(fields.json.line)
                } else {
                    print(text(of: task))
                    if !runs.isEmpty { print("\n" + text(of: runs)) }
                }
            }
        }

        private func text(of task: StoredTask) -> String {
            let now = Date()
            // Users want to know how long ago something happened, and search logs by the exact time.
            func text(_ date: Date) -> String { "\(date.text(at: now)) (\(date.iso8601Text))" }
            var table = TextTable([])
            func add(_ name: String, _ value: String?) {
                if let value, !value.isEmpty { table.append([name, value]) }
            }
            add("id", task.id.description)
            add("kind", task.task.kind)
            add("state", task.stateText)
            add("cancelled because", task.cancellation)
            add(
                "priority",
                task.priority == task.task.priority
                    ? "\(task.priority)" : "\(task.priority), at first \(task.task.priority)"
            )
            add("enqueued", text(task.enqueuedAt))
            add("due", text(task.dueAt))
            add("expires", task.task.expires.map(text))
            add("ended", task.endedAt.map(text))
            add("runs", task.runText)
            add("lost leases", task.lostLeaseCount == 0 ? nil : "\(task.lostLeaseCount)")
            add("last error", task.lastError)
            add("requires", task.task.requirements.names.joined(separator: ", "))
            add("tags", task.task.tags.joined(separator: ", "))
            add("group", task.task.group)
            add("unique", task.task.uniqueness.map { "\($0.key) (\($0.policy.rawValue))" })
            add("depends on", task.task.dependencies.map(\.text).joined(separator: ", "))
            add("idempotency key", task.task.idempotencyKey)
            for (name, value) in task.task.traceContext.sorted(by: { $0.key < $1.key }) { add("trace: \(name)", value) }
            add("spec version", task.task.specVersion)
            add("spec hash", task.task.specHash)
            add("payload version", task.task.payloadVersion == 1 ? nil : "\(task.task.payloadVersion)")
            add("codec", task.task.codec)
            add("payload", task.payload.text)
            add(task.replyName, task.storedReply.text)
            return table.text(on: .output)
        }

        private func text(of runs: [TaskRun]) -> String {
            let now = Date()
            var table = TextTable(["RUN", "STARTED", "ENDED", "OUTCOME", "ATTEMPTS", "ERROR"], rightAligned: [0, 4])
            for run in runs {
                table.append([
                    "\(run.number)", run.startedAt.text(at: now), run.endedAt?.text(at: now) ?? "",
                    run.outcome.rawValue, run.attemptCount == 0 ? "" : "\(run.attemptCount)", run.error ?? "",
                ])
            }
            return table.text(on: .output)
        }
    }

    extension TaskDependency {
        fileprivate var text: String { onFailure == .run ? "\(id) (however it ends)" : "\(id)" }
    }
#endif
