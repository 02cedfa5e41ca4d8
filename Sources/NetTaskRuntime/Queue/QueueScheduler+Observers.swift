extension QueueScheduler {
    /// Tells the observers until nothing is left to tell. Only one thread at a time does, so that the order is kept.
    func tellObservers() {
        var toldCount = 0
        while true {
            let (entries, observers) = withLock { state in
                (state.observation?.next() ?? [], state.observation?.observers ?? [])
            }
            if entries.isEmpty { return }
            for entry in entries {
                var event = entry.event
                event.error = entry.outcome.flatMap(entry.job.error) ?? event.error
                for observer in observers {
                    observer.observe(event)
                }
            }
            toldCount += entries.count
            if toldCount >= 256 {
                // Others may be busy enough to hold up for ever a caller who has only added a task.
                Task.detached { self.tellObservers() }
                return
            }
        }
    }
}
