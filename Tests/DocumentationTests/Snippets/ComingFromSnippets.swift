#if SQLite
    import Foundation
    import HTTPTypes
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskSQLite
    import NetTaskTesting
    import Testing

    // snippet: ktb-durable-task
    struct PostVitalThing: ExecutedTask, Codable {
        static let storedForm = StoredForm(kind: "PostVitalThing")
        static var durability: NetTaskDurability { NetTaskDurability(maxRunCount: 11, interval: .seconds(10)) }

        var wow: String
    }
    // end

    // snippet: syn-durable-tasks
    struct UploadPhoto: ExecutedTask, Codable {
        static let storedForm = StoredForm(kind: "uploadPhoto")
        var path: String
    }

    struct SubmitForm: ExecutedTask, Codable {
        static let storedForm = StoredForm(kind: "submitForm")
        var text: String
    }
    // end

    @Suite("Snippets: coming from queues that stored their tasks", .serialized, .timeLimit(.minutes(5)))
    struct ComingFromSnippets {
        private let show = Shown()
        private let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "coming-from-snippets-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        @Test("the examples of KTBTaskQueue")
        func ktbExamples() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let mock = HTTPMockHandler()
            mock.on(URLTask.self) { _, _ in .status(201) }
            let http = HTTPNetTaskQueue(handler: mock)
            // snippet: ktb-named
            let executors = DurableExecutors()
            executors.on("PostThisVitalThing") { task, _ in
                // The task's JSON is this request's parameters. A thrown error is a failure, and the task is retried.
                let resource = URLTask(
                    "https://example.com/resources.json",
                    method: .post,
                    headers: [.contentType: "application/json"],
                    body: .data(try JSONEncoder().encode(task.userInfo))
                )
                show("status", try await http.run(resource).code)
            }
            let store = try SQLiteTaskStore(path: folder.appending(path: "vital.sqlite").path)
            let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 1)
            queue.start()
            let vital = try await queue.enqueue(NamedTask("PostThisVitalThing", ["wow": "so important"]))
            // end
            try await vital.value
            #expect(show.texts == ["status 201"])
            #expect(mock.requests.map(\.bodyText) == [#"{"wow":"so important"}"#])
            // snippet: ktb-future
            let future = try await queue.enqueue(
                NamedTask("FutureTask"),
                .notBefore(.now + 60),
                .durability(NetTaskDurability(maxRunCount: 4, interval: .zero))
            )
            // end
            // snippet: ktb-always
            let wanted = try await queue.enqueue(
                NamedTask("IReallyWantThisDone"),
                .durability(NetTaskDurability(maxRunCount: .max))
            )
            // end
            let stored = try await future.status()
            #expect(stored.dueAt > .now + 30)
            #expect(stored.task.durability.maxRunCount == 4)
            #expect(try await queue.unregisteredKinds().map(\.kind) == ["FutureTask", "IReallyWantThisDone"])
            executors.on("IReallyWantThisDone") { _, _ in .success }
            try await wanted.value
            await queue.shutdown()
            await store.close()
        }

        @Test("answers and hooks, as in KTBTaskQueue")
        func ktb() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let (isOffline, isRefused) = (false, false)
            struct Offline: Error {}
            struct Refused: Error {}
            // snippet: ktb-durable-queue
            let executors = DurableExecutors()
            executors.on(PostVitalThing.self) { thing, _ in
                if isOffline { return .failure(Offline()) }  // tried again later
                if isRefused { return .abandon(Refused()) }  // not tried again
                show(thing.wow)
                return .success
            }
            let hooks = DurableHooks(
                willAbandon: { task, error in show("giving up", task.id, error) },
                willDelay: { task, error, date in task.runCount < 3 ? date : date + 3600 }
            )
            let queue = DurableNetTaskQueue(store: MemoryTaskStore(), handler: executors, limit: 1) { $0.hooks = hooks }
            queue.start()
            let handle = try await queue.enqueue(PostVitalThing(wow: "so important"))
            // end
            try await handle.value
            #expect(show.texts == ["so important"])
            await queue.shutdown()
        }

        @Test("from SYNQueue")
        func syn() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let upload: @Sendable (String) async throws -> Void = { path in show("upload \(path)") }
            let submit: @Sendable (String) async throws -> Void = { text in show("submit \(text)") }
            // snippet: syn-queue
            let executors = DurableExecutors()
            executors.on("uploadPhoto") { task, _ in try await upload(task.userInfo["path"]?.stringValue ?? "") }
            executors.on("submitForm") { task, _ in try await submit(task.userInfo["text"]?.stringValue ?? "") }
            let store = try SQLiteTaskStore(path: folder.appending(path: "tasks.sqlite").path)
            let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 2) {
                $0.hooks = DurableHooks(
                    didEnd: { task in show(task.task.kind, task.state) },
                    log: { entry in print(entry.level, entry.text) }
                )
            }
            // end
            // snippet: syn-dependency
            let t2 = try await queue.enqueue(
                NamedTask("submitForm", ["text": "hello"]),
                .unique("5678", .rejectNew),
                .durability(NetTaskDurability(maxRunCount: 3))
            )
            let t1 = try await queue.enqueue(
                NamedTask("uploadPhoto", ["path": "1.jpg"]),
                .unique("1234", .rejectNew),
                .durability(NetTaskDurability(maxRunCount: 3))
            )
            try await t2.depend(on: t1)
            queue.start()
            try await t2.value
            // end
            let expected = ["upload 1.jpg", "uploadPhoto succeeded", "submit hello", "submitForm succeeded"]
            #expect(Set(show.texts).isSubset(of: expected))
            #expect(show.texts.first == "upload 1.jpg")
            #expect(show.texts.contains("submit hello"))
            // The task waits for its date: a claim that was made before a suspension could still take a due task, and return it.
            try await queue.enqueue(NamedTask("uploadPhoto"), .unique("1234", .rejectNew), .notBefore(.now + 3600))
            // snippet: syn-getTask
            if let photo = try await queue.handle(unique: "1234", of: NamedTask.self) {
                show(try await photo.status().state)
            }
            // end
            #expect(show.texts.contains("waiting"))
            // snippet: syn-typed
            executors.on(UploadPhoto.self) { photo, _ in try await upload(photo.path) }
            executors.on(SubmitForm.self) { form, _ in try await submit(form.text) }
            queue.register(UploadPhoto.self)
            queue.register(SubmitForm.self)
            let photo = try await queue.enqueue(UploadPhoto(path: "1.jpg"), .priority(.high))
            let form = try await queue.enqueue(SubmitForm(text: "hello"), .after(photo))
            try await form.value
            // end
            #expect(show.texts.count { $0 == "submit hello" } == 2)
            await queue.shutdown()
            await store.close()
        }
    }
#endif
