import NetTaskTesting

/// The queues and delegates that the threads of a run share. The threads replace queues from time to time, and release the
/// replaced ones.
final class StressGround: Sendable {
    private let queues: Box<[StressQueue]>
    private let delegates = Box([StressDelegate?](repeating: nil, count: 4))

    init(_ queues: [StressQueue]) {
        self.queues = Box(queues)
    }

    var all: [StressQueue] { queues.update { $0 } }

    func queue(_ random: inout SeededRandom) -> StressQueue {
        let index = random.next()
        return queues.update { $0[Int(index % UInt64($0.count))] }
    }

    /// Replaces a queue, unless it was replaced already.
    func replace(_ old: StressQueue, by new: StressQueue) {
        queues.update { queues in
            if let index = queues.firstIndex(where: { $0 === old }) {
                queues[index] = new
            }
        }
    }

    func delegate(at index: Int) -> StressDelegate? {
        delegates.update { $0[index % $0.count] }
    }

    func setDelegate(_ delegate: StressDelegate?, at index: Int) {
        let old = delegates.update { delegates in
            defer { delegates[index % delegates.count] = delegate }
            return delegates[index % delegates.count]
        }
        withExtendedLifetime(old) {}
    }
}
