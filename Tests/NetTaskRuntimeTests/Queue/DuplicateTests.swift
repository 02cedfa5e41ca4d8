@testable import NetTaskCore
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Duplicates", .timeLimit(.minutes(5)))
struct DuplicateTests {
    @Test("By default equal tasks all run")
    func allow() async throws {
        let text = TextQueue()
        text.add("a")
        text.add("a")
        #expect(try await text.answer(2) == ["a", "a"])
    }

    @Test("With rejectNew the new one ends at once as a duplicate; after the end of the old one, it runs")
    func rejectNew() async throws {
        // given
        let text = TextQueue(duplicates: .rejectNew)
        let old = text.add("a")
        // when
        let new = text.add("a")
        let other = text.add("b")
        // then
        #expect(new.cancellationReason == .duplicate(of: old.id))
        #expect(old.status.phase == .running)
        #expect(other.status.phase == .running)
        #expect(text.queue.count == 2)
        // when
        try await text.answer(2)
        _ = await old.result
        let later = text.add("a")
        // then
        #expect(later.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("With cancelOld the old one is cancelled, even while it runs, and the new one takes its place")
    func cancelOld() async throws {
        // given
        let text = TextQueue(limit: 1, duplicates: .cancelOld)
        let old = text.add("a")
        let attempt = try await text.handler.next()
        // when
        let new = text.add("a")
        // then
        #expect(old.cancellationReason == .replaced(by: new.id))
        let next = try await text.handler.next()
        #expect(attempt.isCancelled)
        next.succeed("x")
        #expect(try await new.value == "X")
    }

    @Test("A task that depends on the task that it replaces does not run, because that one has not succeeded")
    func replacedDependency() async throws {
        // given
        let text = TextQueue(duplicates: .cancelOld)
        let old = text.add("a")
        // when
        let new = text.add("a", .after(old))
        // then
        #expect(old.cancellationReason == .replaced(by: new.id))
        #expect(new.cancellationReason == .dependency(old.id))
        #expect(text.queue.count == 0)
    }

    @Test("A rejected task replaces no other")
    func refusedReplacement() async throws {
        // given
        let text = TextQueue(duplicates: .cancelOld)
        let old = text.add("a")
        let failed = text.add("b", .notBefore(text.date(in: 9)))
        failed.cancel()
        // when
        let new = text.add("a", .after(failed))
        // then
        #expect(new.cancellationReason == .dependency(failed.id))
        #expect(old.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("With coalesce there is one run, and all callers get its end and its events")
    func coalesce() async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        let handles = [text.add("a", .tag("1")), text.add("a", .tag("2")), text.add("a")]
        // then
        let attempt = try await text.handler.next()
        #expect(text.queue.count == 1)
        #expect(Set(handles.map(\.id)).count == 1)
        #expect(handles.map(\.status.phase) == [.running, .running, .running])
        #expect(handles.map(\.tags) == [["1"], ["2"], []])
        var events = handles[1].events.makeAsyncIterator()
        guard case .started(1)? = await events.next() else { return #expect(Bool(false)) }
        // when
        attempt.succeed("x")
        // then
        for handle in handles {
            #expect(try await handle.value == "X")
            #expect(handle.status.attempt == 1)
        }
        guard case .ended(.success("X"))? = await events.next() else { return #expect(Bool(false)) }
        #expect(await events.next() == nil)
        #expect(text.handler.requests == ["a"])
    }

    @Test("All tasks of a shared run report its progress")
    func progress() async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        let handles = [text.add("a"), text.add("a")]
        let attempt = try await text.handler.next()
        var streams = handles.map { $0.progress.makeAsyncIterator() }
        // when
        attempt.context.reportProgress(NetTaskProgress(.sending, completed: 1))
        attempt.succeed()
        // then
        for index in streams.indices {
            #expect(await streams[index].next()?.completed == 1)
        }
    }

    @Test(
        "Cancelling a task of a shared run keeps the run for the others; cancelling the last one cancels the run",
        arguments: [true, false]
    )
    func cancelShared(firstLeavesFirst: Bool) async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        var handles = [text.add("a"), text.add("a")]
        if !firstLeavesFirst { handles.reverse() }
        let attempt = try await text.handler.next()
        // when
        handles[0].cancel()
        // then
        #expect(handles[0].cancellationReason == .handle)
        #expect(handles[1].status.phase == .running)
        #expect(!attempt.isCancelled)
        #expect(text.queue.count == 1)
        // when
        handles[1].cancel()
        // then
        #expect(handles[1].cancellationReason == .handle)
        #expect(text.queue.count == 0)
        _ = await handles[1].result
    }

    @Test("Cancelling by tag affects only the tasks of a shared run with that tag")
    func cancelSharedByTag() async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        let first = text.add("a", .tag("screen 1"))
        let second = text.add("a", .tag("screen 2"))
        // when
        text.queue.cancel(tag: "screen 1")
        // then
        #expect(first.cancellationReason == .tag("screen 1"))
        #expect(second.status.phase == .running)
        try await text.answer(1)
        #expect(try await second.value == "")
    }

