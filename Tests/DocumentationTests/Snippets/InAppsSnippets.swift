import Foundation
import HTTPTypes
import NetTaskModels
import NetTaskRuntime
import NetTaskTesting
import Observation
import Testing

#if canImport(SwiftUI)
    import SwiftUI
#endif

#if canImport(SwiftUI)
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
