import Foundation
import NetTaskRuntime
import NetTaskTesting

extension StressThread {
    mutating func add(to queue: StressQueue) {
        makeRoom(in: queue)
        let witness = witness(for: queue, isHurried: !queue.isCalm && random.oneIn(8))
        let options = options(for: witness, in: queue)
        let slot = random.number(0...1_000)
        let way = random.number(0...9)
        @Sendable func add() {
            let handle = witness.add(to: queue.queue, options)
            switch way {
            case 0: handle.reportEndOnMainActor()
            case 1...2: handle.reportEnd(at: [.ended])
            case 3...5: handle.reportEnd(at: [.finished, .cancelled])
            case 6: handle.reportEndByEvents()
            case 7...8: handle.reportEndByResult()
            default: break
            }
            queue.keep(handle, at: slot)
        }
        // Attempts run with the priority of the thread that adds a task.
        switch random.number(0...15) {
        case 0: run.help(.high) { add() }
        case 1: run.help(.low) { add() }
        default: add()
        }
    }

    /// The witness of a task that is to be added with ``options(for:in:)``.
    mutating func witness(for queue: StressQueue, isHurried: Bool = false) -> TaskWitness {
        var setup = plainSetup(for: queue)
        setup.isHurried = isHurried
        setup.retries = random.oneIn(2) ? 0 : random.number(1...3)
        setup.key = random.oneIn(2) ? nil : "key \(random.number(0...4))"
        setup.isShared = setup.isShared || random.oneIn(6)
        return witness(for: queue, setup)
    }

    /// The witness of a task without options.
    mutating func plainWitness(for queue: StressQueue) -> TaskWitness {
        witness(for: queue, plainSetup(for: queue))
    }

    mutating func plainSetup(for queue: StressQueue) -> TaskSetup {
        TaskSetup(seed: random.next(), number: random.number(1...1_000), isShared: queue.duplicates != .allow)
    }

    mutating func witness(for queue: StressQueue, _ setup: TaskSetup) -> TaskWitness {
        // A released value may call the queue, which must not hold its lock then.
        var farewell: (@Sendable () -> Void)?
        if random.oneIn(4) {
            farewell = { [weak queue = queue.queue] in _ = queue?.count }
        }
        return TaskWitness(queue: queue.number, setup: setup, run: run, farewell: farewell)
    }

    mutating func options(for witness: TaskWitness, in queue: StressQueue) -> [NetTaskOption] {
        var options = [NetTaskOption.retry(retryPolicy(maxRetryCount: witness.setup.retries))]
        if random.oneIn(2) { options.append(.priority(priority())) }
        if random.oneIn(4) { options.append(.tag(tag())) }
        if let key = witness.setup.key { options.append(.key(key)) }
        if random.oneIn(10) { options.append(.notBefore(Date(timeIntervalSinceNow: moment()))) }
        if random.oneIn(10) { options.append(.expires(Date(timeIntervalSinceNow: moment()))) }
        if witness.setup.isShared {
            let policies = StressQueue.policies(isCalm: queue.isCalm)
            let policy = policies[random.number(0...policies.count - 1)]
            options.append(.duplicates(policy, of: random.oneIn(2) ? nil : "like \(random.number(0...9))"))
        }
        // A task of another queue is rejected.
        let source = random.oneIn(20) ? ground.queue(&random) : queue
        if random.oneIn(6), let other = handle(of: source), other.witness.depth < 8 {
            let onFailure: NetTaskDependency.FailurePolicy = random.oneIn(2) ? .run : .cancel
            witness.wait(for: other.witness, other.hasEnded(onFailure))
            options.append(.dependency(other.dependency(onFailure)))
        }
        return options
    }

    private mutating func retryPolicy(maxRetryCount: Int) -> RetryPolicy {
        let conditions = RetryPolicy.Condition.allCases
        return RetryPolicy(
            maxRetryCount: maxRetryCount,
            interval: random.oneIn(2) ? .zero : .milliseconds(1),
            backoff: random.oneIn(4) ? .exponential : .constant,
            maxInterval: .milliseconds(2),
            when: conditions[random.number(0...conditions.count - 1)]
        )
    }

    /// Waits for a task that it added itself, or does not. The wait may be cancelled.
    mutating func runTask(in queue: StressQueue) {
        makeRoom(in: queue)
        let witness = witness(for: queue)
        let options = options(for: witness, in: queue)
        witness.watch()
        let (run, isCancelled) = (run, random.oneIn(2))
        run.help { [queue = queue.queue] in
            let caller = Task.detached {
                let task = PatientTask(witness: witness)
                let result: Result<StressResponse, TaskError<Never, Never>>
                do throws(TaskError<Never, Never>) {
                    result = .success(try await queue.run(task, options: options))
                } catch {
                    result = .failure(error)
                }
                witness.end(NetTaskPhase(result))
            }
            if isCancelled { caller.cancel() }
            await caller.value
        }
    }
}

extension TaskWitness {
    func add(to queue: StressQueue.Queue, _ options: [NetTaskOption]) -> any StressHandle {
        if setup.isHurried { return queue.add(HurriedTask(witness: self), options: options) }
        return queue.add(PatientTask(witness: self), options: options)
    }
}
