#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskTerminal

    struct PauseCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Stops new runs of tasks of these kinds until they are resumed.",
            discussion: "Current runs continue. Tasks may still be enqueued, cancelled and expire."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: "The kinds, as in the column KIND of `list`.")
        var kinds: [String]

        func run() async throws {
            try await output.reporting { try await setPaused(true, kinds, options, output, audit) }
        }
    }

    struct ResumeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Allows runs of tasks of paused kinds again."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: "The kinds. Default: all paused kinds.")
        var kinds: [String] = []

        func run() async throws {
            try await output.reporting { try await setPaused(false, kinds, options, output, audit) }
        }
    }

    private func setPaused(
        _ isPaused: Bool,
        _ kinds: [String],
        _ options: StoreOptions,
        _ output: OutputOptions,
        _ audit: AuditOptions
    ) async throws {
        let (changed, paused, known) = try await options.change { store in
            let known = Set(try await store.counts().map(\.kind)).union(try await store.pausedKinds())
            let asked = kinds.isEmpty ? try await store.pausedKinds() : Set(kinds)
            let changed = try await store.setPaused(isPaused, kinds: asked, now: Date())
            try await audit.record(isPaused ? .pause : .resume, kinds: changed.sorted(), in: store)
            return (changed.sorted(), try await store.pausedKinds().sorted(), known.sorted())
        }
        // A kind may be paused before its first task, but it may also be a mistake.
        let unknown = kinds.filter { !known.contains($0) }
        if output.isJSON {
            var fields = JSONFields()
            fields.add(isPaused ? "paused" : "resumed", .list(changed.map(JSONText.string)))
            fields.add("allPaused", .list(paused.map(JSONText.string)))
            fields.add("unknown", unknown)
            return print(fields.json.line)
        }
        for kind in unknown {
            let others = known.isEmpty ? "it has no tasks" : "it has \(known.prefix(10).joined(separator: ", "))"
            printNote("the store has no task of the kind \(kind); \(others)".escapedForTerminal)
        }
        let verb = isPaused ? "paused" : "resumed"
        print(
            changed.isEmpty
                ? "nothing to be \(verb)" : "\(verb) \(changed.map(\.escapedForTerminal).joined(separator: ", "))"
        )
        if !paused.isEmpty { print("paused now: \(paused.map(\.escapedForTerminal).joined(separator: ", "))") }
    }
#endif
