import NetTaskSpec

/// Which shapes replies hold and which ones requests hold: a shape gets only the code that its uses need.
struct ShapeUsage {
    private(set) var read: Set<String> = []
    private(set) var sent: Set<String> = []

    init(of spec: Spec) {
        let shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }, uniquingKeysWith: { first, _ in first })
        var requestObjects: Set<String> = []
        for endpoint in spec.endpoints {
            switch endpoint.response {
            case .json(let type, _): Self.mark(type, in: &read, shapes)
            case .fields(let fields): fields.forEach { Self.mark($0.type, in: &read, shapes) }
            case .none, .text, .data: break
            }
            if let body = endpoint.body { Self.mark(body, in: &sent, shapes) }
            for param in endpoint.params where !param.isIgnored { Self.mark(param.type, in: &sent, shapes) }
            // A request object is packed by the task, field by field; only what it holds packs itself.
            if let object = endpoint.requestObject?.shape, case .object(let fields) = shapes[object]?.kind {
                requestObjects.insert(object)
                for field in fields where !field.isIgnored { Self.mark(field.type, in: &sent, shapes) }
            }
        }
        // A shape that no endpoint names is there for the user's own code, which may want either.
        for shape in spec.shapes.map(\.name.written)
        where !read.contains(shape) && !sent.contains(shape) && !requestObjects.contains(shape) {
            Self.mark(.shape(shape), in: &read, shapes)
            Self.mark(.shape(shape), in: &sent, shapes)
        }
    }

    private static func mark(_ type: TypeReference, in used: inout Set<String>, _ shapes: [String: Shape]) {
        guard let name = type.shape, used.insert(name).inserted, let shape = shapes[name] else { return }
        guard case .object(let fields) = shape.kind else { return }
        for field in fields where !field.isIgnored { mark(field.type, in: &used, shapes) }
    }
}

extension TypeReference {
    /// The shape that it is, or is made of.
    var shape: String? {
        switch self {
        case .scalar: nil
        case .shape(let name): name
        case .array(let type), .dictionary(let type), .optional(let type): type.shape
        }
    }

    /// The scalar that it is, or is made of.
    var scalar: Scalar? {
        switch self {
        case .scalar(let scalar): scalar
        case .shape: nil
        case .array(let type), .dictionary(let type), .optional(let type): type.scalar
        }
    }

    var isArray: Bool {
        if case .array = unwrapped { true } else { false }
    }
}
