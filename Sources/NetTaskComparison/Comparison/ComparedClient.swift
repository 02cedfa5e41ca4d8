import NetTaskSpec

/// A client on both sides, and which of its shapes and schemes became which.
struct ComparedClient {
    let old: Side
    let new: Side
    /// Shapes that have another name now, by the old one.
    var shapeNames: [String: String] = [:]
    /// The same of schemes of authentication.
    var schemeNames: [String: String] = [:]

    struct Side {
        let spec: Spec
        /// By written name.
        let shapes: [String: Shape]
        let usage: ShapeUsage

        init(_ spec: Spec) {
            self.spec = spec
            shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }) { first, _ in first }
            usage = ShapeUsage(endpoints: spec.endpoints, shapes: shapes)
        }

        /// Whether replies hold values of the shape, and whether requests do.
        func use(of shape: Shape) -> (isRead: Bool, isSent: Bool) {
            (usage.read.contains(shape.name.written), usage.isSent(shape.name.written))
        }
    }

    init(old: Spec, new: Spec) {
        self.old = Side(old)
        self.new = Side(new)
    }

    /// Whether both are one type, apart from the names that its shapes were given.
    func isSame(_ old: TypeReference, _ new: TypeReference) -> Bool {
        renamed(old) == new
    }

    /// What is on the wire where the old spec has this type.
    func oldForm(_ type: TypeReference, _ format: Field.Format?) -> WireForm {
        WireForm(type, format, old.shapes) { shapeNames[$0] ?? $0 }
    }

    /// What is on the wire where the new spec has this type.
    func newForm(_ type: TypeReference, _ format: Field.Format?) -> WireForm {
        WireForm(type, format, new.shapes) { $0 }
    }

    /// What an example says matters to nobody's code, but that it is there does.
    func compareExamples(
        _ old: Example?,
        _ new: Example?,
        _ subject: DifferenceCollector.Subject,
        _ found: DifferenceCollector
    ) {
        guard self.old.spec.hasExamples, self.new.spec.hasExamples, old != nil, new == nil else { return }
        found.add([.callers], subject, "it has no example any more")
    }

    private func renamed(_ type: TypeReference) -> TypeReference {
        switch type {
        case .scalar: type
        case .shape(let name): .shape(shapeNames[name] ?? name)
        case .array(let element): .array(renamed(element))
        case .dictionary(let value): .dictionary(renamed(value))
        case .optional(let wrapped): .optional(renamed(wrapped))
        }
    }
}
