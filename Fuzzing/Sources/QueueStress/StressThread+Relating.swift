import NetTaskRuntime
import NetTaskTesting

extension StressThread {
    /// Adds tasks that share a run. The first one that ends cancels the others, which has no effect.
    mutating func addShared(to queue: StressQueue) {
        makeRoom(in: queue)
        let identity = "run \(run.nextNumber())"
        let handles = (0..<3).map { _ in
            var setup = plainSetup(for: queue)
            setup.isShared = true
            let task = PatientTask(witness: witness(for: queue, setup))
            return queue.queue.add(task, .duplicates(.coalesce, of: identity))
        }
        for handle in handles { handle.reportEnd(at: [.ended]) }
        let (first, others) = (handles[0], handles.dropFirst())
        let events = first.events
        run.help { [run] in
            for await event in events {
                guard case .ended(let result) = event else { continue }
                others.forEach { $0.cancel() }
                // The first run may have ended before the others were added.
                for other in others where other.id == first.id {
                    await other.awaitResult()
                    let isSame = other.status.phase == NetTaskPhase(result)
                    run.faults.check(isSame, "A task that shared a run ended as \(other.status.phase), not as the run")
                }
            }
        }
    }

    /// Adds an edge between two tasks. All edges lead to a task that was added earlier, so that there is no cycle.
    mutating func depend(in queue: StressQueue) {
        let source = random.oneIn(20) ? ground.queue(&random) : queue
        guard let one = handle(of: queue), let other = handle(of: source), other.witness.depth < 8 else { return }
        let onFailure: NetTaskDependency.FailurePolicy = random.oneIn(2) ? .run : .cancel
        one.depend(on: other, onFailure: onFailure)
    }
}

extension StressHandle {
    func depend(on other: some StressHandle, onFailure: NetTaskDependency.FailurePolicy) {
        guard other.handle.id <= handle.id || other.witness.queue != witness.queue else { return }
        do throws(NetTaskDependencyError) {
            try handle.depend(on: other.handle, onFailure: onFailure)
            witness.wait(for: other.witness, other.hasEnded(onFailure))
        } catch {
            switch error {
            case .cycle: witness.run.faults.check(other.handle.id == handle.id, "\(error), which is not so")
            case .otherQueue: witness.run.faults.check(other.witness.queue != witness.queue, "\(error)")
            case .started: break
            }
        }
    }
}
