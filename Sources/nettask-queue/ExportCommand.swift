#if SQLite || PostgreSQL
    import ArgumentParser
    import Foundation
    import NetTaskDurable
    import NetTaskTerminal

    struct ExportCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Prints tasks as JSON, one on each line.",
            discussion: """
                `payload` and `reply` are JSON as it was stored; if it is not JSON, or was sealed by a codec, `payloadBase64` \
                and `replyBase64` have the bytes.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var filter: FilterOptions

        func run() async throws {
            do {
                try await options.read(write)
            } catch let failure as QueueFailure {
                printError(failure.message)
                throw ExitCode.failure
            }
        }

        private func write(_ store: any TaskStore) async throws {
            var last: DurableTaskID?
            repeat {
                let page = try await store.tasks(filter.query(after: last, limit: 500))
                let lines = page.map { task in
                    var fields = task.jsonFields
                    fields.add("payload", task.payload, hasSealed: true)
                    fields.add("reply", task.storedReply, hasSealed: true)
                    return fields.json.line + "\n"
                }
                try FileHandle.standardOutput.write(contentsOf: Data(lines.joined().utf8))
                last = page.last?.id
            } while last != nil
        }
    }
#endif
