package import NetTaskSpec

/// Which stored tasks a change of specs strands: those that the new client does not know, or cannot read.
package struct StoredTasksComparison: Sendable {
    /// In the order of the old spec's tasks, each once.
    package let findings: [StrandedTasks]

    /// - Parameters:
    ///   - old: What was read of the specs as they were, without errors.
    ///   - new: What was read of them as they are, in a run of its own.
    package init(old: SpecReader.Result, new: SpecReader.Result) {
        let found = Findings(oldFiles: old.paths, newFiles: new.paths)
        let isPrefixed = old.specs.count > 1 || new.specs.count > 1
        let known = KnownTasks(new.specs)
        for spec in old.specs {
            var clients: [Int: StoredClientComparison] = [:]
            var versions: [Int: PayloadVersionComparison] = [:]
            for endpoint in spec.endpoints where endpoint.isDurable {
                let task = KnownTasks.Task(endpoint: endpoint, spec: spec)
                let now = known.tasks[task.kind]
                if let now {
                    let subject = now.subject(found, .new, isPrefixed)
                    clients[now.index, default: StoredClientComparison(spec, now.spec, isPrefixed, found)]
                        .compare(endpoint, now.endpoint, task.kind, subject)
                    versions[now.index, default: PayloadVersionComparison(spec, now.spec, isPrefixed, found)]
                        .compare(endpoint, now.endpoint, (was: task.kind, is: now.kind), subject)
                } else {
                    task.subject(found, .old, isPrefixed)
                        .strand("the task is gone", known.remedy(forGone: task), tasks: [task.kind])
                }
                for former in endpoint.formerNames.map({ endpoint.storedKind($0, of: spec.client.swift) }) {
                    let reading = known.tasks[former].flatMap { $0.endpoint.isDurable ? $0 : nil }
                    if let subject = (reading ?? now)?.subject(found, .new, isPrefixed) {
                        Self.compare(former, task.kind, now, reading, subject)
                    }
                }
            }
        }
        findings = found.strandings
    }

    /// Looks at what was stored when a task still had a former name.
    ///
    /// - Parameters:
    ///   - now: The task as it is.
    ///   - reading: The durable task that what has the former name is run as.
    private static func compare(
        _ former: String,
        _ kind: String,
        _ now: KnownTasks.Task?,
        _ reading: KnownTasks.Task?,
        _ subject: Subject
    ) {
        if let reading {
            if reading.kind == now?.kind { return }
            subject.strand(
                "tasks that were stored as `\(former)` were `\(kind)` before, and would be run as this",
                "give it another name, or keep `\(former)` in the `was` of what was `\(kind)`, until they are drained",
                tasks: [former]
            )
        } else if let now, now.endpoint.isDurable {
            let names = now.endpoint.formerNames + [now.endpoint.formerName(of: former, in: now.spec.client.swift)]
            subject.strand(
                "tasks that were stored as `\(former)`, a former name of it, are not known any more",
                "say `was: [\(names.joined(separator: ", "))]` until they are drained",
                tasks: [former]
            )
        }
    }
}

/// A change of a spec that concerns tasks which were stored before it.
package struct StrandedTasks: Sendable, Hashable {
    package var kind: Kind
    /// What changed, such as `endpoints.PlaceOrder.params.count`. Where there are several clients, it begins with theirs.
    package var path: String
    /// What was, and what is.
    package var message: String
    /// What to do about it.
    package var remedy: String
    /// What the tasks are called on disk, in the order of the old spec.
    package var tasks: [String]
    package var side: Difference.Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Stored tasks cannot be read any more, or would do something else than when they were enqueued. They are kept, and
        /// not run.
        case stranded
        /// Stored tasks are run, and there is something to know about them.
        case note
        /// Tasks that are stored from now on cannot be read by apps of before, where these still run beside the new one.
        case unread
    }
}

/// The tasks of the new specs, by what they are or were called on disk.
private struct KnownTasks {
    struct Task {
        let endpoint: Endpoint
        let spec: Spec
        /// Of the spec among all.
        var index = 0

        /// What it is called on disk.
        var kind: String { endpoint.storedKind(of: spec.client.swift) }

        func subject(_ found: Findings, _ side: Difference.Side, _ isPrefixed: Bool) -> Subject {
            let prefix = isPrefixed ? "\(spec.client.swift)." : ""
            let path = "\(prefix)\(endpoint.section).\(endpoint.name.written)"
            return Subject(found: found, path: path, side: side, range: endpoint.name.place)
        }
    }

    private(set) var tasks: [String: Task] = [:]
    private let all: [Task]

