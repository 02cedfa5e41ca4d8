/// Searches in graphs, such as the uses between shapes and between files. They do not recurse, because chains may be long.
package enum Graph {
    /// All nodes that are reachable from these, including the nodes themselves.
    package static func reached<Node: Hashable>(from starts: [Node], _ next: (Node) -> [Node]) -> Set<Node> {
        var reached: Set<Node> = []
        var pending = starts
        while let node = pending.popLast() {
            if reached.insert(node).inserted { pending += next(node) }
        }
        return reached
    }

    /// The nodes with enough satisfied needs. Nodes that only need each other are not satisfied.
    ///
    /// - Parameter count: The number of needs that are enough for a node.
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
    /// - edges: The outgoing edges of a node, with their labels.
    /// - foundCycle: Called once for each edge that closes a cycle, with the nodes of the cycle. The first node is also
    ///   the last.
    /// - Returns: All nodes, each after its successors, except in cycles.
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

    /// The text of a cycle for messages, without the middle of a long cycle: `A → B → A`.
    static func text(_ cycle: [String]) -> String {
        let shown = cycle.count > 12 ? cycle.prefix(6) + ["…"] + cycle.suffix(5) : cycle[...]
        return shown.joined(separator: " → ")
    }
}

extension Shape {
    /// The shapes of these types, and all shapes that they contain.
    ///
    /// - Parameter isFollowed: Whether to include the types of a field.
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

/// The shapes that replies contain and the shapes that requests contain. A shape gets only the code that its uses need.
package struct ShapeUsage: Sendable {
    package private(set) var read: Set<String>
    package private(set) var sent: Set<String>
    /// The request objects. The task packs their fields, so that only the types of these fields pack themselves.
    private let requestObjects: Set<String>

    /// - Parameters:
    /// - shapes: The shapes of the spec, by written name.
    /// - bothWays: Whether a field that travels in one direction counts for both.
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
        // Only the user's code uses a shape that no endpoint names, and it may need both directions.
        let unnamed = shapes.keys.filter { !read.contains($0) && !isSent($0) }.map(TypeReference.shape)
        read.formUnion(Shape.names(reachedFrom: unnamed, shapes, through: followsRead))
        sent.formUnion(Shape.names(reachedFrom: unnamed, shapes, through: followsSent))
    }

    /// Whether requests contain the shape, directly or indirectly.
    package func isSent(_ shape: String) -> Bool { sent.contains(shape) || requestObjects.contains(shape) }
}

/// The shapes that contain a secret when they are sent or stored, directly or in other shapes.
struct SecretShapes {
    /// A secret field of each such shape, or of a shape that it contains.
    private var secretOfShape: [String: Field] = [:]

    /// Starts at the secrets, so that a long chain of shapes is visited once.
    ///
    /// - Parameter withUnsent: Whether to include fields that are never sent. Stored tasks contain all fields.
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

    /// A secret in values of this type.
    func secret(in type: TypeReference) -> Field? { type.shape.flatMap { secretOfShape[$0] } }
}

extension Graph {
    /// The shapes that can have finite values: all except those that require a value of themselves.
    package static func inhabited(_ shapes: [String: Shape]) -> Set<String> {
        satisfied(shapes.mapValues(needs)) { name, needs in
            // One alternative is enough.
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
