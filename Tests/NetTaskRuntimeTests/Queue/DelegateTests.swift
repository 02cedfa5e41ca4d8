import NetTaskRuntime
import NetTaskTesting
import Testing

/// Records the tasks of which it is notified.
private final class Listener: NetTaskDelegate {
    let name: String
    let write: @Sendable (String) -> Void

    init(_ name: String, _ write: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.write = write
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        switch handle {
        case let handle as NetTaskHandle<Say>: write("\(name): \(handle.task.word) \(handle.status.phase)")
        case let handle as NetTaskHandle<Blog.GetPost>: write("\(name): \(handle.task.uri) \(handle.status.phase)")
        default: write("\(name): \(T.name)")
        }
    }
}

/// Records the errors of failed tasks.
private final class ErrorReader: NetTaskDelegate {
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        let status = handle.status
        guard case .failure(let error)? = status.result else { return write("\(T.name): no error") }
        write("\(T.name) \(status.phase) in attempt \(status.attempt): \(error)")
    }
}

@MainActor
private final class Screen: MainActorNetTaskDelegate {
    var told = 0
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        MainActor.assertIsolated()
        told += 1
        write("screen: \(handle.status.phase)")
    }
}

@Suite("Delegates", .timeLimit(.minutes(5)))
struct DelegateTests {
    let text = TextQueue()
    let diary: Diary
    let write: @Sendable (String) -> Void

    init() {
        (diary, write) = Diary.make()
    }

    @Test("B32: a delegate is notified once of each end of a task of its type only")
    func type() async throws {
        // given
        let listener = Listener("l", write)
        text.queue.addDelegate(listener, for: .type(Say.self))
        text.queue.addDelegate(listener, for: .type(Say.self))
        // when
        let other = text.queue.add(SayInTime(word: "x"))
        try await text.answer(1)
        _ = await other.result
        text.add("a")
        try await text.handler.next().fail(TestError.final)
        _ = await diary.entries(1)
        text.add("b")
        try await text.answer(1)
        // then
        #expect(await diary.entries(2) == ["l: a failed", "l: b succeeded"])
    }

    @Test("B31: subscribers of a task are called before the delegates, delegates in the order of adding")
    func order() async throws {
        // given
        let (first, second) = (Listener("1", write), Listener("2", write))
        let write = write
        text.queue.addDelegate(second, for: .type(Say.self))
        text.queue.addDelegate(first, for: .type(Say.self))
        let handle = text.add("a")
        handle.subscribe(.finished) { _ in write("subscriber") }
        // when
        try await text.answer(1)
        // then
        #expect(await diary.entries(3) == ["subscriber", "2: a succeeded", "1: a succeeded"])
    }

    @Test("B32: a delegate is not retained, and a released one is harmless")
    func weak() async throws {
        // given
        var gone: Listener? = Listener("gone", write)
        weak let weakGone = gone
        let listener = Listener("l", write)
        text.queue.addDelegate(gone!, for: .type(Say.self))
        text.queue.addDelegate(listener, for: .type(Say.self))
        // when
        gone = nil
        // then
        #expect(weakGone == nil)
        text.add("a")
        try await text.answer(1)
        #expect(await diary.entries(1) == ["l: a succeeded"])
    }

