import NetTaskRuntime
import NetTaskTesting

extension StressThread {
    /// Releases a queue with its tasks. The other threads continue with another queue.
    mutating func release(_ queue: StressQueue) {
        ground.replace(queue, by: StressQueue(isCalm: queue.isCalm, run: run, random: &random))
        queue.retire()
    }

    /// Creates a queue with tasks, and ends it. Afterwards all tasks must have ended, and no task may be added.
    /// Or releases the queue, suspended or not, which ends all tasks as well at some time.
    mutating func endQueue() {
        let queue = StressQueue(isCalm: false, run: run, random: &random)
        let witnesses = (0..<random.number(0...12)).map { _ in witness(for: queue) }
        var handles: [any StressHandle] = []
        for witness in witnesses {
            let handle = witness.add(to: queue.queue, options(for: witness, in: queue))
            handle.reportEnd(at: [.finished, .cancelled])
            queue.keep(handle, at: random.number(0...1_000))
            handles.append(handle)
        }
        let late = plainWitness(for: queue)
        let (isImpatient, isDrained, isShutDown) = (random.oneIn(2), random.oneIn(2), random.oneIn(2))
        let grace: Duration = random.oneIn(2) ? .zero : .milliseconds(1)
        guard isDrained || isShutDown else {
            return random.oneIn(2) ? queue.queue.suspend() : ()
        }
        run.help { [run, handles] in
            if isImpatient {
                queue.suspend()
                let drain = Task { await queue.queue.drain() }
                await Task.yield()
                drain.cancel()
                await drain.value
                queue.retire()
            }
            if isDrained { await queue.queue.drain() }
            if isShutDown { await queue.queue.shutdown(grace: grace) }
            let left = handles.filter { !$0.isEnded }.count + queue.queue.count
            run.faults.check(left == 0, "\(left) tasks were left in a queue that was drained or shut down")
            guard isShutDown else { return }
            let result = await queue.queue.add(PatientTask(witness: late)).result
            if case .failure(.cancelled(.queueShutDown)) = result { return }
            run.faults.add("A queue that was shut down accepted a task")
        }
    }
}
