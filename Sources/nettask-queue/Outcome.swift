#if SQLite || PostgreSQL
    import ArgumentParser
    import NetTaskDurable
    import NetTaskTerminal

    /// The result of a command for each of its tasks.
    struct Outcome {
        /// The tasks that were changed.
        var done: [DurableTaskID] = []
        /// The tasks that were cancelled because they depended on these.
        var dependents: [DurableTaskID] = []
        private var failed: [DurableTaskID] = []
        private var messages: [String] = []

        /// Returns the tasks with the given names, each once. Unknown names are recorded.
        mutating func ids(of names: [TaskName], in store: any TaskStore) async throws -> [DurableTaskID] {
            var ids: [DurableTaskID] = []
            for name in names {
                guard let id = try await store.id(of: name) else {
                    messages.append("there is no task \(name.digits)")
                    continue
                }
                if !ids.contains(id) { ids.append(id) }
            }
            return ids
        }

        /// Records the store's answer for the requested tasks.
        mutating func add(_ changed: [DurableTaskID], of asked: [DurableTaskID], otherwise reason: String) {
            let (askedSet, changedSet) = (Set(asked), Set(changed))
            done = asked.filter(changedSet.contains)
            dependents = changed.filter { !askedSet.contains($0) }
            failed = asked.filter { !changedSet.contains($0) }
            messages += failed.map { "task \($0) \(reason)" }
        }

        /// Prints the result, and failures to standard error.
        ///
        /// - Parameter verb: such as "dropped"
        /// - Throws: `ExitCode.failure` if a task could not be changed.
        func print(_ verb: String, _ options: StoreOptions, _ output: OutputOptions) throws {
            let errors = messages.map { options.failure($0).message }
            if output.isJSON {
                var fields = JSONFields()
                func add(_ name: String, _ ids: [DurableTaskID]) {
                    fields.add(name, .list(ids.map(\.json)))
                }
                add(verb, done)
                if !dependents.isEmpty { add("dependents", dependents) }
                add("failed", failed)
                fields.addErrors(errors)
                Swift.print(fields.json.line)
            } else {
                Swift.print("\(verb) \(done.count) \(done.count == 1 ? "task" : "tasks")")
                if !dependents.isEmpty {
                    let ids = dependents.map(\.description).joined(separator: ", ")
                    Swift.print("cancelled because they depended on \(done.count == 1 ? "it" : "them"): \(ids)")
                }
                errors.forEach(printError)
            }
            if !errors.isEmpty { throw ExitCode.failure }
        }
    }
#endif
