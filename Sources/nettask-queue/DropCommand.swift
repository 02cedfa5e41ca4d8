#if SQLite
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskSQLite

    struct DropCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "drop",
            abstract: "Removes tasks and their history, whatever their state.",
            discussion:
                "Tasks that depend on one which has not ended end as cancelled. What is dropped is gone for good."
        )

        @OptionGroup var options: StoreOptions

        @Argument(help: "The ids of the tasks.", completion: .taskIDs)
        var ids: [DurableTaskID]

        func run() async throws {
            let ended = try await options.change { try await $0.drop(ids, now: Date()) }
            let asked = Set(ids)
            let dropped = ended.filter(asked.contains)
            let cancelled = ended.filter { !asked.contains($0) }
            let unknown = asked.subtracting(dropped).sorted()
            printOutcome("dropped", dropped, failed: unknown, options) { "there is no task \($0)" }
            if !cancelled.isEmpty, !options.json {
                print("cancelled, since they depended on it: \(cancelled.map(\.description).joined(separator: ", "))")
            }
            if !unknown.isEmpty { throw ExitCode.failure }
        }
    }
#endif