    init(_ specs: [Spec]) {
        all = specs.enumerated().flatMap { index, spec in
            spec.endpoints.map { Task(endpoint: $0, spec: spec, index: index) }
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

    func remedy(forGone gone: Task) -> String {
        let wait = "keep it until its tasks are drained"
        let same = all.first { task in
            task.endpoint.method == gone.endpoint.method && task.endpoint.uri.parts == gone.endpoint.uri.parts
                && task.endpoint.isDurable
        }
        guard let same else { return "\(wait); if it has another name now, say there `was: \(gone.kind)`" }
        let name = same.endpoint.formerName(of: gone.kind, in: same.spec.client.swift)
        return "if it is `\(same.endpoint.qualifiedName)` now, say there `was: \(name)`; or \(wait)"
    }
}

/// Compares the durable tasks of a client with what they were, and the shapes in them, each once.
struct StoredClientComparison {
    private let types: StoredTypes
    private let prefix: String
    private let found: Findings
    /// What was found out about shapes.
    private var visited: [StoredTypes.Pair: Visited] = [:]

    private struct Visited {
        var strandings: Range<Int>
        /// The shapes that they hold.
        var pairs: [StoredTypes.Pair]
    }

    init(_ old: Spec, _ new: Spec, _ isPrefixed: Bool, _ found: Findings, isForOlderApps: Bool = false) {
        types = StoredTypes(
            old: ClientComparison.Side(old).shapes,
            new: ClientComparison.Side(new).shapes,
            isForOlderApps: isForOlderApps
        )
        prefix = isPrefixed ? "\(new.client.swift)." : ""
        self.found = found
    }

    /// - Parameter kind: What the old one is called on disk.
    mutating func compare(_ old: Endpoint, _ new: Endpoint, _ kind: String, _ subject: Subject) {
        let start = found.strandings.count
        guard new.isDurable else {
            subject.strand(
                "it is not durable any more",
                "say `durable` until its tasks are drained: what is not durable is not in `durableTasks`"
            )
            return found.add(task: kind, to: start..<found.strandings.count)
        }
        if let codec = old.delivery.durability?.codec, codec != new.delivery.durability?.codec {
            let now = new.delivery.durability?.codec.map { "is `\($0)`" } ?? "there is none"
            subject.part("durable").note(
                "its codec was `\(codec)`, and now \(now); stored tasks know the name of theirs",
                "let the queue have `\(codec)` until its tasks are drained"
            )
        }
        found.add(task: kind, to: start..<found.strandings.count)
        comparePayload(old, new, kind, subject)
    }

    /// Compares what is stored of the tasks, with the shapes in it.
    ///
    /// - Returns: the index of the first that was found; nil if all can be read.
    @discardableResult
    mutating func comparePayload(_ old: Endpoint, _ new: Endpoint, _ kind: String, _ subject: Subject) -> Int? {
        let start = found.strandings.count
        var oldSubject = subject
        (oldSubject.side, oldSubject.range) = (.old, old.name.place)
        let pairs = types.compare(old.storedFields, new.storedFields) { field, side in
            Self.subject(of: field, in: side == .new ? subject : oldSubject)
        }
        let end = found.strandings.count
        found.add(task: kind, to: start..<end)
        let first = compareShapes(pairs, kind)
        return start < end ? start : first
    }

    /// Where a stored field is in the spec.
    private static func subject(of field: Field, in endpoint: Subject) -> Subject {
        switch field.name.written {
        case "$body": return endpoint.part("body")
        case "$requestObject":
            var object = endpoint.part("requestObject")
            object.range = field.name.place
            return object
        default:
            var name = field.name
            if name.written.hasPrefix("$$") { name.written.removeFirst() }  // as it is stored
            return endpoint.side == .new ? endpoint.child("params", name) : endpoint.gone("params", name)
        }
    }

    /// Without recursion, since a chain of shapes can be long.
    ///
    /// - Returns: the index of the first that was found.
    private mutating func compareShapes(_ pairs: [StoredTypes.Pair], _ kind: String) -> Int? {
        var first: Int?
        var pending = Array(pairs.reversed())
        var reached: Set<StoredTypes.Pair> = []
        while let pair = pending.popLast() {
            guard reached.insert(pair).inserted, let old = types.old[pair.old], let new = types.new[pair.new] else {
                continue
            }
            let visited = self.visited[pair] ?? visit(old, new)
            self.visited[pair] = visited
            found.add(task: kind, to: visited.strandings)
            first = first ?? visited.strandings.first
            pending += visited.pairs.reversed()
        }
        return first
    }

    private func visit(_ old: Shape, _ new: Shape) -> Visited {
        let start = found.strandings.count
        let path = "\(prefix)shapes.\(new.name.written)"
        let subject = Subject(found: found, path: path, side: .new, range: new.name.place)
        let pairs = types.compare(old, new, subject)
        return Visited(strandings: start..<found.strandings.count, pairs: pairs)
    }
}
