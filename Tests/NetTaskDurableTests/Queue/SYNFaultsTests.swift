import Foundation
@testable import NetTaskDurable
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("The faults of SYNQueue are gone", .timeLimit(.minutes(5)))
struct SYNFaultsTests {
    let ground = Ground()
    let executors = DurableExecutors()

    @Test("B-SYN-1: waits keep fractions of seconds")
    func fractions() {
        var task = StoredTask(
            id: DurableTaskID(rawValue: 1),
            task: NewTask(kind: "k", payload: Data(), idempotencyKey: "k"),
            enqueuedAt: ground.now
        )
        task.runCount = 1
        task.task.durability.interval = .milliseconds(1_250)
        let run = FailedRun(task: task, error: TestError(), disposition: .transient)

        #expect(RunJudge(random: { 0 }).verdict(on: run) == .failed(wait: .milliseconds(1_250), priority: .low))
    }

    @Test("B-SYN-2: a task without remaining runs ends with its own error, not as cancelled")
    func lastError() async throws {
        executors.on(Resize.self) { _, _ in .failure(TestError("the real cause")) }
        let queue = ground.executing(executors)
        let failed = try await queue.enqueue(Resize(path: "a"), .durability(NetTaskDurability(maxRunCount: 1)))
        let cancelled = try await queue.enqueue(Resize(path: "b"), .notBefore(ground.now + 60))
        try await queue.drain()
        #expect(try await failed.cancel() == false)
        #expect(try await cancelled.cancel())

        guard case .failure(.dead(.exhausted, message: "the real cause", _)) = await failed.result,
            case .failure(.cancelled) = await cancelled.result
        else {
            Issue.record("\(await failed.result), \(await cancelled.result)")
            return
        }
    }