    @Test("B32: a delegate can be removed, for a type or for all")
    func remove() async throws {
        // given
        let (removed, other) = (Listener("removed", write), Listener("other", write))
        for listener in [removed, other] {
            text.queue.addDelegate(listener, for: .type(Say.self))
            text.queue.addDelegate(listener, for: .type(SayInTime.self))
        }
        // when
        text.queue.removeDelegate(removed, for: .type(Say.self))
        text.add("a")
        try await text.answer(1)
        _ = await diary.entries(1)
        text.queue.add(SayInTime(word: "b"))
        try await text.answer(1)
        _ = await diary.entries(3)
        text.queue.removeDelegate(removed)
        text.queue.add(SayInTime(word: "c"))
        try await text.answer(1)
        // then
        #expect(
            await diary.entries(4) == [
                "other: a succeeded", "removed: SayInTime", "other: SayInTime", "other: SayInTime",
            ]
        )
    }

    @Test("B29, B32: delegates are not notified of cancelled tasks")
    func cancelled() async throws {
        // given
        let listener = Listener("l", write)
        text.queue.addDelegate(listener, for: .type(Say.self))
        // when
        text.add("a", .notBefore(text.date(in: 1_000_000))).cancel()
        text.add("b")
        try await text.answer(1)
        // then
        #expect(await diary.entries(1) == ["l: b succeeded"])
    }

    @Test("B32: a delegate of the queue is notified of each task once")
    func all() async throws {
        // given
        let listener = Listener("l", write)
        text.queue.addDelegate(listener)
        text.queue.addDelegate(listener, for: .type(Say.self))
        // when
        text.add("a")
        try await text.answer(1)
        _ = await diary.entries(1)
        text.queue.add(SayInTime(word: "b"))
        try await text.answer(1)
        // then
        #expect(await diary.entries(2) == ["l: a succeeded", "l: SayInTime"])
    }

    @Test("A delegate of the main actor is called on it")
    @MainActor
    func mainActor() async throws {
        // given
        let screen = Screen(write)
        text.queue.addDelegate(screen, for: .type(Say.self))
        // when
        text.add("a")
        try await text.answer(1)
        // then
        #expect(await diary.entries(1) == ["screen: succeeded"])
        #expect(screen.told == 1)
        text.queue.removeDelegate(screen)
    }

    @Test("B32: over HTTP a delegate can be for a uri of a task or of its spec, and is notified once for both")
    func uri() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(Blog.GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "t"}"#) }
        mock.on(Blog.ListPosts.self) { _, _ in .json(#"{"data": {"items": []}}"#) }
        let queue = HTTPNetTaskQueue(limit: 1, handler: mock)
        let (any, one) = (Listener("any", write), Listener("one", write))
        queue.addDelegate(any, for: .uri("posts/{id}"))
        queue.addDelegate(any, for: .type(Blog.GetPost.self))
        queue.addDelegate(one, for: .uri("posts/1"))
        // when
        _ = try await queue.run(Blog.ListPosts())
        _ = try await queue.run(Blog.GetPost(id: 1))
        _ = await diary.entries(2)
        _ = try await queue.run(Blog.GetPost(id: 2))
        _ = await diary.entries(3)
        queue.removeDelegate(any, for: .uri("posts/{id}"))
        queue.removeDelegate(any, for: .type(Blog.GetPost.self))
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        #expect(
            await diary.entries(4) == [
                "any: posts/1 succeeded", "one: posts/1 succeeded", "any: posts/2 succeeded", "one: posts/1 succeeded",
            ]
        )
    }

    // STNetTaskQueue: B-ST-20, one table for uris and types.
    @Test("A uri that equals the name of a type is not a type, and the reverse")
    func uriLikeType() async throws {
        // given
        let mock = HTTPMockHandler()
        mock.on(Blog.GetPost.self) { task, _ in .json(#"{"id": \#(task.id), "title": "t"}"#) }
        mock.on(GetAnywhere.self) { _, _ in .json("{}") }
        let queue = HTTPNetTaskQueue(limit: 1, handler: mock)
        let (type, uri) = (Listener("type", write), Listener("uri", write))
        queue.addDelegate(type, for: .type(Blog.GetPost.self))
        for name in ["Blog.GetPost", "GetPost"] { queue.addDelegate(uri, for: .uri(name)) }
        // when
        for name in ["Blog.GetPost", "GetPost"] { try await queue.run(GetAnywhere(uri: name)) }
        _ = await diary.entries(2)
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        #expect(await diary.entries(3) == ["uri: GetAnywhere", "uri: GetAnywhere", "type: posts/1 succeeded"])
    }

    // STNetTaskQueue: the delegate reads the task's error when it is notified of the end.
    @Test("A delegate gets the error of a failure in the status")
    func error() async throws {
        // given
        let reader = ErrorReader(write)
        text.queue.addDelegate(reader, for: .type(Say.self))
        // when
        text.add("a", retries(1, interval: .zero))
        try await text.handler.next().fail(TestError.numbered(1))
        try await text.handler.next().fail(TestError.numbered(2))
        // then
        #expect(await diary.entries(1) == ["Say failed in attempt 2: numbered(2)"])
    }

    @Test("B32: a removed delegate is not notified, even of an earlier end")
    @MainActor
    func removed() async throws {
        // given
        let other = TextQueue().add("x")
        let ear = Screen(write)
        text.queue.addDelegate(ear)
        let handle = text.add("a", .after(other))
        #expect(handle.status.phase == .failed)
        // when
        text.queue.removeDelegate(ear)
        // then
        let write = write
        handle.subscribe(.finished) { _ in write("last") }
        #expect(await diary.entries(1) == ["last"])
    }
}
