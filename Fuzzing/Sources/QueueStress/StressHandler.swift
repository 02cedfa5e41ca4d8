import NetTaskRuntime
import NetTaskTesting

/// Succeeds or fails as the seed of a task determines, in all possible ways, at once or after a delay. Ends when
/// it is cancelled, or ignores cancellation.
final class StressHandler: NetTaskQueueHandler {
    private let token: LiveToken
    private let attempts: AttemptCount?

    /// - Parameter attempts: counts the running attempts.
    init(_ run: RunRecord, attempts: AttemptCount?) {
        token = LiveToken(.handler, run.live)
        self.attempts = attempts
    }

    func send(_ request: StressRequest, context: NetTaskContext) async throws -> StressReply {
        let witness = request.witness
        attempts?.enter(key: witness.setup.key)
        defer { attempts?.leave(key: witness.setup.key) }
        witness.begin(attempt: context.attempt)
        var random = witness.setup.random(attempt: context.attempt)
        let isAttentive = !random.oneIn(4)
        for step in 0..<random.number(0...3) {
            await Task.yield()
            if isAttentive { try Task.checkCancellation() }
            context.reportProgress(NetTaskProgress(.sending, completed: Int64(step), total: 3))
        }
        if random.oneIn(100) {
            do {
                try await Task.sleep(for: .milliseconds(1))
            } catch {
                if isAttentive { throw error }
            }
        }
        return try outcome(for: witness, &random)
    }

    private func outcome(for witness: TaskWitness, _ random: inout SeededRandom) throws -> StressReply {
        func reply(_ worth: StressReply.Worth) -> StressReply {
            StressReply(worth: worth, token: witness.token(.reply))
        }
        func error(_ disposition: RetryDisposition) -> StressError {
            StressError(disposition, token: witness.token(.error))
        }
        switch random.number(0...19) {
        case 0: throw error(.final)
        case 1...4: throw error(.transient)
        case 5: throw error(.unsent)
        case 6: throw error(.throttled(after: nil))
        case 7: throw error(.throttled(after: .milliseconds(1)))
        case 8: throw error(.never)
        case 9: throw CancellationError()
        case 10: return reply(.unacceptable)
        case 11: return reply(.unreadable)
        default: return reply(.good)
        }
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        switch error {
        case let error as StressError: error.disposition
        case is NetTaskTimeoutError: .transient
        default: .final
        }
    }
}
