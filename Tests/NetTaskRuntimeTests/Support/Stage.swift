import Foundation
import NetTaskRuntime
import NetTaskTesting

/// The ways in which a task can leave a queue.
enum TaskEnding: CaseIterable {
    case success, retriedSuccess, failure, unpackable, unreadable, timeout, deadline, expiry
    case cancelledInLine, cancelledRunning, cancelledBetweenAttempts, cancelledByHandler
    case cancelledWithAll, cancelledByTag, cancelledByType
    case dependency, group, rejected, replaced, shared, leftByAll, leftByOne, shutdown
}

/// A queue that reports the deallocation of its handler and of its only task.
struct Stage: Sendable {
    let queue: TestQueue
    private let clock = TestClock()
    private let isWatched: Bool
    private let write: @Sendable (String) -> Void

    init(isWatched: Bool, observers: [any NetTaskObserver] = [], _ write: @escaping @Sendable (String) -> Void) {
        let clock = self.clock
        self.isWatched = isWatched
        self.write = write
        queue = TestQueue(
            handler: ForgetfulHandler(Witness("handler", write)),
            observers: observers + (isWatched ? [ClosureObserver { _ in }] : []),
            clock: clock,
            wallClock: { clock.date }
        )
    }

    /// Uses the queue and then reports its deallocation, like an object of the app.
    private func witness(_ name: String) -> Witness {
        Witness { [weak queue, write] in
            _ = queue?.count
            write(name)
        }
    }

    private func task(_ word: String) -> WitnessedTask {
        WitnessedTask(word: word, witness: witness("task"))
    }

    private func watch(_ handle: NetTaskHandle<WitnessedTask>) {
        guard isWatched else { return }
        let witness = witness("subscriber")
        for moment in NetTaskMoment.allCases {
            handle.subscribe(moment) { _ in withExtendedLifetime(witness) {} }
        }
        Task { for await _ in handle.events {} }
        Task { for await _ in handle.progress {} }
    }

    @discardableResult
    func add(_ word: String, _ option: NetTaskOption = .priority(.normal)) -> NetTaskHandle<WitnessedTask> {
        let handle = queue.add(task(word), option)
        watch(handle)
        return handle
    }

    /// Ends the task in this way. It is not retained afterward.
    func see(_ ending: TaskEnding) async throws {
        let later = NetTaskOption.notBefore(clock.date + 1_000)
        switch ending {
        case .success: _ = await add("succeeds").result
        case .retriedSuccess: _ = await add("fails at first", retries(1, interval: .zero)).result
        case .failure: _ = await add("fails").result
        case .unpackable: _ = await add("unpackable").result
        case .unreadable: _ = await add("unreadable").result
        case .timeout:
            let handle = add("lasts")
            try await clock.advance(to: .seconds(30))
            _ = await handle.result
        case .deadline:
            let handle = add("lasts", retries(9, interval: .seconds(5)))
            for seconds in [30, 35, 60] { try await clock.advance(to: .seconds(seconds)) }
            _ = await handle.result
        case .expiry:
            queue.suspend()
            let handle = add("waits", .expires(clock.date + 10))
            try await clock.advance(to: .seconds(10))
            _ = await handle.result
        case .cancelledInLine: add("waits", later).cancel()
        case .cancelledRunning: add("lasts").cancel()
        case .cancelledBetweenAttempts:
            let handle = add("fails at first", retries(1))
            try await clock.sleeper(until: .seconds(1))
            handle.cancel()
        case .cancelledByHandler: _ = await add("cancels").result
        case .cancelledWithAll:
            add("waits", later)
            queue.cancelAll()
        case .cancelledByTag:
            queue.suspend()
            add("waits", .tag("t"))
            queue.cancel(tag: "t")
        case .cancelledByType:
            add("waits", later)
            queue.cancel(WitnessedTask.self)
        case .dependency:
            let first = queue.add(Say("lasts"))
            add("waits", .after(first))
            first.cancel()
        case .group:
            let group = queue.add(NetTaskGroup<String, String>(.concurrent, [Say("lasts"), task("lasts")]))
            group.handles(of: WitnessedTask.self).forEach(watch)
            group.handles(of: Say.self).forEach { $0.cancel() }
        case .rejected:
            let first = queue.add(WitnessedTask(word: "lasts"), .duplicates(.rejectNew, of: "x"))
            add("waits", .duplicates(.rejectNew, of: "x"))
            first.cancel()
        case .replaced:
            add("lasts", .duplicates(.cancelOld, of: "x"))
            queue.add(WitnessedTask(word: "lasts"), .duplicates(.cancelOld, of: "x")).cancel()
        case .shared:
            queue.suspend()
            add("succeeds", .duplicates(.coalesce, of: "x"))
            let second = queue.add(WitnessedTask(word: "succeeds"), .duplicates(.coalesce, of: "x"))
            queue.resume()
            _ = await second.result
        case .leftByAll:
            let first = add("lasts", .duplicates(.coalesce, of: "x"))
            let second = queue.add(WitnessedTask(word: "lasts"), .duplicates(.coalesce, of: "x"))
            first.cancel()
            second.cancel()
        case .leftByOne:
            let first = queue.add(WitnessedTask(word: "lasts"), .duplicates(.coalesce, of: "x"))
            watch(queue.add(task("lasts"), .duplicates(.coalesce, of: "x"), .tag("t")))
            queue.cancel(tag: "t")
            first.cancel()
        case .shutdown:
            add("lasts")
            await queue.shutdown(grace: .zero)
        }
    }
}
