import NetTaskSpec

/// Compares the durable tasks of a client with what they were, and the shapes in them, each once.
struct StoredClientComparison {
    typealias Subject = DifferenceCollector.Subject

    private let types: StoredTypes
    private let prefix: String
    private let found: StrandedTasksCollector
    /// What was found out about shapes.
    private var visited: [StoredTypes.Pair: Visited] = [:]

    private struct Visited {
        var findings: Range<Int>
        /// The shapes that they hold.
        var pairs: [StoredTypes.Pair]
    }

    init(_ old: Spec, _ new: Spec, _ isPrefixed: Bool, _ found: StrandedTasksCollector) {
        types = StoredTypes(old: Self.shapes(of: old), new: Self.shapes(of: new))
        prefix = isPrefixed ? "\(new.client.swift)." : ""
        self.found = found
    }

    private static func shapes(of spec: Spec) -> [String: Shape] {
        Dictionary(spec.shapes.map { ($0.name.written, $0) }) { first, _ in first }
    }

    /// - Parameter kind: What the old one is called on disk.
    mutating func compare(_ old: Endpoint, _ new: Endpoint, _ kind: String, _ subject: Subject) {
        let start = found.findings.count
        guard new.isDurable else {
            found.add(
                .stranded,
                subject,
                "it is not durable any more",
                "say `durable` until its tasks are drained: what is not durable is not in `durableTasks`"
            )
            return found.add(task: kind, to: start..<found.findings.count)
        }
        compareCodecs(old.delivery.durability?.codec, new.delivery.durability?.codec, subject)
        let pairs = StoredFieldComparison(types: types, found: found).compare(old.storedFields, new.storedFields) {
            field,
            side in
            Self.subject(
                of: field,
                in: side == .new ? subject : Subject(path: subject.path, side: .old, range: old.name.place)
            )
        }
        found.add(task: kind, to: start..<found.findings.count)
        compareShapes(pairs, kind)
    }

    /// Where a stored field is in the spec.
    private static func subject(of field: Field, in endpoint: Subject) -> Subject {
        switch field.name.written {
        case "$body": return endpoint.part("body")
        case "$requestObject":
            return Subject(path: "\(endpoint.path).requestObject", side: endpoint.side, range: field.name.place)
        default:
            var name = field.name
            if name.written.hasPrefix("$$") { name.written.removeFirst() }  // as it is stored
            return endpoint.side == .new ? endpoint.child("params", name) : endpoint.gone("params", name)
        }
    }

    private func compareCodecs(_ old: String?, _ new: String?, _ subject: Subject) {
        guard let old, old != new else { return }
        let now = new.map { "is `\($0)`" } ?? "there is none"
        found.add(
            .note,
            subject.part("durable"),
            "its codec was `\(old)`, and now \(now); stored tasks know the name of theirs",
            "let the queue have `\(old)` until its tasks are drained"
        )
    }

    /// Without recursion, since a chain of shapes can be long.
    private mutating func compareShapes(_ pairs: [StoredTypes.Pair], _ kind: String) {
        var pending = Array(pairs.reversed())
        var reached: Set<StoredTypes.Pair> = []
        while let pair = pending.popLast() {
            guard reached.insert(pair).inserted, let old = types.old[pair.old], let new = types.new[pair.new] else {
                continue
            }
            let visited = self.visited[pair] ?? visit(old, new)
            self.visited[pair] = visited
            found.add(task: kind, to: visited.findings)
            pending += visited.pairs.reversed()
        }
    }

    private func visit(_ old: Shape, _ new: Shape) -> Visited {
        let start = found.findings.count
        let subject = Subject(path: "\(prefix)shapes.\(new.name.written)", side: .new, range: new.name.place)
        let pairs = StoredShapeComparison(types: types, found: found).compare(old, new, subject)
        return Visited(findings: start..<found.findings.count, pairs: pairs)
    }
}
