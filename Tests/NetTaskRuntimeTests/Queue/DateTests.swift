import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Dates", .timeLimit(.minutes(5)))
struct DateTests {
    @Test("A task does not start before its date, takes no slot until then, and starts at it")
    func notBefore() async throws {
        // given
        let text = TextQueue(limit: 1)
        let handle = text.add("later", .notBefore(text.date(in: 60)))
        text.add("now")
        // then
        #expect(try await text.answer(1) == ["now"])
        #expect(handle.status.phase == .waiting)
        // when
        try await text.clock.advance(to: .seconds(60))
        // then
        #expect(try await text.answer(1) == ["later"])
    }

    @Test("A date that has passed, or that no clock can reach, does not trap", arguments: [-1e300, -5, .nan])
    func odd(seconds: Double) async throws {
        // given
        let text = TextQueue()
        text.add("past", .notBefore(Date(timeIntervalSinceReferenceDate: seconds)))
        let never = text.add("never", .notBefore(.distantFuture), .expires(Date(timeIntervalSinceReferenceDate: 1e300)))
        // then
        #expect(try await text.answer(1) == ["past"])
        #expect(never.status.phase == .waiting)
        never.cancel()
    }

    @Test("Tasks that are due start by date, then by order of adding")
    func order() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.queue.suspend()
        text.add("c", .notBefore(text.date(in: 3)))
        text.add("b", .notBefore(text.date(in: 2)))
        text.add("b too", .notBefore(text.date(in: 2)))
        text.add("a")
        text.clock.move(by: .seconds(5))
        text.add("d")
        // when
        text.queue.resume()
        // then
        #expect(try await text.answer(5) == ["a", "b", "b too", "c", "d"])
    }

    @Test("A task that still waits when it expires fails, and is never sent")
    func expiry() async throws {
        // given
        let text = TextQueue(limit: 1)
        text.add("a")
        let handle = text.add("b", .expires(text.date(in: 10)))
        // when
        try await text.clock.advance(to: .seconds(10))
        // then
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("not expired")
            return
        }
        #expect(error.kind == .expiry)
        #expect(error.description == "Say (not sent): it expired before its first attempt")
        #expect(handle.status.phase == .failed)
        #expect(handle.status.attempt == 0)
        #expect(text.queue.count == 1)
        #expect(text.handler.requests == ["a"])
        text.queue.cancelAll()
    }

    @Test("An attempt that is running at the expiry may end, but no other starts")
    func runningAtExpiry() async throws {
        // given
        let text = TextQueue()
        let good = text.add("a", .expires(text.date(in: 10)))
        let attempt = try await text.handler.next()
        let bad = text.add("b", .expires(text.date(in: 10)), retries(3))
        let badAttempt = try await text.handler.next()
        // when
        text.clock.move(by: .seconds(20))
        attempt.succeed("x")
        badAttempt.fail(TestError.numbered(7))
        // then
        #expect(try await good.value == "X")
        guard case .failure(.other(let error)) = await bad.result else {
            Issue.record("retried")
            return
        }
        #expect(error as? TestError == .numbered(7))
    }

    @Test("A retry at or after the expiry is not made")
    func retryAtExpiry() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", .expires(text.date(in: 10)), retries(1, interval: .seconds(10)))
        // when
        try await text.handler.next().fail(TestError.transient)
        // then
        guard case .failure(.other) = await handle.result else {
            Issue.record("waited")
            return
        }
    }

    // SwiftQueue: testDeadlineWhenSchedule.
    @Test("A task that has expired when it is added fails at once, and is never sent")
    func expiredBefore() async throws {
        // given
        let text = TextQueue()
        // when
        let handle = text.add("a", .expires(text.date(in: -1)))
        // then
        guard case .failure(.timeout(let error))? = handle.status.result else {
            Issue.record("accepted")
            return
        }
        #expect(error.kind == .expiry)
        #expect(handle.status.attempt == 0)
        #expect(text.queue.count == 0)
        #expect(text.handler.requests.isEmpty)
    }

    // SwiftQueue: testDeadlineAfterSchedule.
    @Test("A task that expires before its date fails at the expiry")
    func expiryBeforeDate() async throws {
        // given
        let text = TextQueue()
        let handle = text.add("a", .notBefore(text.date(in: 60)), .expires(text.date(in: 10)))
        // when
        try await text.clock.advance(to: .seconds(10))
        // then
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("not expired")
            return
        }
        #expect(error.kind == .expiry)
        #expect(text.queue.count == 0)
        #expect(text.handler.requests.isEmpty)
    }

    // SwiftQueue: B-SQ-1, a deadline that does not end a waiting job.
    @Test("A task whose retry waits for a slot at the expiry fails, without another attempt")
    func retryInLineAtExpiry() async throws {
        // given
        let text = TextQueue(limit: 1)
        let handle = text.add("a", .expires(text.date(in: 10)), retries(1, interval: .seconds(1)))
        text.add("b")
        try await text.handler.next().fail(TestError.transient)
        let other = try await text.handler.next()
        // when
        try await text.clock.advance(to: .seconds(10))
        // then
        guard case .failure(.timeout(let error)) = await handle.result else {
            Issue.record("not expired")
            return
        }
        #expect(error.kind == .expiry)
        #expect(handle.status.attempt == 1)
        other.succeed()
    }
}
