import NetTaskRuntime

@testable import NetTaskCore

/// How tasks wait for each other, and how the end of one affects the others.
extension SlowQueueModel {
    mutating func addDependency(of number: Int, _ dependency: PlainDependency) -> QueueVerdict {
        guard let index = index(of: number) else { return .started }
        if tasks[index].attempt > 0 { return .started }
        if let path = path(from: dependency.on, to: number), fault != .cyclesAreAccepted {
            return .cycle([number] + path)
        }
        guard self.index(of: dependency.on) != nil else { return .added }
        edges.append(Edge(task: number, on: dependency.on, onFailure: dependency.onFailure))
        if fault != .newDependencyLeavesATaskReady {
            tasks[index].state = .held
        }
        return .added
    }

    /// Tasks that each depend on the next one.
    private func path(from number: Int, to goal: Int) -> [Int]? {
        var paths = [[number]]
        var seen = [number]
        while !paths.isEmpty {
            let path = paths.removeFirst()
            if path.last == goal { return path }
            for edge in edges where edge.task == path.last && !seen.contains(edge.on) {
                seen.append(edge.on)
                paths.append(path + [edge.on])
            }
        }
        return nil
    }

    /// Whether a dependency between two tasks would close this cycle.
    func isCycle(_ path: [Int], of number: Int, on other: Int) -> Bool {
        guard path.count >= 2, path[0] == number, path[1] == other, path.last == number else { return false }
        return path.indices.dropFirst(2).allSatisfy { index in
            edges.contains { $0.task == path[index - 1] && $0.on == path[index] }
        }
    }

    /// Ends a task in the queue, and processes the consequences in order.
    mutating func end(_ first: Int, _ end: MachineEnd, isSuccess: Bool = false, now: Int) {
        let isSuccess = isSuccess || fault == .dependentsOfAFailedTaskRun && end == .finished
        var ended = remove(first, end)
        while !ended.isEmpty {
            let task = ended.removeFirst()
            // All except the first end because another task failed.
            let isSuccess = isSuccess && task.number == first
            if !isSuccess || fault == .groupEndsWithASuccess {
                for member in others(in: task.group) {
                    ended += remove(member, .cancelled(.group))
                }
            }
            while let index = edges.firstIndex(where: { $0.on == task.number }) {
                let edge = edges.remove(at: index)
                if isSuccess || edge.onFailure == .run && fault != .failurePolicyIsIgnored {
                    settle(edge.task, now: now)
                } else {
                    let cause = fault == .causeIsTheFirstOfTheChain ? first : task.number
                    ended += remove(edge.task, .cancelled(.dependency(NetTaskID(cause))))
                }
            }
        }
    }

    private func others(in group: Int) -> [Int] {
        if group == 0 || fault == .groupIsIgnored { return [] }
        let others = tasks.filter { $0.group == group }
        return others.filter { $0.state != .running || fault != .groupSparesRunningTasks }.map(\.number)
    }

    /// Removes one dependency of a task.
    private mutating func settle(_ number: Int, now: Int) {
        guard let index = index(of: number), tasks[index].state == .held, !hasOpenDependency(number) else { return }
        if tasks[index].heldUntil <= now || fault == .dateIsIgnoredAfterDependencies {
            makeReady(number)
        }
    }

    /// - Returns: the task, if it was in the queue.
    private mutating func remove(_ number: Int, _ end: MachineEnd) -> [Task] {
        guard let index = index(of: number) else { return [] }
        edges.removeAll { $0.task == number }
        actions.append(.end(number, end))
        return [tasks.remove(at: index)]
    }
}
