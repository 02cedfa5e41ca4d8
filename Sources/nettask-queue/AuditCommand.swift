#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskTerminal

    struct AuditCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "audit",
            abstract: "Shows the actions of users on the tasks of a store, the latest first."
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "The largest number of entries.")
        var limit = 50

        func run() async throws {
            try await output.reporting {
                let entries = try await options.read { try await $0.audit(limit: limit) }
                if output.isJSON {
                    var fields = JSONFields()
                    fields.add("entries", .list(entries.map(\.json)))
                    return print(fields.json.line)
                }
                if entries.isEmpty { return print("no actions") }
                let now = Date()
                var table = TextTable(["WHEN", "WHO", "WHAT", "TO", "WHY"])
                for entry in entries {
                    let ids = entry.ids.count > 3 ? ["\(entry.ids.count) tasks"] : entry.ids.map { "\($0)" }
                    table.append([
                        entry.date.text(at: now), entry.actor, entry.action.rawValue,
                        (ids + entry.kinds).joined(separator: ", "), entry.note,
                    ])
                }
                print(table.text(on: .output))
            }
        }
    }

    /// Who makes a change, and why, for the audit log of the store.
    struct AuditOptions: ParsableArguments {
        @Option(help: "The user for the audit log.")
        var actor = ProcessInfo.processInfo.userName

        @Option(help: "The reason for the audit log.")
        var note = ""

        /// Adds an entry to the audit log, unless nothing was changed.
        func record(
            _ action: AuditEntry.Action,
            ids: [DurableTaskID] = [],
            kinds: [String] = [],
            in store: any TaskStore
        ) async throws {
            if ids.isEmpty, kinds.isEmpty { return }
            let entry = AuditEntry(date: Date(), actor: actor, action: action, ids: ids, kinds: kinds, note: note)
            try await store.record(entry)
        }
    }

    extension AuditEntry {
        fileprivate var json: JSONText {
            var fields = JSONFields()
            fields.add("date", date)
            fields.add("actor", actor)
            fields.add("action", action.rawValue)
            if !ids.isEmpty { fields.add("ids", .list(ids.map(\.json))) }
            fields.add("kinds", kinds)
            fields.add("note", note.isEmpty ? nil : note)
            return fields.json
        }
    }
#endif
