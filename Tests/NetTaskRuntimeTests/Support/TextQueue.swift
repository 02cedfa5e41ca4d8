import Foundation
import NetTaskRuntime
import NetTaskTesting

/// A queue of ``Say`` tasks whose attempts the test answers, on a clock that it moves.
struct TextQueue: Sendable {
    let handler: TextHandler
    let clock = TestClock()
    let queue: TestQueue

    init(
        limit: Int = 0,
        limitPerKey: Int = 0,
        order: NetTaskOrder = .fifo,
        duplicates: DuplicatePolicy = .allow,
        endsWhenCancelled: Bool = true,
        observers: [any NetTaskObserver] = []
    ) {
        let handler = TextHandler(endsWhenCancelled: endsWhenCancelled, disposition: TestError.disposition)
        let clock = self.clock
        self.handler = handler
        queue = TestQueue(
            limit: limit,
            limitPerKey: limitPerKey,
            order: order,
            duplicates: duplicates,
            handler: handler,
            observers: observers,
            clock: clock,
            wallClock: { clock.date }
        )
    }

    @discardableResult
    func add(_ word: String, _ options: NetTaskOption...) -> NetTaskHandle<Say> {
        queue.add(Say(word), options: options)
    }

    /// Answers so many attempts, one after the other, as they come.
    ///
    /// - Returns: what they asked.
    @discardableResult
    func answer(_ count: Int) async throws -> [String] {
        var requests: [String] = []
        for _ in 0..<count {
            let attempt = try await handler.next()
            requests.append(attempt.request)
            attempt.succeed()
        }
        return requests
    }

    func date(in seconds: Double) -> Date { clock.date.addingTimeInterval(seconds) }
}

extension NetTaskHandle {
    /// Why it was cancelled, if it was.
    var cancellationReason: CancellationReason? {
        if case .failure(.cancelled(let reason))? = status.result { reason } else { nil }
    }
}
