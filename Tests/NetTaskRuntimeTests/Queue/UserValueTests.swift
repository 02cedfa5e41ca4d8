import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

/// A value of the app that accesses the queue when it is released.
private final class Probe: Sendable {
    let look: @Sendable () -> Void
    let write: @Sendable (String) -> Void

    init(_ queue: NetTaskQueue<some Sendable, String>, _ write: @escaping @Sendable (String) -> Void) {
        self.look = { _ = queue.count }
        self.write = write
    }

    deinit {
        let look = look
        let looked = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            look()
            looked.signal()
        }
        write(looked.wait(timeout: .now() + 5) == .success ? "free" : "locked")
    }
}

private struct ProbeError: Error {
    let probe: Probe
}

/// A task that contains a value of the app.
private struct Carry: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    let probe: Probe
    func pack() throws -> String { "carry" }
    func parse(_ reply: String) throws -> String { reply }
}

/// A request that contains such a value, and is equal to all others.
private struct ProbeRequest: Hashable, Sendable {
    let probe: Probe
    static func == (left: ProbeRequest, right: ProbeRequest) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

private struct Ask: NetTask {
    typealias Request = ProbeRequest
    typealias Reply = String
    typealias Response = String
    let probe: Probe
    func pack() -> ProbeRequest { ProbeRequest(probe: probe) }
    func parse(_ reply: String) -> String { reply }
}

private struct SilentHandler: NetTaskQueueHandler {
    func send(_ request: ProbeRequest, context: NetTaskContext) async throws -> String { "" }
    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}

@Suite("Release of users' values", .timeLimit(.minutes(5)))
struct UserValueTests {
    let diary: Diary
    let write: @Sendable (String) -> Void

    init() {
        (diary, write) = Diary.make()
    }

    @Test("The values of a cancelled task without references are released outside of the lock")
    func taskGoes() async {
        // given
        let text = TextQueue()
        text.queue.suspend()
        text.queue.add(Carry(probe: Probe(text.queue, write)))
        // when
        text.queue.cancelAll()
        // then
        #expect(await diary.entries(1) == ["free"])
    }

    @Test("Requests that identify duplicates are released outside of the lock", arguments: [true, false])
    func requestGoes(isReplaced: Bool) async {
        // given
        let queue = NetTaskQueue<ProbeRequest, String>(duplicates: .cancelOld, handler: SilentHandler())
        queue.suspend()
        queue.add(Ask(probe: Probe(queue, write)))
        // when
        if isReplaced {
            queue.add(Ask(probe: Probe(queue, write)))
        }
        queue.cancelAll()
        // then
        #expect(await diary.entries(isReplaced ? 2 : 1) == (isReplaced ? ["free", "free"] : ["free"]))
    }

    @Test("Values of a task that leaves a shared run are released outside of the lock")
    func followerGoes() async {
        // given
        let text = TextQueue(duplicates: .coalesce)
        text.queue.suspend()
        text.queue.add(Carry(probe: Probe(text.queue, write)), .tag("x"))
        text.queue.add(Carry(probe: Probe(text.queue, write)), .tag("y"))
        // when
        text.queue.cancel(tag: "y")
        // then
        #expect(await diary.entries(1) == ["free"])
        text.queue.cancelAll()
        #expect(await diary.entries(2) == ["free", "free"])
    }

    @Test("A cancelled subscriber is released outside of the lock")
    func subscriberGoes() async {
        // given
        let text = TextQueue()
        text.queue.suspend()
        let handle = text.add("a")
        do {
            let probe = Probe(text.queue, write)
            handle.subscribe(.retrying) { _ in _ = probe }
        }
        // when
        handle.cancel()
        // then
        #expect(await diary.entries(1) == ["free"])
    }

    @Test("The error of an earlier attempt is released outside of the lock")
    func errorGoes() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", .retry(RetryPolicy(maxRetryCount: 1, interval: .seconds(5), when: .all)))
        try await text.handler.next().fail(ProbeError(probe: Probe(text.queue, write)))
        try await text.clock.sleeper(until: .seconds(5))
        // when
        handle.cancel()
        // then
        #expect(await diary.entries(1) == ["free"])
    }

    @Test("The errors of two attempts that time out at once are released outside of the lock")
    func errorsGo() async throws {
        // given
        let text = TextQueue()
        let policy = RetryPolicy(maxRetryCount: 1, interval: .zero, when: .all)
        let handles = ["a", "b"].map { text.queue.add(SayInTime(word: $0), .retry(policy)) }
        for _ in 0..<2 {
            try await text.handler.next().fail(ProbeError(probe: Probe(text.queue, write)))
        }
        for _ in 0..<2 {
            _ = try await text.handler.next()
        }
        // when
        text.clock.move(by: .seconds(30))
        // then
        #expect(await diary.entries(2) == ["free", "free"])
        _ = handles
    }
}
