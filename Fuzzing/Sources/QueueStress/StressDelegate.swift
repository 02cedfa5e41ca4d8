import NetTaskRuntime

/// Tells the tasks that it was told of them.
final class StressDelegate: NetTaskDelegate {
    private let number: Int
    private let token: LiveToken

    init(_ run: RunRecord) {
        number = run.nextNumber()
        token = LiveToken(.delegate, run.live)
    }

    func netTaskDidEnd<T: NetTask>(_ handle: NetTaskHandle<T>) {
        if let task = handle.task as? any StressTask {
            task.witness.tell(delegate: number, handle.status.phase)
        }
    }
}