    @Test("A cancelled caller of `run` keeps a shared run for the others")
    func cancelledCaller() async throws {
        // given
        let text = TextQueue(duplicates: .coalesce)
        let other = text.add("a")
        let attempt = try await text.handler.next()
        let caller = Task { try await text.queue.run(Say("a")) }
        // when
        caller.cancel()
        await #expect(throws: NetTaskError<Never>.self) { try await caller.value }
        attempt.succeed("x")
        // then
        #expect(try await other.value == "X")
    }

    @Test("A waiting shared run has the highest priority of its tasks")
    func priority() async throws {
        // given
        let text = TextQueue(limit: 1, duplicates: .coalesce)
        text.queue.suspend()
        text.add("a")
        text.add("b", .priority(.low))
        // when
        text.add("b", .priority(.high))
        text.add("b", .priority(.veryLow))
        text.queue.resume()
        // then
        #expect(try await text.answer(2) == ["b", "a"])
    }

    @Test("Tasks are compared by their identity if they have one, and only within their type")
    func identity() async throws {
        // given
        let text = TextQueue(limit: 1)
        let first = text.add("a", .duplicates(.coalesce, of: "feed"))
        // when
        let same = text.add("b", .duplicates(.coalesce, of: "feed"))
        let other = text.add("a", .duplicates(.coalesce, of: "news"))
        let plain = text.add("a")
        let otherType = text.queue.add(SayInTime(word: "a"), .duplicates(.coalesce, of: "feed"))
        // then
        #expect(same.id == first.id)
        #expect(Set([first.id, other.id, plain.id, otherType.id]).count == 4)
        #expect(text.queue.count == 4)
        text.queue.cancelAll()
    }

    @Test("A task that cannot be packed equals no other, and fails")
    func unpackable() async {
        // given
        let text = TextQueue(duplicates: .rejectNew)
        // when
        let handles = [text.add(""), text.add("")]
        // then
        for handle in handles {
            guard case .failure(.pack) = await handle.result else { return #expect(Bool(false)) }
        }
    }

    @Test("A task of a shared run that has ended does not end again")
    func endedTwice() {
        let text = TextQueue(duplicates: .coalesce)
        // given
        text.queue.suspend()
        let group = text.queue.add(NetTaskGroup(.concurrent, [Say("x"), Say("a")]))
        text.add("a")
        // when: the group is told of "x" before "a", and then cancels both
        text.queue.cancelAll()
        // then
        #expect(group.handles(of: Say.self).map(\.cancellationReason) == [.queue, .queue])
    }

    @Test("A task that leaves a shared run keeps its number of attempts, and no longer affects the run")
    func seat() async throws {
        let text = TextQueue(duplicates: .coalesce)
        let (first, second) = (text.add("a"), text.add("a"))
        _ = try await text.handler.next()
        // when
        first.cancel()
        first.setPriority(.veryLow)
        // then
        #expect(first.status.attempt == 1)
        #expect(text.queue.tasks.map(\.priority) == [.normal])
        // when
        text.queue.suspend()
        let (third, fourth) = (text.add("b"), text.add("b"))
        third.cancel()
        // then
        #expect(throws: NetTaskDependencyError.self) { try third.depend(on: second) }
        text.queue.resume()
        #expect(fourth.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("A dependent of a task that left a shared run is cancelled with it")
    func dependsOnSeat() async throws {
        let text = TextQueue(duplicates: .coalesce)
        let (first, second) = (text.add("a"), text.add("a"))
        // when
        first.cancel()
        let after = text.add("b", .after(first))
        // then
        #expect(after.cancellationReason == .dependency(first.id))
        #expect(second.status.phase == .running)
        text.queue.cancelAll()
    }

    @Test("A queue that is shut down rejects duplicates, too", arguments: DuplicatePolicy.allCases)
    func shutDownDuplicates(policy: DuplicatePolicy) async throws {
        let text = TextQueue(duplicates: policy)
        let running = text.add("a")
        let attempt = try await text.handler.next()
        let waiting = text.add("b", .notBefore(text.date(in: 99)))
        let end = Task { await text.queue.shutdown(grace: .seconds(10)) }
        _ = await waiting.result
        // when
        let late = text.add("a")
        // then
        #expect(late.cancellationReason == .queueShutDown)
        #expect(running.status.phase == .running)
        attempt.succeed()
        await end.value
    }

    @Test("B31: subscribers of a shared run are called before the delegates")
    func sharedOrder() async throws {
        let (diary, write) = Diary.make()
        let text = TextQueue(duplicates: .coalesce)
        let ear = Ear(write)
        text.queue.addDelegate(ear)
        let handle = text.add("a")
        let slow = Subscriber<TaskState>(.finished) { _ in
            for _ in 0..<10_000 { _ = handle.status }
            write("subscriber")
        }
        _ = handle.record.subscribe(slow)
        try await text.answer(1)
        #expect(await diary.entries(2) == ["subscriber", "delegate"])
    }
}

private final class Ear: NetTaskDelegate {
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        write("delegate")
    }
}
