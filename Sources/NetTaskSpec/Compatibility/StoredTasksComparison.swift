/// Which stored tasks a change of specs strands: those that the new client does not know, or cannot read.
package struct StoredTasksComparison: Sendable {
    /// In the order of the old spec's tasks, each once.
    package let findings: [StrandedTasks]

    /// - Parameters:
    ///   - old: What was read of the specs as they were, without errors.
    ///   - new: What was read of them as they are, in a run of its own.
    package init(old: SpecReader.Result, new: SpecReader.Result) {
        let found = StrandedTasksCollector(oldFiles: old.paths, newFiles: new.paths)
        let isPrefixed = old.specs.count > 1 || new.specs.count > 1
        let known = KnownTasks(new.specs)
        for spec in old.specs {
            var clients: [Int: StoredClientComparison] = [:]
            for endpoint in spec.endpoints where endpoint.isDurable {
                let kind = Endpoint.storedKind(endpoint.name.swift, of: spec.client.swift)
                let start = found.findings.count
                guard let now = known.task(kind) else {
                    let subject = Self.subject(endpoint, of: spec, isPrefixed, .old)
                    found.add(.stranded, subject, "the task is gone", known.remedy(forGone: endpoint, kind))
                    found.add(task: kind, to: start..<found.findings.count)
                    continue
                }
                let subject = Self.subject(now.endpoint, of: now.spec, isPrefixed, .new)
                var client = clients[now.index] ?? StoredClientComparison(spec, now.spec, isPrefixed, found)
                client.compare(endpoint, now.endpoint, kind, subject)
                clients[now.index] = client
            }
        }
        findings = found.findings
    }

    private static func subject(
        _ endpoint: Endpoint,
        of spec: Spec,
        _ isPrefixed: Bool,
        _ side: Difference.Side
    ) -> DifferenceCollector.Subject {
        let prefix = isPrefixed ? "\(spec.client.swift)." : ""
        return .init(path: "\(prefix)endpoints.\(endpoint.name.written)", side: side, range: endpoint.name.place)
    }
}

/// The tasks of the new specs, by what they are or were called on disk.
private struct KnownTasks {
    struct Task {
        var endpoint: Endpoint
        var spec: Spec
        /// Of the spec among all.
        var index: Int
    }

    private var tasks: [String: Task] = [:]
    private var all: [Task] = []

    init(_ specs: [Spec]) {
        for (index, spec) in specs.enumerated() {
            for endpoint in spec.endpoints {
                let task = Task(endpoint: endpoint, spec: spec, index: index)
                all.append(task)
                tasks[Endpoint.storedKind(endpoint.name.swift, of: spec.client.swift)] = task
            }
        }
        // A name that a task has wins over one that a task had.
        for task in all {
            for name in task.endpoint.formerNames {
                let kind = Endpoint.storedKind(name, of: task.spec.client.swift)
                if tasks[kind] == nil { tasks[kind] = task }
            }
        }
    }

    func task(_ kind: String) -> Task? { tasks[kind] }

    func remedy(forGone endpoint: Endpoint, _ kind: String) -> String {
        let wait = "keep it until its tasks are drained"
        let same = all.first { task in
            task.endpoint.method == endpoint.method && task.endpoint.uri.parts == endpoint.uri.parts
                && task.endpoint.isDurable
        }
        guard let same else { return "\(wait); if it has another name now, say there `was: \(kind)`" }
        let client = kind.split(separator: ".").first.map(String.init)
        let name = client == same.spec.client.swift ? endpoint.name.swift : kind
        return "if it is `\(same.endpoint.name.written)` now, say there `was: \(name)`; or \(wait)"
    }
}
