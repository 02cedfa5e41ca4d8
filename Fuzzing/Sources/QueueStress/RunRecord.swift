import NetTaskRuntime
import Synchronization

/// The counts and the faults of a run.
final class RunRecord: Sendable {
    enum Attempt: Int, CaseIterable, Sendable {
        case first, retry
    }

    enum End: Int, CaseIterable, Sendable {
        case succeeded, failed, cancelled, none

        init(_ phase: NetTaskPhase) {
            switch phase {
            case .succeeded: self = .succeeded
            case .failed: self = .failed
            case .cancelled: self = .cancelled
            case .waiting, .running, .retrying: self = .none
            }
        }
    }

    let live = LiveObjects()
    let faults = Faults()
    let operations = Tally<Operation>()
    let attempts = Tally<Attempt>()
    let ends = Tally<End>()
    private let numbers = Atomic(0)

    /// A unique number.
    func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    /// Does work beside the threads; the run does not end before it is done.
    func help(_ priority: TaskPriority? = nil, _ body: @escaping @Sendable () async -> Void) {
        let token = LiveToken(.helper, live)
        Task.detached(priority: priority) {
            await body()
            withExtendedLifetime(token) {}
        }
    }
}
