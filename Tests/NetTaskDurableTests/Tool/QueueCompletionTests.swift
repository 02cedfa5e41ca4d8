#if SQLite
    import NetTaskDurable
    import Testing

    @Suite("Completions of nettask-queue")
    struct QueueCompletionTests {
        @Test(
            "have the tasks of the preceding store, by the digits that list shows, or by whole ids",
            arguments: ["show", "drop", "retry"]
        )
        func ids(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("A", "{}")
                let second = try await queue.add("B", "{}")

                // when
                func completed(_ prefix: String) throws -> [String] {
                    let words = ["nettask-queue", command, queue.path, prefix]
                    let request = ["---completion", command, "--", "positional@1", "3", "\(prefix.count)"]
                    return try QueueTool.run(request + words).lines.map(String.init).filter { !$0.isEmpty }
                }

                // then
                #expect(try completed("") == [first, second].map { String($0.description.suffix(4)) })
                #expect(try completed(String(second.description.suffix(4))) == [String(second.description.suffix(4))])
                #expect(try completed(second.description) == [second.description])
                #expect(try completed("x") == [])
            }
        }
    }
#endif
