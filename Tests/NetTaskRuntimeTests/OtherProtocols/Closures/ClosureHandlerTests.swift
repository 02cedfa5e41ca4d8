import NetTaskCore
import NetTaskTesting
import Testing

private struct SendMail: Job {
    var address: String
    var text: String
}

private struct CleanUp: Job {}

@Suite("A queue of closures", .timeLimit(.minutes(5)))
struct ClosureHandlerTests {
    private let handler = ClosureHandler()
    private let clock = TestClock()
    private let attempts = Box<[Int]>([])
    private let mail = SendMail(address: "a@b.test", text: "hello")

    private var queue: NetTaskQueue<Void, Void> { NetTaskQueue(handler: handler, clock: clock) }

    /// Ends the attempts of mails with this outcome, and records their numbers.
    private func onMail(_ outcome: @escaping @Sendable (_ attempt: Int) -> Outcome) {
        handler.on(SendMail.self) { [attempts] _, context in
            attempts.update { $0.append(context.attempt) }
            return outcome(context.attempt)
        }
    }

    @Test("A task is in the queue until its closure has run")
    func execution() async throws {
        // given
        let added = Signal()
        handler.on(SendMail.self) { _, _ in
            await added.wait()
            return .success
        }
        let queue = queue
        // when
        let handle = queue.add(mail)
        // then
        #expect(queue.count == 1)
        #expect(!handle.status.isEnded)
        // when
        added.report()
        try await handle.value
        // then
        #expect(queue.count == 0)
        #expect(handle.status.phase == .succeeded)
    }

    @Test("The closure gets the task with its data and its options")
    func data() async throws {
        // given
        let seen = Box<[String]>([])
        handler.on(SendMail.self) { mail, context in
            seen.update { $0 += [mail.address, mail.text, context.name] + context.tags }
            return .success
        }
        // when
        try await queue.add(mail, .tag("urgent")).value
        // then
        #expect(seen.value == ["a@b.test", "hello", "SendMail", "urgent"])
    }

    @Test("Each type of task has a closure of its own")
    func types() async throws {
        // given
        let cleaned = Box(0)
        onMail { _ in .success }
        handler.on(CleanUp.self) { _, _ in
            cleaned.update { $0 += 1 }
            return .success
        }
        // when
        try await queue.run(mail)
        try await queue.run(CleanUp())
        try await queue.run(CleanUp())
        // then
        #expect(attempts.value == [1])
        #expect(cleaned.value == 2)
    }

    @Test("B07: a failure is retried until it succeeds")
    func retried() async throws {
        // given
        onMail { $0 < 3 ? .failure("not yet") : .success }
        // when
        let handle = queue.add(mail, retries(3, interval: .zero))
        // then
        try await handle.value
        #expect(attempts.value == [1, 2, 3])
        #expect(handle.status.retryCount == 2)
        #expect(clock.now.offset == .zero)
    }

    @Test("B10: with backoff the waits between attempts increase")
    func backoff() async throws {
        // given
        let moments = Box<[Duration]>([])
        handler.on(SendMail.self) { [clock] _, context in
            moments.update { $0.append(clock.now.offset) }
            return context.attempt < 4 ? .failure("not yet") : .success
        }
        let policy = RetryPolicy(maxRetryCount: 3, interval: .seconds(3), backoff: .exponential, jitter: false)
        // when
        let handle = queue.add(mail, .retry(policy))
        for seconds in [3, 6, 12] {
            try await clock.advance(by: .seconds(seconds))
        }
        // then
        try await handle.value
        #expect(moments.value == [.seconds(0), .seconds(3), .seconds(9), .seconds(21)])
    }

    @Test("B38: an abandoned task is not retried, regardless of the policy")
    func abandoned() async {
        // given
        onMail { _ in .abandon("no such address") }
        let policy = RetryPolicy(maxRetryCount: 3, interval: .zero, when: .all)
        let queue = queue
        // when
        let result = await queue.add(mail, .retry(policy)).result
        // then
        guard case .failure(.other(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error as? ClosureHandler.Abandoned == ClosureHandler.Abandoned(reason: "no such address"))
        #expect(attempts.value == [1])
        #expect(queue.count == 0)
    }

    @Test("B38: after the last retry a task ends with its last failure")
    func exhausted() async {
        // given
        onMail { .failure("try \($0)") }
        let queue = queue
        // when
        let result = await queue.add(mail, retries(3, interval: .zero)).result
        // then
        guard case .failure(.other(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect(error as? ClosureHandler.Failed == ClosureHandler.Failed(reason: "try 4"))
        #expect(attempts.value == [1, 2, 3, 4])
        #expect(queue.count == 0)
    }

    @Test("B38: a task with unlimited retries stays in the queue, and others run")
    func endless() async throws {
        // given
        onMail { _ in .failure("never") }
        handler.on(CleanUp.self) { _, _ in .success }
        let queue = NetTaskQueue(limit: 1, handler: handler, clock: clock)
        let handle = queue.add(mail, retries(.max))
        // when
        for _ in 0..<50 {
            try await clock.advance(by: .seconds(1))
        }
        try await queue.run(CleanUp())
        // then
        #expect(!handle.status.isEnded)
        #expect(queue.count == 1)
        queue.cancelAll()
    }

    @Test("B35: while the queue is suspended no attempt starts")
    func suspended() async throws {
        // given
        onMail { _ in .success }
        let queue = queue
        queue.suspend()
        // when
        let handle = queue.add(mail)
        clock.move(by: .seconds(60))
        // then
        #expect(handle.status.phase == .waiting)
        #expect(attempts.value == [])
        // when
        queue.resume()
        // then
        try await handle.value
        #expect(attempts.value == [1])
    }

    @Test("A task without a closure is abandoned with this reason")
    func unknown() async {
        // given
        onMail { _ in .success }
        // when
        let result = await queue.add(CleanUp(), retries(3, interval: .zero)).result
        // then
        guard case .failure(.other(let error)) = result else { return #expect(Bool(false), "\(result)") }
        #expect("\(error)".contains("nobody knows how to do CleanUp"))
    }
}
