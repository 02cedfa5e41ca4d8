extension QueueJob {
    /// What runs for this task: itself, or the one whose run it shares.
    var runner: QueueJob { leader ?? self }

    /// Lets another task share the run of this one. Under the lock.
    func admit(_ follower: QueueJob) {
        follower.leader = self
        follower.place = place
        watch().followers.append(follower)
    }

    /// Ends those who share the run of this one and are meant. Under the lock.
    ///
    /// - Returns: who has ended, and whether the run has to end too, since nobody is left who wants it.
    func cancelSeats(
        _ reason: CancellationReason,
        where isMeant: (QueueJob) -> Bool
    ) -> (ended: [QueueJob], all: Bool) {
        // One that has ended keeps its followers until they have been told.
        if result != nil { return ([], false) }
        guard let watchers, !watchers.followers.isEmpty else { return ([], isMeant(self)) }
        let meant = watchers.followers.filter(isMeant)
        if meant.count == watchers.followers.count { return ([], true) }
        watchers.followers.removeAll(where: isMeant)
        for follower in meant {
            follower.end(.cancelled(reason))
        }
        return (meant, false)
    }

    /// Ends this task; the run only if nobody else shares it.
    func cancel(_ reason: CancellationReason) {
        scheduler.change { state, now in
            let run = runner
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
            if result == nil {
                state.machine.setPriority(priority, of: runner.place, now: now)
            }
        }
    }

    func depend(on dependency: NetTaskDependency) throws(NetTaskDependencyError) {
        let error: NetTaskDependencyError? = scheduler.change { state, now in
            let place = runner.place
            guard dependency.job.scheduler === scheduler else { return .otherQueue }
            guard result == nil else { return .started(place.id) }
            if dependency.job.hasSucceeded == false, dependency.onFailure == .cancel {
                guard state.machine.attempt(of: place) == 0 else { return .started(place.id) }
                state.machine.cancel(place, .dependency(dependency.job.place.id), now: now)
                return nil
            }
            let verdict = state.machine.addDependency(
                of: place,
                on: dependency.job.runner.place,
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
