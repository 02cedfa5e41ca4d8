import NetTaskRuntime

/// Records its notifications in the witnesses of the tasks.
final class StressDelegate: NetTaskDelegate {
    private let number: Int
    private let token: LiveToken

    init(_ run: RunRecord) {
        number = run.nextNumber()
        token = LiveToken(.delegate, run.live)
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        if let task = handle.task as? any StressTask {
            task.witness.record(delegate: number, handle.status.phase)
        }
    }
}
