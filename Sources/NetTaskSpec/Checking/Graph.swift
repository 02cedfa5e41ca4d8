/// Searches over what leads to what: shapes to shapes, and files to files. Without recursion, since chains may be long.
package enum Graph {
    /// All that can be come to from these, themselves included.
    package static func reached<Node: Hashable>(from starts: [Node], _ next: (Node) -> [Node]) -> Set<Node> {
        var reached: Set<Node> = []
        var pending = starts
        while let node = pending.popLast() {
            if reached.insert(node).inserted { pending += next(node) }
        }
        return reached
    }

    /// The nodes that have enough of what they need, where only such nodes count. Those that need each other do not.
    ///
    /// - Parameter count: How many of its needs are enough for a node.
    static func satisfied<Node: Hashable>(
        _ needs: [Node: [Node]],
        count: (Node, [Node]) -> Int = { $1.count }
    ) -> Set<Node> {
        var missing: [Node: Int] = [:]
        var waiting: [Node: [Node]] = [:]
        for (node, needs) in needs {
            missing[node] = count(node, needs)
            for need in needs { waiting[need, default: []].append(node) }
        }
        return reached(from: missing.filter { $0.value == 0 }.map(\.key)) { node in
            (waiting[node] ?? []).filter { other in
                missing[other, default: 0] -= 1
                return missing[other] == 0
            }
        }
    }

    /// A depth-first search.
    ///
    /// - Parameters:
    ///   - edges: What a node leads to, and by what.
    ///   - foundCycle: Called once for each edge that closes a cycle, with the nodes of the cycle: the last is the first again.
    /// - Returns: All nodes, each after those that it leads to, as far as there are no cycles.
    @discardableResult
    package static func search<Node: Hashable, Edge>(
        from starts: [Node],
        _ edges: (Node) -> [(node: Node, edge: Edge)],
        foundCycle: (_ cycle: [Node], _ edge: Edge) -> Void
    ) -> [Node] {
        var order: [Node] = []
        var finished: Set<Node> = []
        for start in starts where !finished.contains(start) {
            var path = [(node: start, edges: edges(start)[...])]
            var positions = [start: 0]
            while let node = path.last?.node {
                guard let (next, edge) = path[path.count - 1].edges.popFirst() else {
                    finished.insert(node)
                    order.append(node)
                    positions[node] = nil
                    path.removeLast()
                    continue
                }
                if finished.contains(next) { continue }
                if let position = positions[next] {
                    foundCycle(path[position...].map(\.node) + [next], edge)
                } else {
                    positions[next] = path.count
                    path.append((next, edges(next)[...]))
                }
            }
        }
        return order
    }

    /// A cycle for a message, without the middle of a long one: `A → B → A`.
    static func text(_ cycle: [String]) -> String {
        let shown = cycle.count > 12 ? cycle.prefix(6) + ["…"] + cycle.suffix(5) : cycle[...]
        return shown.joined(separator: " → ")
    }
}

extension Shape {
    /// The shapes of these types, and all that they hold.
    ///
    /// - Parameter isFollowed: Whether what a field holds counts.
    package static func names(
        reachedFrom types: [TypeReference],
        _ shapes: [String: Shape],
        through isFollowed: (Field) -> Bool = { _ in true }
    ) -> Set<String> {
        Graph.reached(from: types.compactMap(\.shape)) { name in
            let fields = shapes[name]?.fields?.filter(isFollowed) ?? []
            return fields.compactMap(\.type.shape) + (shapes[name]?.alternatives?.cases ?? []).compactMap(\.type.shape)
        }
    }
}

/// Which shapes replies hold and which ones requests hold: a shape gets only the code that its uses need.
package struct ShapeUsage: Sendable {
    package private(set) var read: Set<String>
    package private(set) var sent: Set<String>
    /// Those that are packed by the task, field by field: only what they hold packs itself.
    private let requestObjects: Set<String>

    /// - Parameters:
    ///   - shapes: The spec's, by written name.
    ///   - bothWays: Whether what a field holds that travels one way counts for the other way, too.
    package init(endpoints: [Endpoint], webhooks: Webhooks?, shapes: [String: Shape], bothWays: Bool = false) {
        let followsSent = { (field: Field) in bothWays || field.isSent }
        let followsRead = { (field: Field) in bothWays || field.isRead }
        requestObjects = Set(endpoints.compactMap(\.requestObject?.shape))
        let packed = requestObjects.flatMap { shapes[$0]?.fields?.filter(followsSent) ?? [] }
        let params = endpoints.flatMap(\.params).filter { !$0.isIgnored }
        let sentTypes = (params + packed).map(\.type) + endpoints.compactMap(\.body)
        let readTypes = endpoints.flatMap(\.readTypes) + (webhooks?.readTypes ?? [])
        read = Shape.names(reachedFrom: readTypes, shapes, through: followsRead)
        sent = Shape.names(reachedFrom: sentTypes, shapes, through: followsSent)
        // A shape that no endpoint names is there for the user's own code, which may want either.
        let unnamed = shapes.keys.filter { !read.contains($0) && !isSent($0) }.map(TypeReference.shape)
        read.formUnion(Shape.names(reachedFrom: unnamed, shapes, through: followsRead))
        sent.formUnion(Shape.names(reachedFrom: unnamed, shapes, through: followsSent))
    }

    /// Whether requests hold the shape in any way.
    package func isSent(_ shape: String) -> Bool { sent.contains(shape) || requestObjects.contains(shape) }
}

/// Which shapes hold a secret when they are sent, or stored, be it in a field of their own or deeper.
struct SecretShapes {
    /// A secret field of each such shape, of its own or of one that it holds.
    private var secretOfShape: [String: Field] = [:]

    /// From the secrets outwards, so that a long chain of shapes is walked once.
    ///
    /// - Parameter withUnsent: Whether fields that are never sent count as well: on disk is all of a task.
    init(_ shapes: [Shape], withUnsent: Bool = false) {
        var pending: [String] = []
        var holders: [String: [String]] = [:]
        for shape in shapes {
            let name = shape.name.written
            let fields = shape.members.filter { withUnsent || $0.isSent }
            for type in fields.map(\.type) + shape.options.map(\.type) {
                if let held = type.shape { holders[held, default: []].append(name) }
            }
            guard let secret = fields.first(where: \.isSecret) else { continue }
            secretOfShape[name] = secret
            pending.append(name)
        }
        while let name = pending.popLast() {
            for holder in holders[name] ?? [] where secretOfShape[holder] == nil {
                secretOfShape[holder] = secretOfShape[name]
                pending.append(holder)
            }
        }
    }

    /// A secret that goes with a value of that type.
    func secret(in type: TypeReference) -> Field? { type.shape.flatMap { secretOfShape[$0] } }
}

extension Graph {
    /// The shapes that some finite value has: all but those that cannot do without a value of their own inside.
    package static func inhabited(_ shapes: [String: Shape]) -> Set<String> {
        satisfied(shapes.mapValues(needs)) { name, needs in
            // Of alternatives one is enough.
            guard let count = shapes[name]?.alternatives?.cases.count, count > 0 else { return needs.count }
            return needs.count < count ? 0 : 1
        }
    }

    private static func needs(_ shape: Shape) -> [String] {
        if shape.catchAll != nil { return [] }
        let types = shape.members.filter { !$0.isNullable }.map(\.type) + shape.options.map(\.type)
        return types.compactMap { if case .shape(let name) = $0 { name } else { nil } }
    }
}
