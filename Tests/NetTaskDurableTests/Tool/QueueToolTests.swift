#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable
    import NetTaskRuntime
    @testable import NetTaskSQLite
    import Testing

    @Suite("nettask-queue", .timeLimit(.minutes(5)))
    struct QueueToolTests {
        @Test("lists the tasks of a store that is in use, in columns")
        func lists() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("Shop.Order", "{}") { $0.tags = ["a", "b"] }
                let second = try await queue.add("Log", "{}")
                try await queue.kill("Log")

                // when
                let result = try queue("list")

                // then
                #expect(
                    result.lines.map {
                        $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                    }
                        == [
                            "ID STATE KIND PRIORITY RUNS DUE ENDED TAGS ERROR",
                            "\(first) waiting Shop.Order normal 0/25 2027-01-15T08:00:00Z a,b",
                            "\(second) dead (abandoned) Log normal 1/25 2027-01-15T08:00:00Z 2027-01-15T08:00:01.500Z "
                                + #"404\nnot found"#,
                        ]
                )
                let column = try #require(result.lines.first?.range(of: "KIND")).lowerBound.utf16Offset(
                    in: result.output
                )
                #expect(result.lines[1].dropFirst(column).hasPrefix("Shop.Order"))
                #expect(result.errors == "")
                #expect(result.status == 0)
            }
        }

        @Test(
            "says of a pipe, a folder and a device that they are no store",
            arguments: ["pipe", "folder", "/dev/zero"]
        )
        func noFile(what: String) throws {
            // given
            let folder = try TemporaryFolder()
            let path = what.hasPrefix("/") ? what : folder.path + "/" + what
            if what == "pipe" { try #require(mkfifo(path, 0o600) == 0) }
            if what == "folder" {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
            // when
            let result = try QueueTool.run(["list", path])
            // then
            #expect(result.status == 1)
            #expect(result.errors.contains("give the file of the store"), "\(result.errors)")
        }

        @Test("lists what the filters say, and says where the next page begins")
        func filters() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("a", "{}") { $0.tags = ["t"] }
                let second = try await queue.add("b", "{}") { $0.group = "g" }
                let third = try await queue.add("a", "{}")
                func ids(_ arguments: String...) throws -> [Int64] {
                    try QueueTool.run(["list", queue.path, "--json"] + arguments).objects.compactMap {
                        $0["id"] as? Int64
                    }
                }

                // then
                #expect(try ids() == [first, second, third].map(\.rawValue))
                #expect(try ids("--kind", "a") == [first, third].map(\.rawValue))
                #expect(try ids("--tag", "t") == [first.rawValue])
                #expect(try ids("--group", "g") == [second.rawValue])
                #expect(try ids("--state", "dead", "--state", "running") == [])
                #expect(try ids("--after", "\(first)", "--limit", "1") == [second.rawValue])
                #expect(
                    try queue("list", "--limit", "2").errors == "There are more; add --after \(second) to list them.\n"
                )
                #expect(try queue("list", "--limit", "3").errors == "")
                #expect(try queue("list", "--tag", "none").output == "no tasks\n")
            }
        }

        @Test("shows a task with its payload and history")
        func shows() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("Log", "{\n \"price\": 1.10}")
                try await queue.kill("Log")

                // when
                let text = try queue("show", "\(id)")
                let json = try queue("show", "\(id)", "--json")

                // then
                let fields = text.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
                #expect(fields.contains(["state", "dead", "(abandoned)"]))
                #expect(fields.contains(["idempotency", "key", "key-Log"]))
                #expect(fields.contains(["payload", "{", "\"price\":", "1.10}"]))
                #expect(fields.last?.prefix(4) == ["1", "2027-01-15T08:00:00Z", "2027-01-15T08:00:01.500Z", "died"])
                let object = try #require(try json.objects.first)
                #expect((object["runs"] as? [[String: Any]])?.first?["error"] as? String == "404\nnot found")
                #expect(json.output.contains("\"price\": 1.10}"))
            }
        }

        @Test("does not show a sealed payload, and exports it as it is")
        func sealed() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("Log", "{\"a\":1}") { $0.codec = "Vault" }
                let base64 = Data("{\"a\":1}".utf8).base64EncodedString()

                // when
                let text = try queue("show", "\(id)")
                let json = try queue("show", "\(id)", "--json")
                let exported = try queue("export")

                // then
                #expect(text.output.contains("sealed by Vault, 7 bytes"))
                #expect(!(text.output + json.output).contains("\"a\""))
                #expect(!json.output.contains(base64))
                #expect(try json.objects.first?["payloadByteCount"] as? Int == 7)
                #expect(try exported.objects.first?["payloadBase64"] as? String == base64)
            }
        }

        @Test("exports JSON as it is, and other bytes as base64, all pages of them")
        func exports() async throws {
            try await ToolStore.open { queue in
                // given
                _ = try await queue.add("a", "not JSON")
                let batch = (0..<600).map { number in
                    NewTask(kind: "b", payload: Data("{\"n\":0.\(number)0}".utf8), idempotencyKey: "")
                }
                _ = try await queue.store.insert(batch, now: queue.now)

                // when
                let result = try queue("export", "--state", "waiting")

                // then
                #expect(result.lines.count == 601)
                #expect(result.lines.first?.contains("\"payloadBase64\":\"bm90IEpTT04=\"") == true)
                #expect(result.lines.last?.contains("\"payload\":{\"n\":0.5990}") == true)
                #expect(try result.objects.count == 601)
            }
        }

        @Test("counts tasks by kind and state")
        func stats() async throws {
            try await ToolStore.open { queue in
                // given
                _ = try await queue.add("a", "{}")
                _ = try await queue.add("Log", "{}")
                try await queue.kill("Log")

                // when
                let text = try queue("stats")
                let json = try queue("stats", "--json")

                // then
                #expect(
                    text.output == """
                        KIND  WAITING  BLOCKED  RUNNING  SUCCEEDED  DEAD  CANCELLED  TOTAL
                        Log         0        0        0          0     1          0      1
                        a           1        0        0          0     0          0      1
                        all         1        0        0          0     1          0      2

                        """
                )
                #expect((try json.objects.first?["all"] as? [String: Any])?["dead"] as? Int == 1)
            }
        }

        @Test("retries dead letters by id, and says which it could not")
        func retries() async throws {
            try await ToolStore.open { queue in
                // given
                let dead = try await queue.add("Log", "{}")
                try await queue.kill("Log")
                let waiting = try await queue.add("a", "{}")

                // when
                let result = try queue("retry", "\(dead)", "\(waiting)")

                // then
                #expect(result.output == "retried 1 task\n")
                #expect(result.errors.contains("task \(waiting) was not retried"))
                #expect(result.status == 1)
                #expect(try await queue.store.task(dead)?.state == .waiting)
            }
        }

        @Test("retries all dead letters of a kind")
        func retriesAll() async throws {
            try await ToolStore.open { queue in
                // given
                for kind in ["a", "b", "a"] {
                    _ = try await queue.add(kind, "{}")
                    try await queue.kill(kind)
                }

                // when
                let some = try queue("retry", "--all-dead", "--kind", "a")
                let rest = try queue("retry", "--all-dead", "--json")

                // then
                #expect(some.output == "retried 2 tasks\n")
                #expect((try rest.objects.first?["retried"] as? [Int])?.count == 1)
                #expect(rest.status == 0)
                #expect(try await queue.store.tasks(TaskQuery(states: [.dead])).isEmpty)
            }
        }

        @Test("drops tasks, and tells of those that depended on them")
        func drops() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("a", "{}")
                let second = try await queue.add("a", "{}") { $0.dependencies = [TaskDependency(first)] }

                // when
                let result = try queue("drop", "\(first)")
                let again = try queue("drop", "\(first)")

                // then
                #expect(result.output == "dropped 1 task\ncancelled, since they depended on it: \(second)\n")
                #expect(result.status == 0)
                #expect(again.errors.contains("there is no task \(first)"))
                #expect(again.status == 1)
                #expect(try await queue.store.task(first) == nil)
            }
        }

        @Test("changes no file of a store that it only reads", arguments: ["list", "show", "stats", "export"])
        func readsOnly(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")
                let before = try queue.files()

                // when
                let result = try QueueTool.run([command, queue.path] + (command == "show" ? ["\(id)"] : []))

                // then
                #expect(result.status == 0)
                #expect(try queue.files() == before)
            }
        }

        @Test("reads a store that nobody has open, and changes nothing in it")
        func readsClosed() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")
                await queue.store.close()
                let before = try queue.files()

                // when
                let result = try queue("list")

                // then
                #expect(result.output.contains("\(id)"))
                #expect(result.errors == "")
                var after = try queue.files()
                // SQLite makes them to read, and leaves the first one empty.
                #expect(after.removeValue(forKey: "tasks.db-wal")?.hasPrefix("0 ") != false)
                after["tasks.db-shm"] = nil
                #expect(after == before)
            }
        }

        @Test("reads what a process left that did not close its store")
        func readsLeft() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")
                let copy = queue.path + ".copy"
                for end in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: queue.path + end, toPath: copy + end)
                }

                // when
                let result = try QueueTool.run(["list", copy, "--json"])

                // then
                #expect(try result.objects.first?["id"] as? Int64 == id.rawValue)
                #expect(result.errors == "")
            }
        }

        @Test(
            "says what is wrong with a file, and makes none",
            arguments: ["list", "stats", "export", "retry", "drop"]
        )
        func badFiles(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let missing = queue.path + ".missing"
                let text = queue.path + ".text"
                try Data(String(repeating: "this is no store. ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
                let id = command == "retry" || command == "drop" ? ["1"] : []

                // when
                let noFile = try QueueTool.run([command, missing] + id)
                let noStore = try QueueTool.run([command, text] + id)

                // then
                #expect(noFile.errors == "error: \(missing): there is no such file\n")
                #expect(noFile.status == 1)
                #expect(!FileManager.default.fileExists(atPath: missing))
                #expect(noStore.errors.hasPrefix("error: \(text): The file is damaged, or is no store"))
                #expect(noStore.status == 1)
            }
        }

        @Test("makes no store of a file that is none", arguments: ["retry", "drop"])
        func noStore(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let empty = queue.path + ".empty"
                try Data().write(to: URL(fileURLWithPath: empty))
                let other = queue.path + ".other"
                let database = try DatabaseQueue(path: other)
                try await database.write { try $0.execute(sql: "CREATE TABLE mine (x)") }
                try database.close()
                let bytes = try Data(contentsOf: URL(fileURLWithPath: other))

                // when
                let results = try [empty, other].map { try QueueTool.run([command, $0, "1"]) }

                // then
                for result in results {
                    #expect(result.status == 1)
                    #expect(result.errors.contains("It is no store of NetTask"))
                }
                #expect(try Data(contentsOf: URL(fileURLWithPath: empty)).isEmpty)
                #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
            }
        }

        @Test(
            "says how it is used, with status 64",
            arguments: [
                ["list"], ["show", "store"], ["show", "store", "x"], ["list", "store", "--limit", "0"],
                ["drop", "store"],
                ["list", "store", "--state", "odd"], ["retry", "store"], ["retry", "store", "1", "--all-dead"],
                ["retry", "store", "1", "--kind", "a"], ["unknown"],
            ]
        )
        func usage(arguments: [String]) throws {
            let result = try QueueTool.run(arguments)
            #expect(result.status == 64)
            #expect(result.errors.contains("Usage:"))
        }

        @Test("knows no task that there is not")
        func noTask() async throws {
            try await ToolStore.open { queue in
                let result = try queue("show", "7")
                #expect(result.errors == "error: \(queue.path): there is no task 7\n")
                #expect(result.status == 1)
            }
        }
    }
#endif
