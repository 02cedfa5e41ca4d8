/// Something that goes wrong on the way to the machine or back, to see that the comparison finds it.
enum MachineFault: Sendable, CaseIterable {
    case dropsACall
    case repeatsAnAdd
    case dropsAnAction
    case swapsTwoStarts
}

/// Plants a fault, now and then, between the machine and those who call it.
struct FaultyWire {
    private static let every = 10

    let fault: MachineFault
    private var calls = 0
    private var answers = 0

    init(_ fault: MachineFault) {
        self.fault = fault
    }

    /// How often the machine is to be called instead of once.
    mutating func count(of call: QueueCall) -> Int {
        switch (fault, call) {
        case (.dropsACall, _): return Self.isTurn(&calls) ? 0 : 1
        case (.repeatsAnAdd, .add): return Self.isTurn(&calls) ? 2 : 1
        default: return 1
        }
    }

    /// What is heard instead of what the machine says.
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
