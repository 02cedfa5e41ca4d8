import NetTaskTesting

/// An operation of a thread on a queue.
enum Operation: Int, CaseIterable, Sendable {
    case add, cancel, setPriority, suspend, resume, limit, limitPerKey, order, read, check, depend, subscribe
    case readEvents, dropEvents, readProgress, awaitResult, run, share, addGroup, awaitAll
    case changeDelegates, cancelID, cancelTag, cancelType, cancelAll, releaseQueue, endQueue

    /// Its frequency, relative to others.
    private var weight: Int {
        switch self {
        case .add: 480
        case .cancel: 120
        case .setPriority: 60
        case .depend: 50
        case .subscribe, .resume, .readEvents, .awaitResult: 40
        case .limit, .read, .dropEvents, .run: 30
        case .suspend, .order, .limitPerKey, .readProgress, .changeDelegates: 15
        case .check, .share, .addGroup: 10
        case .cancelID, .cancelTag, .awaitAll: 5
        case .cancelType, .releaseQueue, .endQueue: 2
        case .cancelAll: 1
        }
    }

    /// Whether it may end running attempts.
    var endsAttempts: Bool {
        switch self {
        case .cancel, .run, .share, .addGroup, .awaitAll, .cancelID, .cancelTag, .cancelType, .cancelAll: true
        default: false
        }
    }

    private static let choices = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    static func random(_ random: inout SeededRandom) -> Operation {
        choices[random.number(0...choices.count - 1)]
    }
}
