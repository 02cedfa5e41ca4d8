import Foundation
import NetTaskRuntime
import NetTaskTesting

/// A queue of ``Say`` tasks. The test answers their attempts and advances the clock.
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

    /// Answers this number of attempts, in the order of their arrival.
    ///
    /// - Returns: their requests.
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
    /// The reason for its cancellation, or nil.
    var cancellationReason: CancellationReason? {
        if case .failure(.cancelled(let reason))? = status.result { reason } else { nil }
    }
}
