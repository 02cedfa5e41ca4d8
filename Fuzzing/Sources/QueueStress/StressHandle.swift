import NetTaskRuntime

/// The handle of a task of either type.
protocol StressHandle: Sendable {
    associatedtype Work: StressTask
    var handle: NetTaskHandle<Work> { get }
}

extension NetTaskHandle: StressHandle where T: StressTask {
    var handle: NetTaskHandle<T> { self }
}

extension StressHandle {
    var witness: TaskWitness { handle.task.witness }
    var id: NetTaskID { handle.id }
    var isEnded: Bool { handle.status.isEnded }

    func cancel() { handle.cancel() }
    func setPriority(_ priority: NetTaskPriority) { handle.setPriority(priority) }

    func dependency(_ onFailure: NetTaskDependency.FailurePolicy) -> NetTaskDependency {
        NetTaskDependency(handle, onFailure: onFailure)
    }

    // MARK: Checking

    func see() { see(handle.status) }

    func see(_ status: NetTaskStatus<Work>) {
        if status.isEnded {
            witness.see(status.phase)
        }
    }

    func see(_ result: Result<Work.Response, TaskError<Work.Rejection, Work.Failure>>) {
        let phase = NetTaskPhase(result)
        witness.see(phase)
        // A reported end is final.
        let status = handle.status
        witness.run.faults.check(status.isEnded, "A task with a result has not ended")
        see(status)
    }

    /// Returns a closure that tests whether the dependents of the task may start.
    func hasEnded(_ onFailure: NetTaskDependency.FailurePolicy) -> @Sendable () -> Bool {
        // A task that shares a run may end before the run. Its dependents still wait for the run.
        let mayHaveFailed = onFailure == .run || witness.setup.isShared
        return { [handle] in
            let status = handle.status
            return mayHaveFailed ? status.isEnded : status.phase == .succeeded
        }
    }

    // MARK: Observing

    /// Reports each end of the task to its witness, with closures.
    ///
    /// - Parameter moments: such that one of them comes at the end.
    func reportEnd(at moments: [NetTaskMoment]) {
        witness.watch()
        let witness = witness
        for moment in moments {
            let token = witness.token(.subscriber)
            handle.subscribe(moment) { status in
                witness.run.faults.check(
                    status.isEnded && (moment == .ended || (moment == .cancelled) == (status.phase == .cancelled)),
                    "Subscribers to \(moment) were notified of a task that is \(status.phase)"
                )
                witness.end(status.phase)
                withExtendedLifetime(token) {}
            }
        }
    }

    func reportEndOnMainActor() {
        witness.watch()
        let token = witness.token(.subscriber)
        handle.subscribe(.ended, on: MainActor.shared) { [witness] status in
            witness.end(status.phase)
            withExtendedLifetime(token) {}
        }
    }

    /// Reports it with a stream of events, which must end directly afterwards.
    func reportEndByEvents() {
        witness.watch()
        let events = handle.events
        witness.run.help { [self] in
            for await event in events {
                if case .ended(let result) = event {
                    witness.end(NetTaskPhase(result))
                    see(result)
                }
            }
        }
    }

    /// Reports it by awaiting the task.
    func reportEndByResult() {
        witness.watch()
        witness.run.help { [self] in
            let result = await handle.result
            witness.end(NetTaskPhase(result))
            see(result)
        }
    }

    func subscribe(_ moment: NetTaskMoment) -> NetTaskSubscription {
        let token = witness.token(.subscriber)
        return handle.subscribe(moment) { [self] status in
            see(status)
            withExtendedLifetime(token) {}
        }
    }

    /// Reads this number of events, and then stops. The last of all events must be the end.
    func readEvents(_ count: Int) {
        let events = handle.events
        guard count > 0 else { return }
        witness.run.help { [self] in
            var rest = count
            var last: NetTaskEvent<Work>?
            for await event in events {
                if case .ended? = last {
                    witness.run.faults.add("Something happened to a task after its end")
                }
                last = event
                rest -= 1
                if rest <= 0 { return }
            }
            if case .ended(let result)? = last { return see(result) }
            witness.run.faults.add("The events of a task ended before it")
        }
    }

    /// Reads the progress of the task until it ends, or this number of times.
    func readProgress(_ count: Int) {
        let progress = handle.progress
        witness.run.help { [self] in
            var rest = count
            for await _ in progress {
                rest -= 1
                if rest <= 0 { return }
            }
            witness.run.faults.check(handle.status.isEnded, "The progress of a task ended before it")
        }
    }

    func awaitResult() async {
        see(await handle.result)
    }
}

extension NetTaskPhase {
    init<Response, Rejection, Failure>(_ result: Result<Response, TaskError<Rejection, Failure>>) {
        switch result {
        case .success: self = .succeeded
        case .failure(.cancelled): self = .cancelled
        case .failure: self = .failed
        }
    }
}
