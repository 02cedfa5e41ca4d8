#if SQLite || PostgreSQL
    public import ArgumentParser
    public import NetTaskDurable

    /// A filter for the tasks of a store.
    struct FilterOptions: ParsableArguments {
        @Option(
            help:
                "Only tasks in this state: \(TaskState.allCases.map(\.rawValue).joined(separator: ", ")). Can be repeated."
        )
        var state: [TaskState] = []

        @Option(help: "Only tasks of this kind. Can be repeated.")
        var kind: [String] = []

        @Option(help: "Only tasks with this tag.")
        var tag: String?

        @Option(help: "Only tasks of this group.")
        var group: String?

        func query(after: DurableTaskID?, limit: Int) -> TaskQuery {
            TaskQuery(
                states: state.isEmpty ? nil : Set(state),
                kinds: kind.isEmpty ? nil : Set(kind),
                tag: tag,
                group: group,
                after: after,
                limit: limit
            )
        }
    }

    extension TaskState: ExpressibleByArgument {}

    extension DurableTaskID: ExpressibleByArgument {
        public init?(argument: String) {
            self.init(argument)
        }
    }
#endif
