/// The dependencies between the tasks of a queue, by slot. Slots are used again, so each entry also has the ID of its task.
struct DependencyEdges: Sendable {
    struct Edge: Sendable {
        var dependent: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    struct Dependents: Sendable {
        var edges: [Edge] = []
        /// The number of edges to dependents that have left the queue.
        var staleCount = 0
    }

    /// The tasks that wait for a task, in the order in which the dependencies were added.
    private(set) var dependents: [Int: Dependents] = [:]
    /// The tasks that a task waits for. Some of them may have left the queue.
    private(set) var dependencies: [Int: [QueuePlace]] = [:]

    var isEmpty: Bool { dependents.isEmpty && dependencies.isEmpty }

    mutating func add(from dependent: QueuePlace, to other: QueuePlace, onFailure: NetTaskDependency.FailurePolicy) {
        dependents[other.slot, default: Dependents()].edges.append(Edge(dependent: dependent, onFailure: onFailure))
        dependencies[dependent.slot, default: []].append(other)
    }

    /// Removes a task that has left the queue.
    ///
    /// - Parameter isCurrent: whether a task is still in the queue.
    /// - Returns: the dependents of the task. Some of them may have left the queue.
    mutating func remove(_ slot: Int, isCurrent: (QueuePlace) -> Bool) -> [Edge] {
        for dependency in dependencies.removeValue(forKey: slot) ?? [] {
            guard isCurrent(dependency), var others = dependents.removeValue(forKey: dependency.slot) else { continue }
            others.staleCount += 1
            if others.staleCount > 16 + others.edges.count / 2 {
                others.edges.removeAll { !isCurrent($0.dependent) }
                others.staleCount = 0
            }
            dependents[dependency.slot] = others
        }
        return dependents.removeValue(forKey: slot)?.edges ?? []
    }

    /// Returns the chain of dependencies from the first task to the last, with both, or `nil` if the first does not depend on
    /// the last.
    ///
    /// - Parameter isCurrent: whether a task is still in the queue.
    func path(from first: Int, to last: Int, isCurrent: (QueuePlace) -> Bool) -> [Int]? {
        var cameFrom: [Int: Int] = [first: first]
        var open = [first]
        while let slot = open.popLast() {
            if slot == last {
                var path = [last]
                while let step = path.last, step != first, let previous = cameFrom[step] {
                    path.append(previous)
                }
                return path.reversed()
            }
            for dependency in dependencies[slot] ?? [] where cameFrom[dependency.slot] == nil && isCurrent(dependency) {
                cameFrom[dependency.slot] = slot
                open.append(dependency.slot)
            }
        }
        return nil
    }
}
