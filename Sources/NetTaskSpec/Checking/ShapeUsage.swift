/// Which shapes replies hold and which ones requests hold: a shape gets only the code that its uses need.
package struct ShapeUsage: Sendable {
    package private(set) var read: Set<String> = []
    package private(set) var sent: Set<String> = []
    /// Those that are packed by the task, field by field.
    private var requestObjects: Set<String> = []

    /// - Parameter shapes: The spec's, by written name.
    package init(endpoints: [Endpoint], shapes: [String: Shape]) {
        for endpoint in endpoints {
            switch endpoint.response {
            case .json(let type, _): markRead([type], shapes)
            case .fields(let fields): markRead(fields.map(\.type), shapes)
            case .statuses(let bodies): markRead(bodies.flatMap(\.types), shapes)
            case .none, .text, .data, .file: break
            }
            markRead(endpoint.responseHeaders.map(\.type), shapes)
            markRead(endpoint.errors.flatMap(\.types), shapes)
            if let body = endpoint.body { markSent([body], shapes) }
            markSent(endpoint.params.filter { !$0.isIgnored }.map(\.type), shapes)
            // A request object is packed by the task, field by field; only what it holds packs itself.
            if let object = endpoint.requestObject?.shape, let fields = shapes[object]?.fields {
                requestObjects.insert(object)
                markSent(fields.filter(\.isSent).map(\.type), shapes)
            }
        }
        // A shape that no endpoint names is there for the user's own code, which may want either.
        let unnamed = shapes.keys.filter { !read.contains($0) && !isSent($0) }
        for shape in unnamed {
            markRead([.shape(shape)], shapes)
            markSent([.shape(shape)], shapes)
        }
    }

    /// Whether requests hold the shape in any way.
    package func isSent(_ shape: String) -> Bool { sent.contains(shape) || requestObjects.contains(shape) }

    private mutating func markRead(_ types: [TypeReference], _ shapes: [String: Shape]) {
        Self.mark(types, in: &read, shapes) { $0.isRead ? $0.type : nil }
    }

    private mutating func markSent(_ types: [TypeReference], _ shapes: [String: Shape]) {
        Self.mark(types, in: &sent, shapes) { $0.isSent ? $0.type : nil }
    }

    /// Marks the shapes of these types, and those that they hold. Without recursion, since a chain of shapes can be long.
    private static func mark(
        _ types: [TypeReference],
        in used: inout Set<String>,
        _ shapes: [String: Shape],
        following type: (Field) -> TypeReference?
    ) {
        var pending = types.compactMap(\.shape)
        while let name = pending.popLast() {
            guard used.insert(name).inserted else { continue }
            pending += (shapes[name]?.fields ?? []).compactMap { type($0)?.shape }
            pending += (shapes[name]?.alternatives?.cases ?? []).compactMap(\.type.shape)
        }
    }
}

extension Shape {
    /// Its fields, if it has fields.
    package var fields: [Field]? {
        if case .object(let fields) = kind { fields } else { nil }
    }
}

extension Shape {
    /// Its alternatives, if it is one of several types.
    package var alternatives: Alternatives? {
        if case .alternatives(let alternatives) = kind { alternatives } else { nil }
    }
}

extension TypeReference {
    /// The shape that it is, or is made of.
    package var shape: String? {
        switch self {
        case .scalar: nil
        case .shape(let name): name
        case .array(let type), .dictionary(let type), .optional(let type): type.shape
        }
    }

    /// The scalar that it is, or is made of.
    package var scalar: Scalar? {
        switch self {
        case .scalar(let scalar): scalar
        case .shape: nil
        case .array(let type), .dictionary(let type), .optional(let type): type.scalar
        }
    }
}
