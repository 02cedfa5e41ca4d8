package import NetTaskSpec

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
                let kind = endpoint.storedKind(of: spec.client.swift)
                let now = known.task(kind)
                if let now {
                    let subject = Self.subject(now.endpoint, of: now.spec, isPrefixed, .new)
                    var client = clients[now.index] ?? StoredClientComparison(spec, now.spec, isPrefixed, found)
                    client.compare(endpoint, now.endpoint, kind, subject)
                    clients[now.index] = client
                } else {
                    let subject = Self.subject(endpoint, of: spec, isPrefixed, .old)
                    found.add(
                        .stranded,
                        subject,
                        "the task is gone",
                        known.remedy(forGone: endpoint, kind),
                        tasks: [kind]
                    )
                }
                for former in endpoint.formerNames.map({ endpoint.storedKind($0, of: spec.client.swift) }) {
                    Self.compare(former, of: endpoint, kind, now, known.task(former), isPrefixed, found)
                }
            }
        }
        findings = found.findings
    }

    /// Looks at what was stored when a task still had a former name.
    private static func compare(
        _ former: String,
        of endpoint: Endpoint,
        _ kind: String,
        _ now: KnownTasks.Task?,
        _ reading: KnownTasks.Task?,
        _ isPrefixed: Bool,
        _ found: StrandedTasksCollector
    ) {
        if let reading, reading.endpoint.isDurable {
            if reading.kind == now?.kind { return }
            found.add(
                .stranded,
                subject(reading.endpoint, of: reading.spec, isPrefixed, .new),
                "tasks that were stored as `\(former)` were `\(kind)` before, and would be run as this",
                "give it another name, or keep `\(former)` in the `was` of what was `\(kind)`, until they are drained",
                tasks: [former]
            )
        } else if let now, now.endpoint.isDurable {
            let names = now.endpoint.formerNames + [now.endpoint.formerName(of: former, in: now.spec.client.swift)]
            found.add(
                .stranded,
                subject(now.endpoint, of: now.spec, isPrefixed, .new),
                "tasks that were stored as `\(former)`, a former name of it, are not known any more",
                "say `was: [\(names.joined(separator: ", "))]` until they are drained",
                tasks: [former]
            )
        }
    }

    private static func subject(
        _ endpoint: Endpoint,
        of spec: Spec,
        _ isPrefixed: Bool,
        _ side: Difference.Side
    ) -> DifferenceCollector.Subject {
        let prefix = isPrefixed ? "\(spec.client.swift)." : ""
        let path = "\(prefix)\(endpoint.section).\(endpoint.name.written)"
        return .init(path: path, side: side, range: endpoint.name.place)
    }
}

/// The tasks of the new specs, by what they are or were called on disk.
private struct KnownTasks {
    struct Task {
        var endpoint: Endpoint
        var spec: Spec
        /// Of the spec among all.
        var index: Int

        /// What it is called on disk.
        var kind: String { endpoint.storedKind(of: spec.client.swift) }
    }

    private var tasks: [String: Task] = [:]
    private var all: [Task] = []

    init(_ specs: [Spec]) {
        for (index, spec) in specs.enumerated() {
            for endpoint in spec.endpoints {
                all.append(Task(endpoint: endpoint, spec: spec, index: index))
            }
        }
        // A name that a task has wins over one that a task had. What is not durable is only there to be told of.
        for tasks in [all.filter(\.endpoint.isDurable), all.filter { !$0.endpoint.isDurable }] {
            for task in tasks { add(task, as: task.kind) }
            for task in tasks {
                for name in task.endpoint.formerNames {
                    add(task, as: task.endpoint.storedKind(name, of: task.spec.client.swift))
                }
            }
        }
    }

    private mutating func add(_ task: Task, as kind: String) {
        if tasks[kind] == nil { tasks[kind] = task }
    }

    func task(_ kind: String) -> Task? { tasks[kind] }

    func remedy(forGone endpoint: Endpoint, _ kind: String) -> String {
        let wait = "keep it until its tasks are drained"
        let same = all.first { task in
            task.endpoint.method == endpoint.method && task.endpoint.uri.parts == endpoint.uri.parts
                && task.endpoint.isDurable
        }
        guard let same else { return "\(wait); if it has another name now, say there `was: \(kind)`" }
        let name = same.endpoint.formerName(of: kind, in: same.spec.client.swift)
        return "if it is `\(same.endpoint.qualifiedName)` now, say there `was: \(name)`; or \(wait)"
    }
}
