#if SQLite || PostgreSQL
    import ArgumentParser
    import NetTaskDurable
    import NetTaskTerminal

    /// What became of the tasks that a command was to change.
    struct Outcome {
        /// Those that it changed.
        var done: [DurableTaskID] = []
        /// Those that ended as cancelled, since they depended on these.
        var dependents: [DurableTaskID] = []
        private var failed: [DurableTaskID] = []
        private var messages: [String] = []

        /// The tasks that are named so, each once. Names of none are noted.
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

        /// Notes what a store said to the change of those that were asked for.
        mutating func add(_ changed: [DurableTaskID], of asked: [DurableTaskID], otherwise reason: String) {
            let (askedSet, changedSet) = (Set(asked), Set(changed))
            done = asked.filter(changedSet.contains)
            dependents = changed.filter { !askedSet.contains($0) }
            failed = asked.filter { !changedSet.contains($0) }
            messages += failed.map { "task \($0) \(reason)" }
        }

        /// Says what was done, and to standard error what could not be.
        ///
        /// - Parameter verb: "dropped"
        /// - Throws: `ExitCode.failure` if anything could not be done.
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
                    Swift.print("cancelled, since they depended on \(done.count == 1 ? "it" : "them"): \(ids)")
                }
                errors.forEach(printError)
            }
            if !errors.isEmpty { throw ExitCode.failure }
        }
    }
#endif
