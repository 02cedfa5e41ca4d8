package import NetTaskSpec

/// Finds stored tasks that a change of specs strands: those that the new client does not know, or cannot read.
package struct StoredTasksComparison: Sendable {
    /// The findings in the order of the old spec's tasks, without duplicates.
    package let findings: [StrandedTasks]

    /// - Parameters:
    /// - old: The result of reading the old specs, without errors.
    /// - new: The result of reading the new specs, in a separate run.
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
                        .strand("the task was removed", known.remedy(forRemoved: task), tasks: [task.kind])
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

    /// Compares what was stored while a task still had a former name.
    ///
    /// - Parameters:
    ///   - now: The current task.
    ///   - reading: The durable task that runs stored tasks with the former name.
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
                "stored tasks with the name `\(former)` were run as `\(kind)`, and would now be run as this task",
                "rename it, or keep `\(former)` in the `was` of `\(kind)`, until they have ended",
                tasks: [former]
            )
        } else if let now, now.endpoint.isDurable {
            let names = now.endpoint.formerNames + [now.endpoint.formerName(of: former, in: now.spec.client.swift)]
            subject.strand(
                "stored tasks with its former name `\(former)` are no longer known",
                "write `was: [\(names.joined(separator: ", "))]` until they have ended",
                tasks: [former]
            )
        }
    }
}

/// A change of a spec that affects stored tasks.
package struct StrandedTasks: Sendable, Hashable {
    package var kind: Kind
    /// The changed part, such as `endpoints.PlaceOrder.params.count`. If there are several clients, it begins with the
    /// client.
    package var path: String
    /// The old and the new state.
    package var message: String
    /// The correction.
    package var remedy: String
    /// The stored names of the tasks, in the order of the old spec.
    package var tasks: [String]
    package var side: Difference.Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Stored tasks can no longer be read, or would do something else than when they were enqueued. They are kept and
        /// not run.
        case stranded
        /// Stored tasks are run, but their behavior may differ.
        case note
        /// Older apps that still run cannot read tasks that the new app stores.
        case unread
    }
}

/// The tasks of the new specs, by their current and former stored names.
private struct KnownTasks {
    struct Task {
        let endpoint: Endpoint
        let spec: Spec
        /// The index of the spec.
        var index = 0

        /// The stored name.
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
        // A current name has priority over a former name. Tasks that are not durable are included only for reports.
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

    func remedy(forRemoved removed: Task) -> String {
        let wait = "keep it until its tasks have ended"
        let same = all.first { task in
            task.endpoint.method == removed.endpoint.method && task.endpoint.uri.parts == removed.endpoint.uri.parts
                && task.endpoint.isDurable
        }
        guard let same else { return "\(wait); if it was renamed, write `was: \(removed.kind)` there" }
        let name = same.endpoint.formerName(of: removed.kind, in: same.spec.client.swift)
        return "if it is now `\(same.endpoint.qualifiedName)`, write `was: \(name)` there; otherwise \(wait)"
    }
}

/// Compares the durable tasks of a client, and the shapes in them, with the old ones. Each shape is compared once.
struct StoredClientComparison {
    private let types: StoredTypes
    private let prefix: String
    private let found: Findings
    /// The findings about shapes.
    private var visited: [StoredTypes.Pair: Visited] = [:]

    private struct Visited {
        var strandings: Range<Int>
        /// The nested shapes.
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

    /// - Parameter kind: The stored name of the old task.
    mutating func compare(_ old: Endpoint, _ new: Endpoint, _ kind: String, _ subject: Subject) {
        let start = found.strandings.count
        guard new.isDurable else {
            subject.strand(
                "it is no longer durable",
                "keep `durable` until its tasks have ended: `durableTasks` contains only durable tasks"
            )
            return found.add(task: kind, to: start..<found.strandings.count)
        }
        if let codec = old.delivery.durability?.codec, codec != new.delivery.durability?.codec {
            let now = new.delivery.durability?.codec.map { "`\($0)`" } ?? "none"
            subject.part("durable").note(
                "its codec changed from `\(codec)` to \(now), but stored tasks contain the old name",
                "keep `\(codec)` in the queue until its tasks have ended"
            )
        }
        found.add(task: kind, to: start..<found.strandings.count)
        comparePayload(old, new, kind, subject)
    }

    /// Compares the stored values of the tasks, with the shapes in them.
    ///
    /// - Returns: the index of the first finding; `nil` if all values can be read.
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

    /// The place of a stored field in the spec.
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
            return endpoint.side == .new ? endpoint.child("params", name) : endpoint.removed("params", name)
        }
    }

    /// Does not recurse, because a chain of shapes can be long.
    ///
    /// - Returns: the index of the first finding.
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
