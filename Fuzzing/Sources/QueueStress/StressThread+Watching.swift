import NetTaskRuntime
import NetTaskTesting

extension StressThread {
    mutating func read(_ queue: StressQueue) {
        let queueOfTasks = queue.queue
        run.faults.check(queueOfTasks.count >= 0, "A queue has \(queueOfTasks.count) tasks")
        _ = (queueOfTasks.limit, queueOfTasks.limitPerKey, queueOfTasks.order, queueOfTasks.isSuspended)
        handle(of: queue)?.see()
        if random.oneIn(16) {
            let tasks = queueOfTasks.tasks
            run.faults.check(tasks.allSatisfy { !$0.phase.isEnd }, "A queue names tasks that have ended")
            run.faults.check(zip(tasks, tasks.dropFirst()).allSatisfy { $0.id < $1.id }, "Tasks are out of order")
        }
    }

    mutating func awaitResult(in queue: StressQueue) {
        guard let handle = handle(of: queue) else { return }
        run.help { await handle.awaitResult() }
    }

    mutating func subscribe(in queue: StressQueue) {
        let moments = NetTaskMoment.allCases
        let subscription = handle(of: queue)?.subscribe(moments[random.number(0...moments.count - 1)])
        if random.oneIn(3) { subscription?.cancel() }
    }

    mutating func changeDelegates(of queue: StressQueue) {
        let index = random.number(0...3)
        guard let delegate = ground.delegate(at: index), !random.oneIn(4) else {
            // The previous delegate is released, wherever it was added.
            return ground.setDelegate(StressDelegate(run), at: index)
        }
        switch random.number(0...5) {
        case 0: queue.queue.addDelegate(delegate)
        case 1: queue.queue.addDelegate(delegate, for: .type(PatientTask.self))
        case 2: queue.queue.addDelegate(delegate, for: .type(HurriedTask.self))
        case 3: queue.queue.removeDelegate(delegate, for: .type(PatientTask.self))
        default: queue.queue.removeDelegate(delegate)
        }
    }

    mutating func cancelType(in queue: StressQueue) {
        if random.oneIn(2) {
            queue.queue.cancel(HurriedTask.self)
        } else {
            queue.queue.cancel(PatientTask.self)
        }
    }
}

extension NetTaskPhase {
    var isEnd: Bool {
        switch self {
        case .waiting, .running, .retrying: false
        case .succeeded, .failed, .cancelled: true
        }
    }
}
