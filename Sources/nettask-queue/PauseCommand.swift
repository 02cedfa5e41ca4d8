#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskTerminal

    struct PauseCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause",
            abstract: "Has tasks of these kinds run no more until they are resumed.",
            discussion: "Those under way go on. Tasks may be enqueued, cancelled and expire as before."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: "Kinds, as the column KIND of list has them.")
        var kinds: [String]

        func run() async throws {
            try await output.reporting { try await setPaused(true, kinds, options, output, audit) }
        }
    }

    struct ResumeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume",
            abstract: "Has tasks of paused kinds run again."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions
        @OptionGroup var audit: AuditOptions

        @Argument(help: "Kinds; by default all that are paused.")
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
        // One may be paused before its first task. It may be a mistake, too.
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
