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
                            "ID STATE KIND RUNS WHEN TAGS ERROR",
                            "\(first.end) waiting Shop.Order 0/25 2001-09-09 a,b",
                            #"\#(second.end) dead (abandoned) Log 1/25 2001-09-09 404\nnot found"#,
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
            "reports that a pipe, a folder and a device are not stores",
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
            #expect(result.errors.contains("Pass the path of a file"), "\(result.errors)")
        }

        @Test("escapes control characters of a store's values, and prints the same values as JSON")
        func hostileText() async throws {
            try await ToolStore.open { queue in
                // given
                let hostile = "k\u{1B}[2J\u{9B}31m\u{202E}\u{2028}\u{E0041}\r\nx"
                let payload = "{\"\u{202E}\": \"\u{9B}\"}"
                let id = try await queue.add(hostile, payload) { $0.tags = [hostile] }.description
                _ = try await queue.add(hostile, payload) { $0.group = hostile }
                _ = try await queue.store.setPaused(true, kinds: [hostile], now: queue.now)
                let commands = [
                    ["list"], ["show", id], ["stats"], ["figures", "--minutes", "10080"], ["audit"], ["export"],
                    ["show", "999"], ["pause", hostile], ["resume", hostile, "--note", hostile], ["audit"],
                    ["retry", id], ["cancel", id], ["drop", id], ["drop", id],
                ]
                for command in commands {
                    for format in command == ["export"] ? [[]] : [[], ["--format", "json"]] {
                        // when
                        let result = try QueueTool.run([command[0], queue.path] + command.dropFirst() + format)
                        // then
                        for scalar in (result.output + result.errors).unicodeScalars where scalar != "\n" {
                            let isHidden =
                                switch scalar.properties.generalCategory {
                                case .control, .format, .lineSeparator, .paragraphSeparator: true
                                default: false
                                }
                            #expect(!isHidden, "\(command): \(scalar.escaped(asASCII: true))")
                        }
                    }
                }
                let exported = try #require(try queue("export").objects.first)
                #expect(exported["kind"] as? String == hostile)
                #expect(exported["payload"] as? [String: String] == ["\u{202E}": "\u{9B}"])
            }
        }

        @Test("lists the filtered tasks, and prints where the next page begins")
        func filters() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("a", "{}") { $0.tags = ["t"] }
                let second = try await queue.add("b", "{}") { $0.group = "g" }
                let third = try await queue.add("a", "{}")
                func ids(_ arguments: String...) throws -> [Int64] {
                    let list = try QueueTool.run(["list", queue.path, "--format", "json"] + arguments).object
                    return (list["tasks"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int64 }
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
                let json = try queue("show", "\(id)", "--format", "json")

                // then
                let fields = text.lines.map { $0.split(separator: " ", omittingEmptySubsequences: true) }
                #expect(fields.contains(["state", "dead", "(abandoned)"]))
                #expect(fields.contains(["ended", "2001-09-09", "(2001-09-09T01:46:41.500Z)"]))
                #expect(fields.contains(["idempotency", "key", "key-Log"]))
                #expect(fields.contains(["payload", "{", "\"price\":", "1.10}"]))
                #expect(fields.last?.prefix(4) == ["1", "2001-09-09", "2001-09-09", "died"])
                let object = try #require(try json.objects.first)
                #expect((object["runs"] as? [[String: Any]])?.first?["error"] as? String == "404\nnot found")
                #expect(json.output.contains("\"price\": 1.10}"))
            }
        }

        @Test("does not show a sealed payload, and exports it unchanged")
        func sealed() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("Log", "{\"a\":1}") { $0.codec = "Vault" }
                let base64 = Data("{\"a\":1}".utf8).base64EncodedString()

                // when
                let text = try queue("show", "\(id)")
                let json = try queue("show", "\(id)", "--format", "json")
                let exported = try queue("export")

                // then
                #expect(text.output.contains("sealed by Vault, 7 bytes"))
                #expect(!(text.output + json.output).contains("\"a\""))
                #expect(!json.output.contains(base64))
                #expect(try json.objects.first?["payloadByteCount"] as? Int == 7)
                #expect(try exported.objects.first?["payloadBase64"] as? String == base64)
            }
        }

        @Test("exports JSON unchanged, and other bytes as base64, from all pages")
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
                let json = try queue("stats", "--format", "json")

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

        @Test("retries dead letters by id, and lists the others")
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

        @Test("retries a dead letter with its idempotency key, or with a new one", arguments: [false, true])
        func retriesWithNewKey(isNew: Bool) async throws {
            try await ToolStore.open { queue in
                // given
                let dead = try await queue.add("Log", "{}")
                try await queue.kill("Log")
                let key = try await queue.store.task(dead)?.task.idempotencyKey

                // when
                let result = try isNew ? queue("retry", "\(dead)", "--new-key") : queue("retry", "\(dead)")

                // then
                #expect(result.output == "retried 1 task\n")
                #expect((try await queue.store.task(dead)?.task.idempotencyKey == key) == !isNew)
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
                let rest = try queue("retry", "--all-dead", "--format", "json")

                // then
                #expect(some.output == "retried 2 tasks\n")
                #expect((try rest.objects.first?["retried"] as? [Int])?.count == 1)
                #expect(rest.status == 0)
                #expect(try await queue.store.tasks(TaskQuery(states: [.dead])).isEmpty)
            }
        }

        @Test("drops tasks, and lists their dependents")
        func drops() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("a", "{}")
                let second = try await queue.add("a", "{}") { $0.dependencies = [TaskDependency(first)] }

                // when
                let result = try queue("drop", "\(first)")
                let again = try queue("drop", "\(first)")

                // then
                #expect(result.output == "dropped 1 task\ncancelled because they depended on it: \(second)\n")
                #expect(result.status == 0)
                #expect(again.errors.contains("there is no task \(first)"))
                #expect(again.status == 1)
                #expect(try await queue.store.task(first) == nil)
            }
        }

        @Test(
            "does not change the files of a store that it only reads",
            arguments: ["list", "show", "stats", "export"]
        )
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

        @Test("reads a store that no process has open, and does not change it")
        func readsClosed() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")
                await queue.store.close()
                let before = try queue.files()

                // when
                let result = try queue("list")

                // then
                #expect(result.output.contains("\(id.end)"))
                #expect(result.errors == "")
                var after = try queue.files()
                // SQLite creates them for reading, and leaves the first one empty.
                #expect(after.removeValue(forKey: "tasks.db-wal")?.hasPrefix("0 ") != false)
                after["tasks.db-shm"] = nil
                #expect(after == before)
            }
        }

        @Test("reads a store that its process did not close")
        func readsLeft() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")
                let copy = queue.path + ".copy"
                for end in ["", "-wal"] {
                    try FileManager.default.copyItem(atPath: queue.path + end, toPath: copy + end)
                }

                // when
                let result = try QueueTool.run(["list", copy, "--format", "json"])

                // then
                #expect((try result.object["tasks"] as? [[String: Any]])?.first?["id"] as? Int64 == id.rawValue)
            }
        }

        @Test(
            "reports an unusable file, and creates none",
            arguments: ["list", "stats", "export", "retry", "drop", "cancel"]
        )
        func badFiles(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let missing = queue.path + ".missing"
                let text = queue.path + ".text"
                try Data(String(repeating: "this is no store. ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
                let id = ["retry", "drop", "cancel"].contains(command) ? ["1"] : []

                // when
                let noFile = try QueueTool.run([command, missing] + id)
                let noStore = try QueueTool.run([command, text] + id)

                // then
                #expect(noFile.errors == "error: \(missing): there is no such file\n")
                #expect(noFile.status == 1)
                #expect(!FileManager.default.fileExists(atPath: missing))
                #expect(noStore.errors.hasPrefix("error: \(text): The file is damaged, or is not a store"))
                #expect(noStore.status == 1)
            }
        }

        @Test("does not turn another file into a store", arguments: ["retry", "drop", "cancel"])
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
                    #expect(result.errors.contains("It is not a store of NetTask"))
                }
                #expect(try Data(contentsOf: URL(fileURLWithPath: empty)).isEmpty)
                #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
            }
        }

        @Test(
            "prints its usage with status 64",
            arguments: [
                ["list"], ["show", "store"], ["show", "store", "x"], ["list", "store", "--limit", "0"],
                ["drop", "store"], ["cancel", "store"], ["list", "store", "--watch", "--format", "json"],
                ["list", "store", "--state", "odd"], ["retry", "store"], ["retry", "store", "1", "--all-dead"],
                ["retry", "store", "1", "--kind", "a"], ["unknown"], ["pause", "store"],
                ["figures", "store", "--minutes", "0"],
            ]
        )
        func usage(arguments: [String]) throws {
            let result = try QueueTool.run(arguments)
            #expect(result.status == 64)
            #expect(result.errors.contains("Usage:"))
        }

        @Test("cancels waiting and running tasks, lists their dependents, and keeps ended ones")
        func cancels() async throws {
            try await ToolStore.open { queue in
                // given
                let ended = try await queue.add("a", "{}")
                try await queue.kill("a")
                let waiting = try await queue.add("b", "{}")
                let dependent = try await queue.add("b", "{}") { $0.dependencies = [TaskDependency(waiting)] }
                let running = try await queue.add("c", "{}")
                let claimed = try await queue.store.claim(TaskClaim(limit: 1, kinds: ["c": 1]), now: queue.now)

                // when
                let result = try queue("cancel", "\(waiting)", "\(running)")
                let again = try queue("cancel", "\(ended)", "\(running)", "--format", "json")

                // then
                #expect(result.output == "cancelled 2 tasks\ncancelled because they depended on them: \(dependent)\n")
                #expect(result.errors == "")
                #expect(try await queue.store.task(waiting)?.cancellation == "It was cancelled by nettask-queue.")
                #expect(try await queue.store.task(running)?.state == .cancelled)
                let lease = try #require(claimed.first?.lease)
                #expect(try await queue.store.end([TaskEnd(lease, .succeeded(reply: nil))], now: queue.now) == [nil])
                #expect(again.status == 1)
                #expect(try again.object["failed"] as? [Int64] == [ended.rawValue, running.rawValue])
                #expect(try again.diagnostics.first?.hasSuffix("was not cancelled: it has ended already") == true)
            }
        }

        @Test("reports that the store has no task of a paused kind, and the kinds that it has")
        func pausesUnknown() async throws {
            try await ToolStore.open { queue in
                // given
                _ = try await queue.add("Exports.Effect", "{}")

                // when
                let text = try queue("pause", "Exports.Efect")
                let json = try QueueTool.run(["pause", queue.path, "Exports.Efct", "--format", "json"])
                let known = try queue("pause", "Exports.Effect")

                // then
                #expect(text.errors == "the store has no task of the kind Exports.Efect; it has Exports.Effect\n")
                #expect(text.output == "paused Exports.Efect\npaused now: Exports.Efect\n")
                #expect(try json.object["unknown"] as? [String] == ["Exports.Efct"])
                #expect(known.errors == "")
            }
        }

        @Test("pauses kinds, shows this in its counts, and resumes them")
        func pauses() async throws {
            try await ToolStore.open { queue in
                // given
                _ = try await queue.add("a", "{}")

                // when
                let paused = try queue("pause", "a", "b")
                let again = try queue("pause", "a")
                let claimed = try await queue.store.claim(TaskClaim(limit: 1, kinds: ["a": 1]), now: queue.now)
                let counts = try queue("stats")
                let one = try queue("resume", "b", "--format", "json")
                let all = try queue("resume")

                // then
                #expect(paused.output == "paused a, b\npaused now: a, b\n")
                #expect(again.output == "nothing to be paused\npaused now: a, b\n")
                #expect(claimed == [])
                #expect(counts.lines.last == "paused: a, b")
                #expect(try one.object["resumed"] as? [String] == ["b"])
                #expect(try one.object["allPaused"] as? [String] == ["a"])
                #expect(all.output == "resumed a\n")
                #expect(try await queue.store.pausedKinds() == [])
            }
        }

        @Test("records the user, the action and the reason, and shows them")
        func audit() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("a", "{}")

                // when
                _ = try queue("cancel", "\(id)", "--actor", "Ann", "--note", "wrong\naddress")
                _ = try queue("pause", "a", "--actor", "Ben")
                _ = try queue("drop", "\(id)")
                let text = try queue("audit", "--limit", "3")
                let json = try queue("audit", "--format", "json")

                // then
                #expect(text.lines.count == 4)
                #expect(text.lines.last?.contains("  Ann  ") == true)
                #expect(text.lines.last?.hasSuffix("cancel  \(id)  wrong\\naddress") == true, "\(text.output)")
                #expect(text.lines[2].contains("Ben") && text.lines[2].hasSuffix("pause   a"), "\(text.output)")
                let entries = try #require(try json.object["entries"] as? [[String: Any]])
                #expect(entries.map { $0["action"] as? String } == ["drop", "pause", "cancel"])
                #expect(entries.last?["ids"] as? [Int64] == [id.rawValue])
            }
        }

        @Test("counts the events of the last minutes")
        func figures() async throws {
            try await ToolStore.open { queue in
                // given
                let tasks = ["a", "a", "b"].map { NewTask(kind: $0, payload: Data("{}".utf8), idempotencyKey: "") }
                _ = try await queue.store.insert(tasks, now: Date())

                // when
                let text = try queue("figures")
                let json = try queue("figures", "--minutes", "5", "--format", "json")

                // then
                let rows = text.lines.map { $0.split(separator: " ").joined(separator: " ") }
                #expect(
                    rows == ["KIND ENQUEUED BEGUN SUCCEEDED FAILED DIED CANCELLED", "a 2 0 0 0 0 0", "b 1 0 0 0 0 0"]
                )
                let figures = try #require(try json.object["figures"] as? [[String: Any]])
                #expect(figures.map { $0["enqueued"] as? Int } == [2, 1])
            }
        }

        @Test("accepts the last digits that identify an id, which it shows, and no first ones")
        func shortIDs() async throws {
            try await ToolStore.open { queue in
                // given
                let id = try await queue.add("Log", "{}")
                try await queue.kill("Log")
                let names = [id.end, String(id.description.suffix(1)), "\(id)"]
                let start = String(id.description.dropLast())

                // when
                let list = try queue("list")
                let shown = try names.map { try queue("show", $0) }
                let unknown = try queue("drop", start)
                let retried = try queue("retry", id.end)

                // then
                #expect(list.lines.last?.hasPrefix("\(id.end)  dead") == true)
                for result in shown { #expect(result.output.contains("\(id)\n"), "\(result.errors)") }
                #expect(unknown.errors == "error: \(queue.path): there is no task \(start)\n")
                #expect(retried.output == "retried 1 task\n")
            }
        }

        @Test("lists the tasks that match too few digits, and changes none", arguments: ["show", "drop", "cancel"])
        func ambiguous(command: String) async throws {
            try await ToolStore.open { queue in
                // given
                let batch = (0..<70).map { _ in NewTask(kind: "a", payload: Data("{}".utf8), idempotencyKey: "") }
                _ = try await queue.store.insert(batch, now: queue.now)
                let ids = try await queue.store.tasks(TaskQuery()).map(\.id)
                let digit = try #require(ids[0].description.last)

                // when
                let result = try queue(command, "\(digit)")

                // then
                #expect(result.status == 1)
                let candidates = [0, 10, 20, 30].map { "\(ids[$0]) (a, waiting)" }.joined(separator: ", ")
                #expect(
                    result.errors
                        == "error: several tasks match \(digit); pass more digits: \(candidates) and others\n"
                )
                #expect(try await queue.store.tasks(TaskQuery()).allSatisfy { $0.state == .waiting })
            }
        }

        @Test("shows enough digits of ids to distinguish all tasks, even if new ids began elsewhere")
        func shortIDLength() async throws {
            try await ToolStore.open { queue in
                // given
                let first = try await queue.add("a", "{}")
                let database = try DatabaseQueue(path: queue.path)
                try await database.write { try $0.execute(sql: "UPDATE sqlite_sequence SET seq = seq + 1234567") }
                try database.close()
                let second = try await queue.add("a", "{}")

                // when
                let result = try queue("list")

                // then
                let shown = result.lines.dropFirst().map { $0.prefix { $0 != " " } }
                #expect(shown == [first, second].map { $0.description.suffix(7) })
            }
        }

        @Test(
            "prints one JSON document for failures, too",
            arguments: ["list", "show", "stats", "retry", "drop", "cancel"]
        )
        func failuresAsJSON(command: String) async throws {
            // given
            let id = ["list", "stats"].contains(command) ? [] : ["1"]

            // when
            let result = try QueueTool.run([command, "/nowhere/tasks.db"] + id + ["--format", "json"])

            // then
            #expect(result.status == 1)
            #expect(try result.diagnostics == ["/nowhere/tasks.db: there is no such file"])
        }

        @Test("shows states in color on request")
        func colors() async throws {
            try await ToolStore.open { queue in
                _ = try await queue.add("Log", "{}")
                try await queue.kill("Log")
                let result = try QueueTool.run(["list", queue.path], environment: ["FORCE_COLOR": "1"])
                #expect(result.output.hasPrefix("  \u{1B}[1mID\u{1B}[0m"))
                #expect(result.output.contains("\u{1B}[31mdead (abandoned)\u{1B}[0m  Log"))
            }
        }

        @Test("lists tasks again when they have changed")
        func watches() async throws {
            try await ToolStore.open { queue in
                try await QueueTool.watching(["list", queue.path, "--watch"]) { next in
                    #expect(next() == "no tasks")
                    let id = try await queue.add("a", "{}")
                    #expect(next().hasPrefix("  ID  STATE"))
                    #expect(next().hasPrefix("\(id.end)  waiting"))
                }
            }
        }

        @Test("reads again if a list cannot be read")
        func watchesOn() async throws {
            try await ToolStore.open { queue in
                // given
                let away = queue.path + ".away"
                try await QueueTool.watching(["list", queue.path, "--watch"]) { next in
                    #expect(next() == "no tasks")

                    // when
                    try FileManager.default.moveItem(atPath: queue.path, toPath: away)
                    #expect(next() == "error: \(queue.path): there is no such file")
                    try FileManager.default.moveItem(atPath: away, toPath: queue.path)

                    // then
                    #expect(next() == "no tasks")
                }
            }
        }

        @Test("does not watch a missing store")
        func watchesNothing() async throws {
            try await ToolStore.open { queue in
                let path = queue.path + ".nowhere"
                let result = try QueueTool.run(["list", path, "--watch"])
                #expect(result.errors == "error: \(path): there is no such file\n")
                #expect(result.status == 1)
            }
        }

        @Test("reports an unknown task")
        func noTask() async throws {
            try await ToolStore.open { queue in
                let result = try queue("show", "7")
                #expect(result.errors == "error: \(queue.path): there is no task 7\n")
                #expect(result.status == 1)
            }
        }
    }

    extension DurableTaskID {
        /// Its output for a store with few tasks.
        fileprivate var end: String { String(description.suffix(4)) }
    }
#endif
