/// Which task waits for which, by their slots.
struct DependencyEdges: Sendable {
    struct Edge: Sendable {
        var dependent: QueuePlace
        var onFailure: NetTaskDependency.FailurePolicy
    }

    private struct Dependents: Sendable {
        var edges: [Edge] = []
        /// How many of them are of tasks that have left.
        var staleCount = 0
    }

    /// Who waits for a task, in the order in which it was said.
    private var dependents: [Int: Dependents] = [:]
    /// What a task waits for.
    private var dependencies: [Int: [Int]] = [:]

    var isEmpty: Bool { dependents.isEmpty }
    var count: Int { dependents.values.reduce(0) { $0 + $1.edges.count } }

    mutating func add(from dependent: QueuePlace, to slot: Int, onFailure: NetTaskDependency.FailurePolicy) {
        dependents[slot, default: Dependents()].edges.append(Edge(dependent: dependent, onFailure: onFailure))
        dependencies[dependent.slot, default: []].append(slot)
    }

    /// Forgets a task that has left.
    ///
    /// - Parameter isCurrent: whether a task is still there.
    /// - Returns: those who waited for it, with some who have left themselves.
    mutating func remove(_ slot: Int, isCurrent: (QueuePlace) -> Bool) -> [Edge] {
        for dependency in dependencies.removeValue(forKey: slot) ?? [] {
            guard var others = dependents.removeValue(forKey: dependency) else { continue }
            others.staleCount += 1
            if others.staleCount > 16 + others.edges.count / 2 {
                others.edges.removeAll { !isCurrent($0.dependent) }
                others.staleCount = 0
            }
            dependents[dependency] = others
        }
        return dependents.removeValue(forKey: slot)?.edges ?? []
    }

    /// How the first task waits for the second, by way of others: both with what is between them. Nil if it does not.
    func path(from first: Int, to last: Int) -> [Int]? {
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
            for dependency in dependencies[slot] ?? [] where cameFrom[dependency] == nil {
                cameFrom[dependency] = slot
                open.append(dependency)
            }
        }
        return nil
    }
}
