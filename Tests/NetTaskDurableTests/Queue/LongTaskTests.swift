import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("B43: A long-running operation of a durable queue", .timeLimit(.minutes(5)))
struct LongTaskTests {
    let ground = Ground()

    private func handler(_ transport: HTTPMockTransport) -> HTTPNetTaskQueueHandler {
        HTTPNetTaskQueueHandler(transport: transport) {
            $0.clock = ground.clock
        }
    }

    private func queue(
        _ transport: HTTPMockTransport,
        codecs: [String: any DurableCodec] = [:],
        hooks: DurableHooks? = nil
    ) -> DurableHTTPNetTaskQueue {
        let queue = ground.queue(handler: handler(transport), codecs: codecs, hooks: hooks)
        queue.register(StartExport.self)
        return queue
    }

    /// The queue of the next launch, after this number of seconds.
    private func relaunch(
        _ queue: DurableHTTPNetTaskQueue,
        _ transport: HTTPMockTransport,
        after seconds: Int,
        codecs: [String: any DurableCodec] = [:]
    ) async -> DurableHTTPNetTaskQueue {
        let store = ground.otherStore()
        await queue.shutdown()
        await ground.store.close()
        ground.clock.move(by: .seconds(seconds))
        let next = ground.queue(store: store, handler: handler(transport), codecs: codecs)
        next.register(StartExport.self)
        return next
    }

    private func drain(_ queue: DurableHTTPNetTaskQueue, after seconds: Int) async throws {
        ground.clock.move(by: .seconds(seconds))
        try await queue.drain()
    }

    // MARK: Polls

