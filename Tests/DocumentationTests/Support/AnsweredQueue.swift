import NetTaskRuntime
import NetTaskTesting

/// A queue for the snippets, whose tasks are answered at once by no server.
func makeAnsweredQueue(_ mock: HTTPMockHandler = HTTPMockHandler()) -> HTTPNetTaskQueue {
    mock.on(JSONPlaceholder.GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "userId": 7, "title": "t"}"#) }
    mock.on(JSONPlaceholder.ListPosts.self) { _, _ in .json(#"[{"id": 1, "title": "t"}]"#) }
    mock.on(JSONPlaceholder.CreatePost.self) { task, _ in .json(#"{"id": 101, "title": "\#(task.title)"}"#) }
    mock.on(OpenWeather.CurrentWeather.self) { _, _ in .json(#"{"name": "Hangzhou", "main": {"temp": 215}}"#) }
    return HTTPNetTaskQueue(handler: mock)
}

/// What the snippets show to; it remembers what it was shown.
final class Shown: Sendable {
    private let shown = Locked<[String]>([])
    private let (first, firstIsShown) = AsyncStream<Void>.makeStream()

    var texts: [String] { shown.withLock { $0 } }

    func callAsFunction(_ values: Any...) {
        shown.withLock { $0.append(values.map { "\($0)" }.joined(separator: " ")) }
        firstIsShown.finish()
    }

    /// Waits until it has been shown something.
    func something() async -> String {
        for await _ in first {}
        return texts[0]
    }
}

/// Why a task was cancelled, if it was.
func reason<T>(of handle: NetTaskHandle<T>) -> CancellationReason? {
    if case .failure(.cancelled(let reason))? = handle.status.result { reason } else { nil }
}
