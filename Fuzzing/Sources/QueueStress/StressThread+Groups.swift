import NetTaskRuntime
import NetTaskTesting

extension StressThread {
    /// Adds a group that ends by itself or is cancelled. The group and its tasks must end once.
    mutating func addGroup(to queue: StressQueue) {
        makeRoom(in: queue)
        let tasks = (0..<random.number(0...5)).map { _ in PatientTask(witness: plainWitness(for: queue)) }
        let group = NetTaskGroup<StressRequest, StressReply>(random.oneIn(2) ? .serial : .concurrent, tasks)
        if random.oneIn(4) {
            let isCancelled = random.oneIn(2)
            run.help { [queue = queue.queue] in
                let caller = Task.detached { try await queue.run(group, .tag("group")) }
                if isCancelled { caller.cancel() }
                _ = await caller.result
            }
            return
        }
        let handle = queue.queue.add(group, .tag("group"))
        watch(handle, queue)
        if random.oneIn(3) { handle.cancel() }
    }

    private func watch(_ handle: NetTaskGroupHandle, _ queue: StressQueue) {
        let witness = GroupWitness(run)
        for moment in [NetTaskMoment.finished, .cancelled] {
            handle.subscribe(moment) { status in
                witness.end(status)
            }
        }
        run.help { [run] in
            let isSuccess: Bool
            do {
                try await handle.value
                isSuccess = true
            } catch {
                isSuccess = false
            }
            let status = handle.status
            run.faults.check(status.isEnded && isSuccess == (status.phase == .succeeded), "A group is \(status.phase)")
            let members = handle.handles(of: PatientTask.self)
            for member in members {
                let result = await member.result
                member.see(result)
                if status.phase == .succeeded {
                    run.faults.check(NetTaskPhase(result) == .succeeded, "A group succeeded without its tasks")
                }
            }
        }
    }

    /// Awaits tasks that other threads may await, too, and cancels the remaining ones if one does not succeed.
    mutating func awaitSeveral(in queue: StressQueue) {
        let witnesses = (0..<3).map { _ in plainWitness(for: queue) }
        let handles = witnesses.map { queue.queue.add(PatientTask(witness: $0)) }
        for handle in handles { handle.reportEnd(at: [.finished, .cancelled]) }
        let isCancelled = random.oneIn(3)
        run.help {
            let caller = Task.detached { _ = try await awaitAll(handles[0], handles[1], handles[2]) }
            if isCancelled { caller.cancel() }
            _ = await caller.result
        }
    }
}

/// Records the end of a group, which must occur once.
final class GroupWitness: Sendable {
    private let run: RunRecord
    private let token: LiveToken
    private let ends = Box(0)

    init(_ run: RunRecord) {
        self.run = run
        token = LiveToken(.subscriber, run.live)
    }

    deinit {
        let count = ends.update { $0 }
        run.faults.check(count == 1, "A group ended \(count) times")
    }

    func end(_ status: NetTaskGroupStatus) {
        ends.update { $0 += 1 }
        run.faults.check(
            status.isEnded && (status.phase == .succeeded) == (status.error == nil),
            "A group that is \(status.phase) has \(status.error.map(String.init(describing:)) ?? "no error")"
        )
    }
}
