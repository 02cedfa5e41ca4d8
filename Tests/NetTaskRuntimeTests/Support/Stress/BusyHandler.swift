import NetTaskRuntime
import NetTaskTesting

/// Succeeds, fails or is cancelled, immediately or later, as determined by a seed. Counts the running attempts.
final class BusyHandler: NetTaskQueueHandler {
    /// The running attempts, in total and by key.
    struct Attempts {
        var count = 0
        var highest = 0
        var countOfKey: [String: Int] = [:]
        var highestOfKey = 0
    }

    private let attempts: Box<Attempts>
    private let live: LiveCount
    private let token: LiveCount.Token
    private let random = Box(SeededRandom(seed: 3))

    init(_ attempts: Box<Attempts>, _ live: LiveCount) {
        self.attempts = attempts
        self.live = live
        token = LiveCount.Token(live)
    }

    func send(_ request: Chore.Request, context: NetTaskContext) async throws -> LiveCount.Token {
        enter(request.key)
        defer { leave(request.key) }
        let (choice, isAttentive) = random.update { (Int.random(in: 0..<12, using: &$0), Bool.random(using: &$0)) }
        for step in 0..<(choice % 3) {
            await Task.yield()
            if isAttentive { try Task.checkCancellation() }
            context.reportProgress(NetTaskProgress(.sending, completed: Int64(step)))
        }
        switch choice {
        case 0...3: throw Chore.Failed(token: LiveCount.Token(live))
        case 4: throw CancellationError()
        default: return LiveCount.Token(live)
        }
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        random.update { Bool.random(using: &$0) } ? .transient : .final
    }

    private func enter(_ key: String?) {
        attempts.update { attempts in
            attempts.count += 1
            attempts.highest = max(attempts.highest, attempts.count)
            guard let key else { return }
            attempts.countOfKey[key, default: 0] += 1
            attempts.highestOfKey = max(attempts.highestOfKey, attempts.countOfKey[key] ?? 0)
        }
    }

    private func leave(_ key: String?) {
        attempts.update { attempts in
            attempts.count -= 1
            if let key { attempts.countOfKey[key]? -= 1 }
        }
    }
}
