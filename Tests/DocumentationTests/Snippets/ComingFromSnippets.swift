#if SQLite
    import Foundation
    import NetTaskDurable
    import NetTaskRuntime
    import NetTaskSQLite
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

        @Test("from KTBTaskQueue")
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
            let store = try SQLiteTaskStore(path: folder.appending(path: "vital.sqlite").path)
            let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 1) { $0.hooks = hooks }
            queue.start()
            let handle = try await queue.enqueue(PostVitalThing(wow: "so important"))
            // end
            try await handle.value
            #expect(show.texts == ["so important"])
            await queue.shutdown()
            await store.close()
        }

        @Test("from SYNQueue")
        func syn() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let upload: @Sendable (String) async throws -> Void = { path in show("upload \(path)") }
            let submit: @Sendable (String) async throws -> Void = { text in show("submit \(text)") }
            // snippet: syn-durable-queue
            let executors = DurableExecutors()
            executors.on(UploadPhoto.self) { photo, _ in try await upload(photo.path) }
            executors.on(SubmitForm.self) { form, _ in try await submit(form.text) }
            let store = try SQLiteTaskStore(path: folder.appending(path: "tasks.sqlite").path)
            let queue = DurableNetTaskQueue(store: store, handler: executors, limit: 1)
            queue.register(UploadPhoto.self)
            queue.register(SubmitForm.self)
            queue.start()
            // end
            // snippet: syn-durable-enqueue
            let photo = try await queue.enqueue(
                UploadPhoto(path: "1.jpg"),
                .priority(.high),
                .unique("1234", .rejectNew)
            )
            let form = try await queue.enqueue(SubmitForm(text: "hello"), .after(photo))
            try await form.value
            // end
            #expect(show.texts == ["upload 1.jpg", "submit hello"])
            await queue.shutdown()
            await store.close()
        }
    }
#endif
