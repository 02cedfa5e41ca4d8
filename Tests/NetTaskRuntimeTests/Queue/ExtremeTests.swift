import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

/// A task with settings that no task can meet.
private struct Hasty: NetTask {
    typealias Request = String
    typealias Reply = String
    typealias Response = String
    static var settings: NetTaskSettings { NetTaskSettings(timeout: .seconds(-1), deadline: .seconds(Int64.max)) }
    func pack() -> String { "hasty" }
    func parse(_ reply: String) -> String { reply }
}

@Suite("Extreme values", .timeLimit(.minutes(5)))
struct ExtremeTests {
    @Test("Limits of any size do not trap")
    func limits() async throws {
        // given
        let text = TextQueue(limit: .max, limitPerKey: .min)
        // when
        text.queue.limit = .min
        text.queue.limitPerKey = .max
        // then
        text.add("a", .key(""), .notBefore(.distantPast))
        #expect(try await text.answer(1) == ["a"])
    }

    @Test("A task that expires before it may start, or has expired, fails at once")
    func expired() async {
        let text = TextQueue()
        let handle = text.add("a", .expires(.distantPast), .notBefore(.distantFuture))
        guard case .failure(.timeout) = await handle.result else { return #expect(Bool(false)) }
        #expect(text.queue.count == 0)
    }

    @Test("The longest possible wait, and grace times of any length, end with the queue")
    func longestWait() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", retries(.max, interval: .seconds(Int64.max)))
        try await text.handler.next().fail(TestError.transient)
        // when
        await text.queue.shutdown(grace: .seconds(Int64.min))
        await text.queue.shutdown(grace: .seconds(Int64.max))
        // then
        #expect(text.queue.count == 0)
        #expect(handle.status.isEnded)
    }

    @Test("A timeout of zero ends the attempt")
    func negativeTimeout() async {
        // given
        let text = TextQueue(limit: 1)
        // when
        let handle = text.queue.add(Hasty())
        // then
        guard case .failure(.timeout(let error)) = await handle.result else { return #expect(Bool(false)) }
        #expect(error.kind == .attempt)
        await text.queue.drain()
    }
}