    @Test("B-SYN-3: after a relaunch tasks and duplicates are found, and registering twice runs nothing twice")
    func oneRegistry() async throws {
        let first = ground.executing(executors)
        let id = try await first.enqueue(Resize(path: "a"), .unique("a", .rejectNew)).id
        await first.shutdown()

        let runs = Book<String>()
        executors.on(Resize.self) { task, _ in
            runs.write(task.path)
            return .success
        }
        let next = ground.executing(executors)
        next.register(Resize.self)
        next.register(Resize.self)
        #expect(try await next.task(id)?.state == .waiting)
        await #expect {
            try await next.enqueue(Resize(path: "a"), .unique("a", .rejectNew))
        } throws: { error in
            guard case EnqueueError.duplicate(of: id) = error else { return false }
            return true
        }
        try await next.drain()
        #expect(runs.entries == ["a"])
    }

    @Test("B-SYN-4: dependencies survive a relaunch")
    func dependencies() async throws {
        let first = ground.executing(executors)
        let one = try await first.enqueue(Resize(path: "1"), .notBefore(ground.now + 60))
        try await first.enqueue(Resize(path: "2"), .after(one))
        await first.shutdown()

        let runs = Book<String>()
        executors.on(Resize.self) { task, _ in
            runs.write(task.path)
            return .success
        }
        let next = ground.executing(executors)
        next.register(Resize.self)
        try await next.drain()
        #expect(runs.entries == [])
        ground.clock.move(by: .seconds(60))
        try await next.drain()
        #expect(runs.entries == ["1", "2"])
    }

    @Test("B-SYN-5: a queue that is opened before a registration loses no task")
    func registeredLate() async throws {
        let id = try await ground.executing(executors).enqueue(Resize(path: "a")).id

        let queue = ground.executing(DurableExecutors(), startsSuspended: false)
        try await queue.drain()

        #expect(try await queue.task(id)?.state == .waiting)
        let unknown = [TaskCount(kind: "Resize", state: .waiting, count: 1)]
        #expect(try await queue.unregisteredKinds() == unknown)
    }

    @Test("B-SYN-6: a task that is cancelled before its start never starts, and ends once")
    func cancelledBeforeStart() async throws {
        let runs = Book<String>()
        executors.on(Resize.self) { task, _ in
            runs.write(task.path)
            return .success
        }
        let ends = Book<DurableTaskID>()
        let queue = ground.executing(executors, hooks: DurableHooks(didEnd: { ends.write($0.id) }))
        let handle = try await queue.enqueue(Resize(path: "a"))
        try await handle.cancel()
        try await handle.cancel()
        try await queue.drain()

        #expect(runs.entries == [])
        #expect(ends.entries == [handle.id])
    }

    @Test("B-SYN-7: all tasks that many threads enqueue at once are stored")
    func manyThreads() async throws {
        let queue = ground.executing(executors)
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask { try await queue.enqueue(Resize(path: "\(number)")) }
            }
        }

        let paths = try await queue.tasks(TaskQuery(limit: 1000)).map { try Resize(stored: $0.task.payload).path }
        #expect(Set(paths) == Set((0..<200).map(String.init)))
    }

    @Test("B-SYN-8: runs are stored when they start, and a wait takes no slot")
    func waitsTakeNoSlot() async throws {
        executors.on(Resize.self) { task, _ in task.path == "bad" ? .failure(TestError()) : .success }
        let queue = ground.executing(executors, limit: 1)
        let bad = try await queue.enqueue(Resize(path: "bad"))
        let good = try await queue.enqueue(Resize(path: "good"))
        try await queue.drain()

        #expect(try await bad.status().runCount == 1)
        #expect(try await queue.runs(of: bad.id).first?.startedAt == ground.now)
        #expect(try await good.status().state == .succeeded)
    }

    @Test("B-SYN-9: dates are the same after a relaunch")
    func dates() async throws {
        ground.clock.move(by: .milliseconds(123))
        let id = try await ground.executing(executors).enqueue(Resize(path: "a")).id

        let task = try await ground.executing(executors, store: ground.otherStore()).task(id)
        #expect(task?.enqueuedAt == ground.now)
    }

    @Test("B-SYN-10: dropping a task affects no other task, readable or not")
    func dropOne() async throws {
        let queue = ground.executing(executors)
        let one = try await queue.enqueue(Resize(path: "1"))
        let two = try await queue.enqueue(Resize(path: "2"))
        let broken = NewTask(kind: "Resize", payload: Data("?".utf8), idempotencyKey: "k")
        _ = try await ground.store.insert([broken], now: ground.now)
        try await queue.drop([one.id])

        #expect(try await queue.tasks().map(\.task.payload).last == Data("?".utf8))
        #expect(try await queue.tasks().map(\.id).first == two.id)
        guard case .failure(.unknown) = await one.result else {
            Issue.record("a task that was dropped has ended for who waits for it")
            return
        }
    }

    @Test("B-SYN-11: all subscribers to an end are notified, and none replaces another")
    func allAreTold() async throws {
        executors.on(Resize.self) { _, _ in .success }
        let told = Book<String>()
        let queue = ground.executing(executors, hooks: DurableHooks(didEnd: { _ in told.write("hook") }))
        queue.onEnd(of: Resize.self) { end in told.write("first \(end.task?.path ?? "")") }
        queue.onEnd(of: Resize.self) { _ in told.write("second") }
        queue.onEnd(of: Resize.self) { _ in told.write("removed") }.cancel()
        let handle = try await queue.enqueue(Resize(path: "a"))
        try await queue.drain()
        try await handle.value

        #expect(told.entries == ["hook", "first a", "second"])
    }

    @Test("B-SYN-12: a dependent of a failed task is cancelled, unless its policy is to run")
    func dependentOfFailure() async throws {
        let runs = Book<String>()
        executors.on(Resize.self) { task, _ in
            runs.write(task.path)
            return task.path == "bad" ? .abandon(TestError()) : .success
        }
        let queue = ground.executing(executors)
        let ends = Book<String>()
        queue.onEnd(of: Resize.self) { end in
            if case .failure(.cancelled) = end.result { ends.write("cancelled \(end.id)") }
        }
        let bad = try await queue.enqueue(Resize(path: "bad"))
        let strict = try await queue.enqueue(Resize(path: "strict"), .after(bad))
        try await queue.enqueue(Resize(path: "lenient"), .after(bad, onFailure: .run))
        try await queue.drain()

        #expect(runs.entries == ["bad", "lenient"])
        #expect(try await strict.status().state == .cancelled)
        #expect(ends.entries == ["cancelled \(strict.id)"])
        guard case .failure(.cancelled) = await strict.result else {
            Issue.record("\(await strict.result)")
            return
        }
    }
}
