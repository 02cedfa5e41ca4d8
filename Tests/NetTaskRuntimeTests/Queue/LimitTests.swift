import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Limits", .timeLimit(.minutes(5)))
struct LimitTests {
    @Test("B02: raising the limit at run time starts more tasks at once; lowering it ends none")
    func change() async throws {
        // given
        let text = TextQueue(limit: 1)
        let handles = ["a", "b", "c", "d"].map { text.add($0) }
        let first = try await text.handler.next()
        // when
        text.queue.limit = 3
        let others = [try await text.handler.next(), try await text.handler.next()].sorted { $0.request < $1.request }
        let (second, third) = (others[0], others[1])
        // then
        #expect([first, second, third].map(\.request) == ["a", "b", "c"])
        // when
        text.queue.limit = 1
        #expect(handles.map(\.status.phase) == [.running, .running, .running, .waiting])
        first.succeed()
        second.succeed()
        _ = await (handles[0].result, handles[1].result)
        #expect(handles.map(\.status.phase) == [.succeeded, .succeeded, .running, .waiting])
        third.succeed()
        // then
        #expect(try await text.handler.next().request == "d")
        #expect(text.handler.highestInFlightCount == 3)
    }

    @Test("The tasks of one key run within its limit, regardless of the queue's; others overtake them")
    func perKey() async throws {
        // given
        let text = TextQueue(limit: 3, limitPerKey: 1)
        text.add("a1", .key("a"))
        text.add("a2", .key("a"))
        text.add("b1", .key("b"))
        text.add("free 1")
        text.add("free 2")
        // then
        let running = [try await text.handler.next(), try await text.handler.next(), try await text.handler.next()]
        #expect(Set(running.map(\.request)) == ["a1", "b1", "free 1"])
        // when
        running.first { $0.request == "a1" }?.succeed()
        // then
        #expect(try await text.handler.next().request == "a2")
    }

    @Test("A task that was overtaken because its key had no slot keeps its place")
    func place() async throws {
        // given
        let text = TextQueue(limit: 2, limitPerKey: 1)
        text.add("a1", .key("a"))
        text.add("b1", .key("b"))
        text.add("a2", .key("a"))
        text.add("b2", .key("b"))
        text.add("c", .key("c"))
        let running = [try await text.handler.next(), try await text.handler.next()]
        // when
        running.first { $0.request == "b1" }?.succeed()
        // then
        let next = try await text.handler.next()
        #expect(next.request == "b2")
        // when
        running.first { $0.request == "a1" }?.succeed()
        // then
        #expect(try await text.handler.next().request == "a2")
    }

    @Test("The limit per key can be changed at run time, and takes effect at once")
    func perKeyChange() async throws {
        // given
        let text = TextQueue(limitPerKey: 1)
        for word in ["a", "b", "c"] { text.add(word, .key("k")) }
        _ = try await text.handler.next()
        #expect(text.queue.limitPerKey == 1)
        // when
        text.queue.limitPerKey = 0
        // then
        #expect(Set([try await text.handler.next().request, try await text.handler.next().request]) == ["b", "c"])
    }

    @Test("A retry wait and a cancellation free the key's slot too")
    func perKeyRefill() async throws {
        // given
        let text = TextQueue(limitPerKey: 1)
        text.add("a", .key("k"), retries(1))
        let second = text.add("b", .key("k"))
        text.add("c", .key("k"))
        // when
        try await text.handler.next().fail(TestError.transient)
        _ = try await text.handler.next()
        second.cancel()
        // then
        #expect(try await text.handler.next().request == "c")
    }

    @Test("Over HTTP the key is the host of the queue's base URL, of the client's, or of a complete URL")
    func host() async throws {
        // given
        let transport = HTTPMockTransport { _ in .fault(.silence) }
        let queue = HTTPNetTaskQueue(transport: transport, limitPerKey: 1)
        let own = HTTPNetTaskQueue(transport: transport, baseURL: "https://u:p@STAGING:8080/v1", limitPerKey: 1)
        // when
        let handles = [queue.add(Blog.GetPost(id: 1)), queue.add(Blog.GetPost(id: 2))]
        let elsewhere = queue.add(GetAnywhere(uri: "http://other.test/a"))
        let keyed = queue.add(Blog.GetPost(id: 3), .key("mine"))
        let staging = own.add(Blog.GetPost(id: 4))
        let alsoStaging = own.add(GetAnywhere(uri: "https://staging:8080/b"))
        // then
        #expect(handles.map(\.status.phase) == [.running, .waiting])
        #expect(elsewhere.status.phase == .running)
        #expect(keyed.status.phase == .running)
        #expect(staging.status.phase == .running)
        #expect(alsoStaging.status.phase == .waiting)
        queue.cancelAll()
        own.cancelAll()
    }

    @Test("A task whose key is determined with the first limit keeps its order among those of the key")
    func turnOfLateKey() async throws {
        // given
        let handler = TextHandler()
        let queue = TestQueue(limit: 1, handler: handler, key: { _ in "k" })
        queue.add(Say("running"))
        let running = try await handler.next()
        queue.add(Say("asked later"))
        queue.add(Say("has its own"), .key("k"))
        // when
        queue.limitPerKey = 1
        running.succeed()
        // then
        #expect(try await handler.next().request == "asked later")
    }

    @Test("Without a limit per key no key is determined; with the first limit, those of waiting and running tasks are")
    func lazyKeys() async throws {
        // given
        let asked = Box<[String]>([])
        let handler = TextHandler()
        let queue = TestQueue(
            limit: 2,
            handler: handler,
            key: { task in
                let word = (task as? Say)?.word ?? ""
                asked.update { $0.append(word) }
                return String(word.prefix(1))
            }
        )
        for word in ["a1", "b1", "b2", "a2", "c1"] { queue.add(Say(word)) }
        queue.add(Say("a3"), .key("mine"), .tag("last"))
        let running = [try await handler.next(), try await handler.next()]
        #expect(running.map(\.request).sorted() == ["a1", "b1"])
        #expect(asked.value.isEmpty)
        // when
        queue.limitPerKey = 1
        // then
        #expect(asked.value == ["a1", "b1", "b2", "a2", "c1"])
        // when
        queue.limit = 3
        // then
        let third = try await handler.next()
        #expect(third.request == "c1")
        running.first { $0.request == "a1" }?.succeed()
        #expect(try await handler.next().request == "a2")
        third.succeed()
        #expect(try await handler.next().request == "a3")
        // when
        queue.add(Say("b0"), .priority(.high))
        running.first { $0.request == "b1" }?.succeed()
        // then
        #expect(try await handler.next().request == "b0")
        #expect(asked.value.last == "b0")
        queue.cancelAll()
    }
}
