extension TaskRecord {
    /// Ends this task; the run only if nobody else shares it.
    func cancel(_ reason: CancellationReason) {
        let run = runner
        scheduler.change { state, now in
            let seats = run.cancelSeats(reason) { $0 === self }
            for job in seats.ended {
                scheduler.noteEnd(of: job, in: &state)
            }
            if seats.all {
                state.machine.cancel(run.place, reason, now: now)
            }
        }
    }

    func setPriority(_ priority: NetTaskPriority) {
        scheduler.change { state, now in
            state.machine.setPriority(priority, of: runner.place, now: now)
        }
    }

    func depend(on dependency: NetTaskDependency) throws(NetTaskDependencyError) {
        let place = runner.place
        let error: NetTaskDependencyError? = scheduler.change { state, now in
            guard dependency.job.scheduler === scheduler else { return .otherQueue }
            if dependency.job.hasSucceeded == false, dependency.onFailure == .cancel {
                guard state.machine.attempt(of: place) == 0 else { return .started(place.id) }
                state.machine.cancel(place, .dependency(dependency.job.place.id), now: now)
                return nil
            }
            let verdict = state.machine.addDependency(
                of: place,
                on: dependency.job.place,
                onFailure: dependency.onFailure
            )
            switch verdict {
            case .added: return nil
            case .cycle(let path): return .cycle(path)
            case .started, .unknown: return .started(place.id)
            }
        }
        if let error { throw error }
    }
}
