/// Which task waits for which. Kept by slot; as slots are used again, each entry says whom it means.
struct DependencyEdges: Sendable {
    struct Edge: Sendable {
        var dependent: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    struct Dependents: Sendable {
        var edges: [Edge] = []
        /// How many of them are of tasks that have left.
        var staleCount = 0
    }

    /// Who waits for a task, in the order in which it was said.
    private(set) var dependents: [Int: Dependents] = [:]
    /// What a task waits for, with some who have left.
    private(set) var dependencies: [Int: [QueuePlace]] = [:]

    var isEmpty: Bool { dependents.isEmpty && dependencies.isEmpty }

    mutating func add(from dependent: QueuePlace, to other: QueuePlace, onFailure: NetTaskDependency.FailurePolicy) {
        dependents[other.slot, default: Dependents()].edges.append(Edge(dependent: dependent, onFailure: onFailure))
        dependencies[dependent.slot, default: []].append(other)
    }

    /// Forgets a task that has left.
    ///
    /// - Parameter isCurrent: whether a task is still there.
    /// - Returns: those who waited for it, with some who have left themselves.
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

    /// How the first task waits for the second, by way of others: both with what is between them. Nil if it does not.
    ///
    /// - Parameter isCurrent: whether a task is still there.
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
