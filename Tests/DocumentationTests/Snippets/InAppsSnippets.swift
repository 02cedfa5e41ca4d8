import Foundation
import HTTPTypes
import NetTaskBackground
import NetTaskDurable
import NetTaskModels
import NetTaskObservability
import NetTaskRuntime
import NetTaskTesting
import Observation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(SwiftUI)
    import SwiftUI
#endif

#if os(iOS)
    import UIKit
#endif

#if canImport(SwiftUI)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    // snippet: outbox
    struct OutboxView: View {
        @State var outbox: DurableNetTaskQueueModel

        var body: some View {
            List {
                ForEach(outbox.waiting) { task in Text(task.task.kind) }
                ForEach(outbox.failures) { failure in
                    VStack(alignment: .leading) {
                        Text("\(failure.task.task.kind): \(failure.reason.rawValue)")
                        if let reply = failure.reply { Text(String(decoding: reply.body, as: UTF8.self)) }
                    }
                    .swipeActions {
                        Button("Try again") { outbox.retry([failure.id]) }
                        Button("Discard", role: .destructive) { outbox.drop([failure.id]) }
                    }
                }
            }
        }
    }
    // end

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    // snippet: view
    struct PostView: View {
        let id: Int
        @State private var post = NetTaskModel<JSONPlaceholder.GetPost>(in: .shared)

        var body: some View {
            VStack {
                if let value = post.value { Text(value.title) }
                if post.isRunning { ProgressView() }
                if post.error != nil { Button("Try again") { post.retry() } }
            }
            .task(id: id) { post.run(JSONPlaceholder.GetPost(id: id)) }
            .onDisappear { post.cancel() }
        }
    }
// end
#endif

#if os(iOS)
    private let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPNetTaskQueueHandler())

    private struct ContentView: View {
        var body: some View { EmptyView() }
    }

    @available(iOS 17, *)
    // snippet: phase
    struct ShopApp: App {
        @Environment(\.scenePhase) private var phase

        var body: some Scene {
            WindowGroup { ContentView() }
                .onChange(of: phase) { _, phase in
                    let time = UIApplication.shared.beginBackgroundTask()
                    Task {
                        if phase == .background { await queue.suspendStore() } else { try await queue.resumeStore() }
                        UIApplication.shared.endBackgroundTask(time)
                    }
                }
        }
    }
    // end

    @available(iOS 17, *)
    // snippet: background
    struct NotesApp: App {
        @Environment(\.scenePhase) private var phase
        private let background = NetTaskBackground(queue, processing: "com.example.notes.send")

        init() {
            background.register()
            queue.start()
        }

        var body: some Scene {
            WindowGroup { ContentView() }
                .onChange(of: phase) { _, phase in
                    let time = UIApplication.shared.beginBackgroundTask()
                    Task {
                        if phase == .background {
                            await background.enterBackground()
                        } else {
                            try await background.enterForeground()
                        }
                        UIApplication.shared.endBackgroundTask(time)
                    }
                }
        }
    }
    // end

    @available(iOS 17, *)
    @MainActor
    private func refresh(_ background: NetTaskBackground) -> some Scene {
        WindowGroup { ContentView() }
            // snippet: refresh
            .backgroundTask(.appRefresh("com.example.notes.refresh")) { await background.run() }
        // end
    }

    @available(iOS 26, *)
    private func upload(_ file: HTTPFile, id: Int, queue: HTTPNetTaskQueue) throws {
        // snippet: continued
        let upload = queue.add(UploadVideo(file: file))
        try NetTaskBackground.continue(upload, "com.example.notes.upload.\(id)", title: "Video", subtitle: "Uploading")
        // end
    }

    private struct UploadVideo: HTTPNetTask {
        typealias Response = Void
        var file: HTTPFile
    }
#endif

#if canImport(os)
    private func logged() {
        // snippet: log
        let queue = HTTPNetTaskQueue(observers: [OSLogObserver(subsystem: "com.example.app", category: "api")])
        // end
        _ = queue
    }
#endif

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
private final class PostModel {
    private(set) var title: String?
    private(set) var message: String?
    private let queue: HTTPNetTaskQueue

    init(queue: HTTPNetTaskQueue) {
        self.queue = queue
    }

    // snippet: model
    func load(id: Int) async {
        do {
            title = try await queue.run(JSONPlaceholder.GetPost(id: id)).title
        } catch .cancelled {
            // The view has gone.
        } catch {
            message = error.localizedDescription
        }
    }
    // end
}

@Suite("Snippets: in apps", .timeLimit(.minutes(5)))
struct InAppsSnippets {
    private let mock = HTTPMockHandler()
    private let queue: HTTPNetTaskQueue
    private let show = Shown()

    init() {
        queue = makeAnsweredQueue(mock)
    }

    @Test("a model has the response, or a message")
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    @MainActor
    func model() async {
        let model = PostModel(queue: queue)
        await model.load(id: 1)
        #expect(model.title == "t")
        mock.on(JSONPlaceholder.GetPost.self) { _, _ in .status(404) }
        await model.load(id: 2)
        #expect(model.message?.contains("404") == true)
    }

    @Test("a store is suspended and resumed with its queue")
    func suspension() async throws {
        let queue = DurableHTTPNetTaskQueue(store: MemoryTaskStore(), handler: HTTPMockHandler())
        // snippet: suspension
        await queue.suspendStore()
        // No file of the store is locked or open. An extension of the app can run the tasks.
        try await queue.resumeStore()
        // end
        #expect(!queue.isSuspended)
    }

    @Test("a transport has a delegate")
    func delegate() {
        let delegate: (any URLSessionDelegate)? = nil
        // snippet: delegate
        let transport = URLSessionTransport(configuration: .ephemeral, delegate: delegate)
        let queue = HTTPNetTaskQueue(transport: transport)
        // end
        #expect(!queue.isSuspended)
    }

    @Test("a task that continues without its view")
    func goesOn() async throws {
        // snippet: goes-on
        let post = JSONPlaceholder.CreatePost(title: "t", body: "b", userId: 1, date: .now)
        let upload = queue.add(post, .tag("editor"))
        upload.subscribe(.finished, on: MainActor.shared) { status in
            if case .success(let post)? = status.result { show("saved as", post.id) }
        }
        for await progress in upload.progress {
            show(progress.direction, progress.completed, "of", progress.total ?? 0)
        }
        // end
        #expect(await show.something() == "saved as 101")
    }
}
