@testable import NetTaskCore
import NetTaskRuntime
import NetTaskTesting
import Testing

/// Whether code runs in the call of a test, and not in a Swift task that was created meanwhile.
private enum Caller {
    @TaskLocal static var isTest = false
}

/// Fails with the error that its word names, and does not permit a retry.
private struct MiserlyHandler: NetTaskQueueHandler {
    func send(_ request: String, context: NetTaskContext) async throws -> String { throw TestError.transient }
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .transient }
    func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool { false }
}

@Suite("Observers of a queue", .timeLimit(.minutes(5)))
struct ObserverTests {
    private let events = Box<[NetTaskQueueEvent]>([])

    private var kinds: [NetTaskQueueEvent.Kind] { events.value.map(\.kind) }

    /// Waits until this number of events has been reported.
    private func told(_ count: Int) async {
        while events.value.count < count { await Task.yield() }
    }

    private func makeQueue(limit: Int = 0, duplicates: DuplicatePolicy = .allow) -> TextQueue {
        TextQueue(limit: limit, duplicates: duplicates, observers: [ClosureObserver(events)])
    }

    @Test("They are notified when a task is added, started and ended, with the task and the durations")
    func success() async throws {
        // given
        let text = makeQueue(limit: 1)
        let first = text.add("a")
        let second = text.add("b", .tag("t"))
        text.clock.move(by: .seconds(3))
        // when
        try await text.handler.next().succeed()
        _ = await first.result
        text.clock.move(by: .seconds(2))
        try await text.handler.next().succeed()
        _ = await second.result
        // then
        let ofSecond = events.value.filter { $0.id == second.id }
        #expect(
            ofSecond.map(\.kind) == [
                .accepted, .started(attempt: 1, waited: .seconds(3)),
                .ended(.succeeded, attempts: 1, duration: .seconds(5), runDuration: .seconds(2)),
            ]
        )
        #expect(ofSecond.allSatisfy { ($0.task as? Say)?.word == "b" && $0.tags == ["t"] && $0.name == "Say" })
        #expect(ofSecond.allSatisfy { $0.error == nil })
    }

    @Test("They are notified of all tasks in the order of events, with the number of tasks")
    func order() async throws {
        // given
        let text = makeQueue(limit: 1)
        // when
        let first = text.add("a")
        let second = text.add("b")
        second.cancel()
        first.cancel()
        await text.queue.drain()
        // then
        #expect(events.value.map { "\($0.id) \($0.taskCount)" } == ["#1 1", "#1 1", "#2 2", "#2 1", "#1 0"])
        #expect(events.value.compactMap { $0.error as? CancellationReason } == [.handle, .handle])
    }

    @Test(
        "They are notified of each retry with its number, delay, reason and error; the delay does not count as waiting"
    )
    func retry() async throws {
        // given
        let text = makeQueue(limit: 1)
        let handle = text.add("a", retries(1, interval: .seconds(2)))
        // when
        try await text.handler.next().fail(TestError.transient)
        try await text.clock.advance(to: .seconds(2))
        try await text.handler.next().fail(TestError.final)
        _ = await handle.result
        // then
        #expect(
            kinds == [
                .accepted, .started(attempt: 1, waited: .zero),
                .retrying(retry: 1, after: .seconds(2), reason: .transient), .started(attempt: 2, waited: .zero),
                .ended(.failed, attempts: 2, duration: .seconds(2), runDuration: .seconds(2)),
            ]
        )
        #expect(events.value.map { $0.error as? TestError } == [nil, nil, .transient, nil, .final])
    }

    @Test("The time until a task's date does not count as waiting, and the time after it does")
    func date() async {
        // given
        let text = makeQueue()
        text.add("a", .notBefore(text.date(in: 10)))
        // when
        text.queue.suspend()
        text.clock.move(by: .seconds(14))
        text.queue.resume()
        await told(2)
        // then
        #expect(kinds == [.accepted, .started(attempt: 1, waited: .seconds(4))])
    }

    @Test("They are notified if the handler does not permit a retry, with its reason")
    func refusedRetry() async {
        // given
        let queue = TestQueue(handler: MiserlyHandler(), observers: [ClosureObserver(events)], clock: TestClock())
        // when
        _ = await queue.add(Say("a"), retries(1)).result
        // then
        #expect(
            kinds.dropFirst(2) == [
                .retryRefused(reason: .transient),
                .ended(.failed, attempts: 1, duration: .zero, runDuration: .zero),
            ]
        )
        #expect(events.value.dropFirst(2).allSatisfy { $0.error as? TestError == .transient })
    }

    @Test("For a rejected task they are notified only of the end")
    func refusedTask() async {
        // given
        let text = makeQueue(duplicates: .rejectNew)
        let first = text.add("a")
        // when
        let second = text.add("a")
        await text.queue.shutdown(grace: .zero)
        let third = text.add("b")
        _ = await third.result
        // then
        for id in [second.id, third.id] {
            #expect(
                events.value.filter { $0.id == id }.map(\.kind) == [
                    .ended(.cancelled, attempts: 0, duration: .zero, runDuration: nil)
                ]
            )
        }
        #expect(events.value.filter { $0.id == first.id }.count == 3)
    }

    @Test("Tasks that share a run are reported once")
    func sharedRun() async throws {
        // given
        let text = makeQueue(duplicates: .coalesce)
        let handles = [text.add("a"), text.add("a"), text.add("a")]
        handles[0].cancel()
        // when
        try await text.answer(1)
        _ = await handles[2].result
        // then
        #expect(kinds.count == 3)
        #expect(events.value.allSatisfy { $0.id == handles[1].id })
    }

    @Test(
        "With any end, each task is reported once as added first and once as ended last",
        arguments: TaskEnding.allCases
    )
    func endings(ending: TaskEnding) async throws {
        // given
        let stage = Stage(isWatched: false, observers: [ClosureObserver(events)]) { _ in }
        // when
        try await stage.see(ending)
        await stage.queue.drain()
        // then
        let ended = events.value.filter { if case .ended = $0.kind { true } else { false } }
        #expect(Set(ended.map(\.id)) == Set(events.value.map(\.id)))
        #expect(ended.count == Set(ended.map(\.id)).count)
        for id in ended.map(\.id) {
            let kinds = events.value.filter { $0.id == id }.map(\.kind)
            #expect(kinds.first == .accepted || kinds.count == 1)
            #expect(kinds.last.map { if case .ended = $0 { true } else { false } } == true)
        }
    }

    @Test("A caller that awaits a task resumes after its end was observed")
    func endIsObservedFirst() async throws {
        // given
        let text = makeQueue()
        let handle = text.add("a")
        let countAtEnd = Box(0)
        handle.record.whenEnded { [events] _ in countAtEnd.value = events.value.count }
        // when
        try await text.answer(1)
        _ = await handle.result
        // then
        #expect(countAtEnd.value == 3)
    }

    @Test("Several are notified one after the other, in their order")
    func severalObservers() async {
        // given
        let words = Box<[String]>([])
        let observers = ["x", "y"].map { name in ClosureObserver { words.value.append("\(name) \($0.kind)") } }
        let text = TextQueue(observers: observers)
        text.queue.suspend()
        // when
        text.add("a").cancel()
        await text.queue.drain()
        // then
        #expect(words.value.map { $0.prefix(3) } == ["x a", "y a", "x e", "y e"])
    }

    @Test("They may use the queue; the resulting events are reported afterwards")
    func observerUsesQueue() async {
        // given
        let queue = Box<TestQueue?>(nil)
        let words = Box<[String]>([])
        let observer = ClosureObserver { event in
            guard let queue = queue.value, let word = (event.task as? Say)?.word else { return }
            if event.kind == .accepted, word.count < 3 {
                queue.add(Say(word + "a"))
                queue.cancel(id: event.id)
            }
            words.value.append("\(word) \(event.taskCount)")
        }
        queue.value = TextQueue(observers: [observer]).queue
        queue.value?.suspend()
        // when
        queue.value?.add(Say("a"))
        while words.value.count < 5 { await Task.yield() }
        // then
        #expect(words.value == ["a 1", "aa 2", "a 1", "aaa 2", "aa 1"])
        queue.value?.cancelAll()
        queue.value = nil
    }

    @Test("The limits of a task are read while the observer may use the queue")
    func timeoutIsUserCode() async throws {
        // given
        let text = makeQueue()
        AskingTask.queue.value = text.queue
        defer { AskingTask.queue.value = nil }
        let handle = text.queue.add(AskingTask())
        _ = try await text.handler.next()
        // when
        try await text.clock.advance(to: .seconds(1))
        _ = await handle.result
        // then
        #expect((events.value.last?.error as? NetTaskTimeoutError)?.limit == .seconds(1))
    }

    @Test("An observer is never called on the thread that causes an event, such as one that adds or cancels a task")
    func ownThread() async {
        // given
        let callers = Box<[Bool]>([])
        let lock = Box(())
        let text = TextQueue(
            observers: [
                ClosureObserver { _ in
                    lock.update { _ in }
                    callers.value.append(Caller.isTest)
                }
            ]
        )
        text.queue.suspend()
        // when
        Caller.$isTest.withValue(true) {
            lock.update { _ in
                let handles = (1...300).map { text.add("\($0)") }
                handles.forEach { $0.cancel() }
            }
        }
        await text.queue.drain()
        // then
        #expect(callers.value == Array(repeating: false, count: 600))
    }

    @Test("A caller that awaits a task or the queue after the end resumes after the end was observed, too")
    func endIsObservedForLateWaiters() async {
        // given
        let text = makeQueue()
        text.queue.suspend()
        // when
        for number in 1...200 {
            let handle = text.add("a")
            handle.cancel()
            if number.isMultiple(of: 2) { _ = await handle.result } else { await text.queue.drain() }
            // then
            #expect(events.value.count == 2 * number)
        }
    }
}

/// Accesses its queue when it is asked for its limit.
private struct AskingTask: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    static let queue = Box<TestQueue?>(nil)

    static var settings: NetTaskSettings {
        _ = queue.value?.count
        return NetTaskSettings(timeout: .seconds(1))
    }

    func pack() throws -> String { "a" }
    func parse(_ reply: String) throws -> String { reply }
}
