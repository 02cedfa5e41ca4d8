import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

typealias TestQueue = NetTaskQueue<String, String>

/// A retry policy with `count` retries, one second apart.
func retries(_ count: Int, interval: Duration = .seconds(1)) -> NetTaskOption {
    .retry(RetryPolicy(maxRetryCount: count, interval: interval))
}

@Suite("Queue", .timeLimit(.minutes(5)))
struct QueueTests {
    let handler = TextHandler(disposition: TestError.disposition)
    let clock = TestClock()

    private func makeQueue(limit: Int = 0) -> TestQueue {
        TestQueue(limit: limit, handler: handler, clock: clock, random: SeededRandom(seed: 1))
    }

    // MARK: Ends

    @Test("B01: a task that succeeds ends once, with its response")
    func success() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("hello"), .tag("greeting"))
        // when
        try await handler.next().succeed("hello")
        // then
        #expect(try await handle.value == "HELLO")
        #expect(handle.status.phase == .succeeded)
        #expect(handle.status.reply == "hello")
        #expect(handle.tags == ["greeting"])
        #expect(queue.count == 0)
    }

    @Test("B01: a transport that cancels by itself ends its task, as cancelled")
    func transportCancels() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let handle = queue.add(Say("a"), retries(3))
        // when
        try await handler.next().fail(CancellationError())
        // then
        await #expect(throws: NetTaskError<Never>.self) { try await handle.value }
        #expect(handle.status.phase == .cancelled)
        #expect(handler.requests == ["a"])
        #expect(queue.count == 0)
    }

    @Test("B01: a reply after the cancellation has no effect")
    func lateAnswer() async throws {
        // given
        let handler = TextHandler(endsWhenCancelled: false, disposition: TestError.disposition)
        let queue = TestQueue(handler: handler, clock: clock)
        let handle = queue.add(Say("a"))
        let call = try await handler.next()
        var events = handle.events.makeAsyncIterator()
        handle.cancel()
        // when
        call.succeed("late")
        // then
        #expect(call.isCancelled)
        #expect(handle.status.phase == .cancelled)
        #expect(handle.status.reply == nil)
        var ends = 0
        while let event = await events.next() {
            if case .ended = event { ends += 1 }
        }
        #expect(ends == 1)
    }

    @Test("B01: a task that cannot be packed fails without being sent or retried")
    func packFailure() async {
        // given
        let queue = makeQueue()
        // when
        let handle = queue.add(Say(""), .retry(RetryPolicy(maxRetryCount: 3, when: .all)))
        // then
        let error = await #expect(throws: NetTaskError<Never>.self) { try await handle.value }
        guard case .pack(let packError)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(packError.parameter == "word")
        #expect(handler.requests.isEmpty)
        #expect(handle.status.attempt == 1)
    }

    @Test("B27: an error of `parse` is a parse failure")
    func parseFailure() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(Say("a"), retries(3))
        // when
        try await handler.next().succeed("?")
        // then
        do {
            _ = try await handle.value
        } catch .parse(let error) {
            #expect(error.reason == "a question is no answer")
            return
        } catch {}
        Issue.record("no parse failure")
    }

    @Test("A failing clock does not stop the queue: the next change starts due tasks")
    func failingClock() async throws {
        // given
        let clock = TestClock()
        let queue = TestQueue(handler: handler, clock: FailingClock(clock: clock), wallClock: { clock.date })
        let late = queue.add(Say("late"), .notBefore(clock.date.addingTimeInterval(60)))
        clock.move(by: .seconds(60))
        // when
        queue.add(Say("a"))
        // then
        #expect(Set([try await handler.next().request, try await handler.next().request]) == ["late", "a"])
        #expect(late.status.attempt == 1)
        queue.cancelAll()
    }

    // MARK: Slots

    @Test("B02: at most as many tasks as the limit run, and as many as that while there are enough")
    func limit() async throws {
        // given
        let queue = makeQueue(limit: 3)
        let handles = (0..<20).map { queue.add(Say("\($0)")) }
        // when
        for _ in 0..<20 {
            let call = try await handler.next()
            call.succeed(call.request)
        }
        for handle in handles {
            _ = try await handle.value
        }
        // then
        #expect(handler.highestInFlightCount <= 3)
        #expect(queue.count == 0)
    }

    @Test("B02: as many as the limit start at once")
    func fillsTheLimit() async throws {
        // given
        let queue = makeQueue(limit: 2)
        // when
        for number in 0..<5 {
            _ = queue.add(Say("\(number)"))
        }
        _ = (try await handler.next(), try await handler.next())
        // then
        #expect(handler.inFlightCount == 2)
        #expect(queue.count == 5)
        queue.cancelAll()
    }

    @Test("B03: the limit is 0 by default, which starts all at once")
    func unlimited() async throws {
        // given
        let queue = makeQueue()
        #expect(queue.limit == 0)
        // when
        for number in 0..<50 {
            _ = queue.add(Say("\(number)"))
        }
        for _ in 0..<50 {
            _ = try await handler.next()
        }
        // then
        #expect(handler.inFlightCount == 50)
        queue.cancelAll()
    }

    @Test("A limit that is raised takes effect at once")
    func limitRaised() async throws {
        // given
        let queue = makeQueue(limit: 1)
        for word in ["a", "b", "c"] {
            _ = queue.add(Say(word))
        }
        _ = try await handler.next()
        // when
        queue.limit = 3
        // then
        let next = [try await handler.next().request, try await handler.next().request]
        #expect(Set(next) == ["b", "c"])
        queue.cancelAll()
    }

    @Test("B04: a success frees the slot")
    func successFreesSlot() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"))
        _ = queue.add(Say("b"))
        // when
        try await handler.next().succeed()
        // then
        #expect(try await handler.next().request == "b")
        queue.cancelAll()
    }

    @Test("B04: a failure frees the slot")
    func failureFreesSlot() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"))
        _ = queue.add(Say("b"))
        // when
        try await handler.next().fail(TestError.final)
        // then
        #expect(try await handler.next().request == "b")
        queue.cancelAll()
    }

    @Test("B04: a cancellation frees the slot")
    func cancellationFreesSlot() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let first = queue.add(Say("a"))
        _ = queue.add(Say("b"))
        _ = try await handler.next()
        // when
        first.cancel()
        // then
        #expect(try await handler.next().request == "b")
        queue.cancelAll()
    }

    @Test("B04: a retry wait frees the slot")
    func retryWaitFreesSlot() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"), retries(1))
        _ = queue.add(Say("b"))
        // when
        try await handler.next().fail(TestError.transient)
        // then
        #expect(try await handler.next().request == "b")
        queue.cancelAll()
    }

    @Test("B05: with limit 1 tasks start and complete in the order added")
    func order() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let completed = Box<[String]>([])
        let words = (0..<100).map(String.init)
        let handles = words.map { queue.add(Say($0)) }
        let watchers = handles.map { handle in
            Task {
                let word = try await handle.value
                // The next task has not ended when the end of this one is reported.
                completed.update { $0.append(word) }
            }
        }
        // when
        for _ in words {
            let call = try await handler.next()
            call.succeed(call.request)
            try await watchers[Int(call.request)!].value
        }
        // then
        #expect(handler.requests == words)
        #expect(completed.value == words)
    }

    @Test("B05: a task added while another ends does not overtake waiting tasks")
    func addedWhileEnding() async throws {
        // given
        let queue = makeQueue(limit: 1)
        _ = queue.add(Say("a"))
        _ = queue.add(Say("b"))
        let call = try await handler.next()
        // when
        call.succeed()
        _ = queue.add(Say("c"))
        try await handler.next().succeed()
        try await handler.next().succeed()
        // then
        #expect(handler.requests == ["a", "b", "c"])
    }

    @Test("Due retries and new tasks start by due time, then by order of adding")
    func retryOrder() async throws {
        // given
        let queue = makeQueue(limit: 1)
        let first = queue.add(Say("a"), retries(1))
        _ = queue.add(Say("b"))
        try await handler.next().fail(TestError.transient)
        let second = try await handler.next()
        #expect(first.status.phase == .retrying)
        clock.move(by: .milliseconds(500))
        _ = queue.add(Say("before"))
        clock.move(by: .milliseconds(500))
        _ = queue.add(Say("same"))
        clock.move(by: .milliseconds(500))
        _ = queue.add(Say("after"))
        // when
        second.succeed()
        for _ in 0..<4 {
            try await handler.next().succeed()
        }
        // then
        #expect(handler.requests == ["a", "b", "before", "a", "same", "after"])
    }

    // MARK: Suspension

    @Test("B35: while suspended, no task starts and running tasks finish; on resume all due tasks start")
    func suspension() async throws {
        // given
        let queue = makeQueue()
        let running = queue.add(Say("running"))
        let retried = queue.add(Say("retried"), retries(1))
        let calls = [try await handler.next(), try await handler.next()]
        // when
        queue.suspend()
        let waiting = queue.add(Say("waiting"))
        calls.first { $0.request == "running" }?.succeed("done")
        calls.first { $0.request == "retried" }?.fail(TestError.transient)
        #expect(try await running.value == "DONE")
        for await event in retried.events {
            if case .retrying = event { break }
        }
        clock.move(by: .seconds(60))
        // then
        #expect(queue.isSuspended)
        #expect(waiting.status.phase == .waiting)
        #expect(retried.status.phase == .retrying)
        #expect(handler.inFlightCount == 0)
        #expect(queue.count == 2)
        // when
        queue.resume()
        // then
        let words = [try await handler.next().request, try await handler.next().request]
        #expect(Set(words) == ["waiting", "retried"])
        queue.cancelAll()
    }

    // MARK: Release

    @Test("A released queue lets its tasks run to their ends")
    func release() async throws {
        // given
        var queue: TestQueue? = makeQueue(limit: 1)
        let handles = ["a", "b", "c"].compactMap { queue?.add(Say($0), retries(1)) }
        // when
        queue = nil
        try await handler.next().fail(TestError.transient)
        try await handler.next().succeed("b")
        try await handler.next().succeed("c")
        try await clock.advance(to: .seconds(1))
        try await handler.next().succeed("a")
        // then
        for (handle, word) in zip(handles, ["A", "B", "C"]) {
            #expect(try await handle.value == word)
        }
    }

    @Test("A suspended queue that is released ends its waiting tasks as cancelled")
    func releaseWhileSuspended() async {
        // given
        var queue: TestQueue? = makeQueue()
        queue?.suspend()
        let handle = queue?.add(Say("a"))
        // when
        queue = nil
        // then
        guard case .failure(.cancelled(.queueReleased))? = await handle?.result else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test("A queue with nothing to do leaves no timer behind")
    func noTimer() async throws {
        // given
        let queue = makeQueue()
        let handle = queue.add(SayInTime(word: "a"))
        let call = try await handler.next()
        try await clock.sleeper(until: .seconds(30))
        // when
        call.succeed("a")
        _ = try await handle.value
        // then
        while clock.sleeperCount > 0 { await Task.yield() }
        #expect(queue.count == 0)
    }

    @Test("A timeout and a retry wait beyond the range of a clock are safe")
    func endlessTimes() async throws {
        // given
        let queue = TestQueue(handler: handler)
        let patient = queue.add(SayPatiently())
        let retrying = queue.add(
            Say("b"),
            .retry(
                RetryPolicy(
                    maxRetryCount: 9,
                    interval: .seconds(Int64.max),
                    backoff: .exponential,
                    maxInterval: .seconds(Int64.max)
                )
            )
        )
        let first = try await handler.next()
        let second = try await handler.next()
        // when
        for call in [first, second] {
            if call.request == "a" { call.succeed("c") } else { call.fail(TestError.unsent) }
        }
        // then
        #expect(try await patient.value == "c")
        for await event in retrying.events {
            if case .retrying = event { break }
        }
        retrying.cancel()
        #expect(retrying.status.attempt == 1)
    }

    @Test("Task-local values of the caller whose task freed the slot do not reach the task that starts")
    func taskLocals() async throws {
        // given
        let seen = Box<[String]>([])
        let queue = TestQueue(limit: 1, handler: TracingHandler(seen: seen))
        queue.suspend()
        let first = Trace.$name.withValue("first") { queue.add(Say("a")) }
        let second = Trace.$name.withValue("second") { queue.add(Say("b")) }
        // when
        Trace.$name.withValue("resumer") { queue.resume() }
        _ = try await first.value
        _ = try await second.value
        // then
        #expect(seen.value == ["none", "none"])
    }

    @Test("Optional replies and responses are kept unchanged")
    func optional() async throws {
        // given
        let queue = NetTaskQueue<String, String?>(handler: MaybeHandler())
        queue.suspend()
        let handle = queue.add(Maybe())
        if case .some = handle.status.reply { Issue.record("there is no reply yet") }
        // when
        queue.resume()
        let value = try await handle.value
        // then
        guard case .some(.none) = value else { return #expect(Bool(false), "\(String(describing: value))") }
        guard case .some(.none) = handle.status.reply else { return #expect(Bool(false)) }
    }
}

private enum Trace {
    @TaskLocal static var name = "none"
}

/// Records the task-local value in each attempt.
private struct TracingHandler: NetTaskQueueHandler {
    let seen: Box<[String]>

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        seen.update { $0.append(Trace.name) }
        return request
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}

private struct SayPatiently: NetTask {
    typealias Response = String

    static var settings: NetTaskSettings {
        NetTaskSettings(timeout: .seconds(Int64.max), deadline: .seconds(Int64.max))
    }

    func pack() throws -> String { "a" }
    func parse(_ reply: String) throws -> String { reply }
}

/// A task whose types are optional.
private struct Maybe: NetTask {
    typealias Request = String
    typealias Reply = String?
    typealias Response = Int??
    func pack() throws -> String { "" }
    func parse(_ reply: String?) throws -> Int?? { reply == nil ? .some(.none) : .none }
}

private struct MaybeHandler: NetTaskQueueHandler {
    func send(_ request: String, context: NetTaskContext) async throws -> String? { nil }
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}

/// A clock that returns the time but cannot sleep.
private struct FailingClock: Clock {
    let clock: TestClock
    var now: TestClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        throw TestError.final
    }
}
