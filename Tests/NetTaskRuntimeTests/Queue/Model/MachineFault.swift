/// A fault in the calls to the machine or in its results, to verify that the comparison detects it.
enum MachineFault: Sendable, CaseIterable {
    case dropsACall
    case repeatsAnAdd
    case dropsAnAction
    case swapsTwoStarts
}

/// Sometimes plants a fault between the machine and its callers.
struct FaultyWire {
    private static let every = 10

    let fault: MachineFault
    private var calls = 0
    private var answers = 0

    init(_ fault: MachineFault) {
        self.fault = fault
    }

    /// The number of calls to make instead of one.
    mutating func count(of call: QueueCall) -> Int {
        switch (fault, call) {
        case (.dropsACall, _): return Self.isTurn(&calls) ? 0 : 1
        case (.repeatsAnAdd, .add): return Self.isTurn(&calls) ? 2 : 1
        default: return 1
        }
    }

    /// The result to report instead of that of the machine.
    mutating func changed(_ actions: [QueueAction]) -> [QueueAction] {
        var actions = actions
        switch fault {
        case .dropsAnAction where !actions.isEmpty && Self.isTurn(&answers):
            actions.removeFirst()
        case .swapsTwoStarts:
            let starts = actions.indices.filter { actions[$0].isStart }
            if starts.count > 1 { actions.swapAt(starts[0], starts[1]) }
        default: break
        }
        return actions
    }

    private static func isTurn(_ count: inout Int) -> Bool {
        count += 1
        return count.isMultiple(of: every)
    }
}
