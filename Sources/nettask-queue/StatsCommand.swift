#if SQLite || PostgreSQL
    import ArgumentParser
    import NetTaskDurable
    import NetTaskTerminal

    struct StatsCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stats",
            abstract: "Counts tasks by kind and state."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await output.reporting {
                let (counts, paused) = try await options.read { (try await $0.counts(), try await $0.pausedKinds()) }
                var byKind: [String: [TaskState: Int]] = [:]
                for count in counts { byKind[count.kind, default: [:]][count.state, default: 0] += count.count }
                let total = byKind.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
                let kinds = byKind.sorted { $0.key < $1.key }
                print(output.isJSON ? json(kinds, total, paused.sorted()) : table(kinds, total))
                if !output.isJSON, !paused.isEmpty {
                    print("paused: \(paused.sorted().map(\.escapedForTerminal).joined(separator: ", "))")
                }
            }
        }

        private func json(
            _ kinds: [(key: String, value: [TaskState: Int])],
            _ total: [TaskState: Int],
            _ paused: [String]
        ) -> String {
            func fields(_ kind: String?, _ counts: [TaskState: Int]) -> JSONText {
                var fields = JSONFields()
                fields.add("kind", kind)
                for state in TaskState.allCases { fields.add(state.rawValue, counts[state] ?? 0) }
                fields.add("total", counts.values.reduce(0, +))
                return fields.json
            }
            var all = JSONFields()
            all.add("kinds", .list(kinds.map { fields($0.key, $0.value) }))
            all.add("all", fields(nil, total))
            all.add("paused", paused)
            return all.json.line
        }

        private func table(_ kinds: [(key: String, value: [TaskState: Int])], _ total: [TaskState: Int]) -> String {
            if kinds.isEmpty { return "no tasks" }
            let states = TaskState.allCases
            var table = TextTable(
                ["KIND"] + states.map { $0.rawValue.uppercased() } + ["TOTAL"],
                rightAligned: Set(1...states.count + 1)
            )
            for (kind, counts) in kinds + [("all", total)] {
                table.append([kind] + states.map { "\(counts[$0] ?? 0)" } + ["\(counts.values.reduce(0, +))"])
            }
            return table.text(on: .output)
        }
    }
#endif