    @Test("is started once and polled to its end, also after a relaunch")
    func relaunched() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted(), .job("new"), .job("ready"))
        let first = queue(transport)
        let id = try await first.enqueue(StartExport()).id
        try await first.drain()
        // when
        let second = await relaunch(first, transport, after: 2)
        try await second.drain()
        try await drain(second, after: 2)
        // then
        #expect(transport.lines == ["POST /exports", "GET /jobs/7", "GET /jobs/7"])
        #expect(try await second.handle(for: id, of: StartExport.self).value.state == "ready")
    }

    @Test("continues at the Location after a relaunch")
    func location() async throws {
        let transport = HTTPMockTransport(
            answers: .status(.accepted, headers: [.location: "/jobs/9?a=b"]),
            .job("ready")
        )
        let first = queue(transport)
        try await first.enqueue(StartExport())
        try await first.drain()
        let second = await relaunch(first, transport, after: 2)
        try await second.drain()

        #expect(transport.lines == ["POST /exports", "GET /jobs/9?a=b"])
    }

    @Test("spends no runs on polls")
    func polls() async throws {
        // given
        let polls = [HTTPAnswer](repeating: .job("new"), count: 30)
        let answers = [.accepted()] + polls + [.job("ready")]
        let transport = HTTPMockTransport { answers[$0.number - 1] }
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport(), .durability(NetTaskDurability(maxRunCount: 3)))
        // when
        try await queue.drain()
        for _ in polls { try await drain(queue, after: 2) }
        let pending = try await handle.status()
        try await drain(queue, after: 2)
        // then
        #expect(pending.state == .waiting)
        #expect(pending.runCount == 0)
        #expect(pending.lastError == nil)
        #expect(pending.priority == .normal)
        #expect(try await handle.status().runCount == 1)
        #expect(try await handle.value.state == "ready")
    }

    @Test("logs its polls as polls, and its start as a run")
    func log() async throws {
        // given
        let queue = queue(HTTPMockTransport(answers: .accepted(), .job("new"), .job("ready")))
        let handle = try await queue.enqueue(StartExport())
        // when
        try await queue.drain()
        try await drain(queue, after: 2)
        try await drain(queue, after: 2)
        // then
        let kind = try await handle.status().task.kind
        let lines = ground.log.entries.filter { $0.id == handle.id }.map { $0.text.prefix { $0 != "," && $0 != ":" } }
        #expect(
            lines == [
                "Run 1 of \(kind) begins", "Run 1 of \(kind) has ended", "A poll of \(kind) begins",
                "A poll of \(kind) has ended", "A poll of \(kind) begins", "A poll of \(kind) has succeeded",
            ]
        )
    }

    @Test("is polled after Retry-After, also after a relaunch")
    func retryAfter() async throws {
        let transport = HTTPMockTransport(answers: .accepted("", [.retryAfter: "30"]), .job("ready"))
        let first = queue(transport)
        try await first.enqueue(StartExport())
        try await first.drain()
        let second = await relaunch(first, transport, after: 29)
        try await second.drain()
        #expect(transport.requests.count == 1)
        try await drain(second, after: 1)
        #expect(transport.requests.count == 2)
    }

    @Test("whose poll fails counts this run, and polls again")
    func failedPoll() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted(), .status(.serviceUnavailable), .job("ready"))
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()
        // when
        try await drain(queue, after: 2)
        let failed = try await handle.status()
        try await drain(queue, after: 20)
        // then
        #expect(failed.runCount == 1)
        #expect(failed.lastError?.contains("503") == true)
        #expect(transport.lines == ["POST /exports", "GET /jobs/7", "GET /jobs/7"])
        #expect(try await handle.value.state == "ready")
    }

    @Test("whose poll is rejected is not reported as a repeated idempotency key")
    func conflict() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .status(.conflict))
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()
        try await drain(queue, after: 2)

        let task = try await handle.status()
        #expect(task.deathReason == .abandoned)
        #expect(task.lastError?.contains("key") == false)
    }

    @Test("B48: polls have the rate and the timeout of the poll's endpoint, and use none of the start's")
    func rateOfPolls() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        let first = try await queue.enqueue(StartIndex())
        let second = try await queue.enqueue(StartIndex())
        async let started = queue.drain()
        for _ in 1...2 { try await handler.next().succeed(.job("new", status: .accepted)) }
        _ = try await started
        // when
        ground.clock.move(by: .seconds(2))
        async let polled = queue.drain()
        let poll = try await handler.next()
        // then
        #expect(poll.request.method == .get)
        #expect(poll.context.timeout == .seconds(5))
        try await ground.clock.sleeper(until: .seconds(7))
        poll.succeed(.job("ready"))
        #expect(try await first.value.state == "ready")
        // The queue still sleeps until the timeout of the poll that has ended.
        try await ground.clock.advance(to: .seconds(7))
        try await ground.clock.sleeper(until: .seconds(22))
        try await ground.clock.advance(to: .seconds(22))
        try await handler.next().succeed(.job("ready"))
        _ = try await polled
        #expect(try await second.value.state == "ready")
    }

    // MARK: Its end

    @Test("that failed is in the dead letters with the typed error, and starts again when it is retried")
    func failed() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted(), .job("broken"), .accepted())
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()
        // when
        try await drain(queue, after: 2)
        // then
        guard case .failure(.dead(.abandoned, _, .other(let error as HTTPLongRunningError<Job>)?)) = await handle.result
        else {
            Issue.record("it ended with \(await handle.result)")
            return
        }
        #expect(error.response.state == "broken")
        try await queue.retry([handle.id])
        try await queue.drain()
        #expect(transport.lines == ["POST /exports", "GET /jobs/7", "POST /exports"])
        #expect(Set(transport.requests.flatMap { $0.values(of: "Idempotency-Key") }).count == 1)
    }

    @Test("B48: that failed starts again with a new idempotency key if it is retried with one")
    func newKey() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted(), .job("broken"), .accepted())
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()
        try await drain(queue, after: 2)
        // when
        #expect(try await queue.retry([handle.id], newKey: true) == [handle.id])
        try await queue.drain()
        // then
        #expect(transport.lines == ["POST /exports", "GET /jobs/7", "POST /exports"])
        let keys = transport.requests.flatMap { $0.values(of: "Idempotency-Key") }
        #expect(Set(keys).count == 2)
        #expect(try await handle.status().task.idempotencyKey == keys.last)
    }

    @Test("has its response read from the last reply after a relaunch")
    func keptReply() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .job("ready"))
        let first = queue(transport)
        let id = try await first.enqueue(StartExport()).id
        try await first.drain()
        try await drain(first, after: 2)
        let second = await relaunch(first, transport, after: 0)

        #expect(try await second.handle(for: id, of: StartExport.self).value.state == "ready")
    }

    @Test("ends at its deadline, which begins at its acceptance, also after a relaunch")
    func deadline() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted("", [.retryAfter: "1000"]))
        let first = queue(transport)
        let id = try await first.enqueue(StartExport()).id
        try await first.drain()
        #expect(try await first.task(id)?.dueAt == ground.now + 100)
        // when
        let second = await relaunch(first, transport, after: 100)
        async let result = second.handle(for: id, of: StartExport.self).result
        try await second.drain()
        // then
        #expect(try await second.task(id)?.deathReason == .expired)
        #expect(transport.requests.count == 1)
        guard case .failure(.dead(.expired, _, _)) = await result else {
            Issue.record("it ended with \(await result)")
            return
        }
    }

    @Test("has the rest of its deadline for a poll")
    func deadlineOfPoll() async throws {
        // given
        let handler = HTTPManualHandler()
        let queue = ground.queue(handler: handler)
        let handle = try await queue.enqueue(StartExport())
        async let started = queue.drain()
        try await handler.next().succeed(.json(#"{"id": 7, "state": "new"}"#, status: .accepted))
        _ = try await started
        ground.clock.move(by: .seconds(90))
        // when
        async let polled = queue.drain()
        _ = try await handler.next()
        try await ground.clock.advance(to: .seconds(100))
        _ = try await polled
        // then
        guard case .failure(.dead(.expired, _, .timeout(let error)?)) = await handle.result else {
            Issue.record("it ended with \(await handle.result)")
            return
        }
        #expect(error.kind == .deadline)
        #expect(error.limit == .seconds(100))
    }

    @Test("waits at most until its deadline for the run after a failed poll")
    func deadlineOfWait() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .status(.serviceUnavailable))
        let queue = queue(transport)
        let durability = NetTaskDurability(interval: .seconds(600))
        let handle = try await queue.enqueue(StartExport(), .durability(durability))
        let accepted = ground.now
        try await queue.drain()
        try await drain(queue, after: 2)

        #expect(try await handle.status().dueAt == accepted + 100)
    }

    // MARK: What is kept

    @Test("becomes a dead letter if its reply is too large to be stored")
    func tooLarge() async throws {
        let text = String(repeating: "x", count: 65_536)
        let transport = HTTPMockTransport(answers: .accepted(#", "text": "\#(text)""#))
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()

        guard case .failure(.dead(.abandoned, let text, .other(let error as StartNotKeptError)?)) = await handle.result
        else {
            Issue.record("it ended with \(await handle.result)")
            return
        }
        #expect(error == StartNotKeptError("StartExport", .size))
        #expect(text == error.description)
    }

    @Test("becomes a dead letter if its reply contains a secret of its polls, without a codec")
    func secretOfPoll() async throws {
        let transport = HTTPMockTransport(answers: .accepted(#", "ticket": "open sesame""#))
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport())
        try await queue.drain()

        guard case .failure(.dead(.abandoned, _, .other(let error as StartNotKeptError)?)) = await handle.result else {
            Issue.record("it ended with \(await handle.result)")
            return
        }
        #expect(error.reason == .secret)
        #expect(try await handle.status().reply == nil)
    }

    @Test("becomes a dead letter if a header for its polls contains a secret, without a codec")
    func secretOfHeader() async throws {
        let transport = HTTPMockTransport(
            answers: .status(.accepted, headers: [.location: "/jobs/7?by=open%20sesame"])
        )
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport(format: "open sesame"))
        try await queue.drain()

        #expect(try await handle.status().lastError == StartNotKeptError("StartExport", .secret).description)
    }

    @Test("whose replies are not stored has its start stored only with a codec")
    func unkeptReplies() throws {
        let reply = HTTPReply(status: .accepted)
        #expect(throws: StartNotKeptError("Quiet", .secret)) {
            try KeptStart.bytes(of: reply, to: Quiet(), isSealed: false)
        }
        #expect(try HTTPReply(stored: KeptStart.bytes(of: reply, to: Quiet(), isSealed: true)) == reply)
    }

    @Test("stores no last reply that contains a secret of its start, although polls send none")
    func secretOfStart() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .job("ready", #", "ticket": "open sesame""#))
        let queue = queue(transport)
        let handle = try await queue.enqueue(StartExport(format: "open sesame"))
        try await queue.drain()
        try await drain(queue, after: 2)

        let task = try await handle.status()
        #expect(task.state == .succeeded)
        #expect(task.reply == nil)
    }

    @Test("with a codec has its start sealed, including secrets, and continues after a relaunch")
    func sealed() async throws {
        // given
        let codecs = ["Flipping": Flipping()]
        let transport = HTTPMockTransport(answers: .accepted(#", "ticket": "open sesame""#), .job("ready"))
        let first = queue(transport, codecs: codecs)
        let handle = try await first.enqueue(StartExport(), .durability(NetTaskDurability(codec: "Flipping")))
        // when
        try await first.drain()
        let stored = try #require(try await handle.status().reply)
        let second = await relaunch(first, transport, after: 2, codecs: codecs)
        try await second.drain()
        // then
        #expect((try? KeptStart(bytes: stored)) == nil)
        let kept = try KeptStart(bytes: Flipping().open(stored))
        #expect(try HTTPReply(stored: kept.reply).status == .accepted)
        #expect(transport.requests.last?.values(of: "X-Ticket") == ["open sesame"])
    }

    @Test("whose acceptance was not stored is started again, with the same idempotency key")
    func lostStart() async throws {
        // given
        let store = ground.store
        let transport = HTTPMockTransport { request in
            if request.number == 1 { await store.close() }
            return .accepted()
        }
        let first = queue(transport)
        let id = try await first.enqueue(StartExport()).id
        let nextStore = ground.otherStore()
        // when
        _ = try? await first.drain()
        let second = ground.queue(store: nextStore, handler: handler(transport))
        second.register(StartExport.self)
        try await second.drain()
        // then
        #expect(try await second.runs(of: id).map(\.outcome) == [.lost, .postponed])
        #expect(transport.lines == ["POST /exports", "POST /exports"])
        #expect(Set(transport.requests.flatMap { $0.values(of: "Idempotency-Key") }).count == 1)
    }

    @Test("whose start cannot be read is in the dead letters, and nothing is sent", arguments: [false, true])
    func undecodable(isOneByteOff: Bool) async throws {
        let reply = try #require(HTTPReply(status: .accepted, body: Data(#"{"id": 7}"#.utf8)).stored())
        var bytes = Data("?".utf8)
        if isOneByteOff {
            bytes = try KeptStart(acceptedAt: ground.now, runCount: 0, reply: reply).bytes()
            let place = try #require(bytes.firstRange(of: Data(#""runCount":0"#.utf8)))
            bytes[place.upperBound - 1] ^= 1
        }
        let transport = HTTPMockTransport(answers: .accepted())
        let queue = queue(transport)
        let id = try await queue.enqueue(StartExport()).id
        let claimed = try await ground.store.claim(TaskClaim(limit: 1, kinds: ["Shop.StartExport": 1]), now: ground.now)
        let end = TaskRunEnd.postponed(reason: "", until: .after(.zero), reply: bytes)
        _ = try await ground.store.end([TaskEnd(claimed[0].lease, end)], now: ground.now)
        try await queue.drain()

        #expect(try await queue.task(id)?.deathReason == .undecodable)
        #expect(transport.requests.isEmpty)
    }

    // MARK: What is told

    @Test("is reported as pending with the number of polls, also by a store that had it before")
    func events() async throws {
        // given
        let transport = HTTPMockTransport(answers: .accepted(), .job("new"), .status(.serviceUnavailable), .job("new"))
        let first = queue(transport)
        let handle = try await first.enqueue(StartExport())
        try await first.drain()
        try await drain(first, after: 2)
        // when
        var events = handle.events.makeAsyncIterator()
        let latest = await events.next()
        try await drain(first, after: 2)
        try await drain(first, after: 20)
        let second = await relaunch(first, transport, after: 0)
        var later = second.handle(for: handle.id, of: StartExport.self).events.makeAsyncIterator()
        let again = await later.next()
        // then
        guard case .pending(_, pollCount: 1) = latest, case .pending(_, pollCount: 2) = again else {
            Issue.record("\(String(describing: latest)), \(String(describing: again))")
            return
        }
    }

    @Test("is explained as polling, and its history has the number of polls")
    func explanation() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .job("new"))
        let queue = queue(transport)
        let id = try await queue.enqueue(StartExport()).id
        try await queue.drain()
        try await drain(queue, after: 2)
        queue.resume()

        let explanation = try #require(try await queue.explain(id))
        #expect(explanation.reasons == [.waitingForPoll(ground.now + 2)])
        #expect(explanation.nextRun == ground.now + 2)
        #expect(explanation.lastError == nil)
        #expect(
            try await queue.runs(of: id).map(\.error) == [
                "It is not over yet: its start was accepted", "It is not over yet: poll 1 was answered",
            ]
        )
    }

    @Test("is not a failure for observers of its runs")
    func observed() async throws {
        let transport = HTTPMockTransport(answers: .accepted(), .job("ready"))
        let observer = Observer()
        let queue = DurableHTTPNetTaskQueue(store: ground.store, handler: handler(transport)) {
            ground.configure(&$0)
            $0.observers = [observer]
        }
        queue.suspend()
        try await queue.enqueue(StartExport())
        try await queue.drain()
        try await drain(queue, after: 2)

        #expect(observer.book.entries == ["pending after 2.0 seconds", "ended: waiting", "ended: succeeded"])
    }
}

private struct Quiet: HTTPNetTask, DurableNetTask, Codable {
    typealias Response = Void

    static let storedForm = StoredForm(kind: "Quiet")
    static let keepsReply = false
    static var endpoint: HTTPEndpoint { HTTPEndpoint(settings: NetTaskSettings(name: "Quiet")) }

    var uri: String { "https://shop.test/quiet" }
}

private struct Flipping: DurableCodec {
    func seal(_ bytes: Data) -> Data { Data(bytes.map { ~$0 }) }
    func open(_ sealed: Data) -> Data { seal(sealed) }
}

private struct Observer: NetTaskObserver {
    let book = Book<String>()

    func observe(_ event: NetTaskQueueEvent) {
        switch event.kind {
        case .pending(_, let wait): book.write("pending after \(wait)")
        case .ended(let phase, _, _, _):
            book.write("ended: \(phase)" + (event.error.map { " \($0)" } ?? ""))
        default: break
        }
    }
}
