/// The endpoints and shapes whose constraints are checked before a task is sent.
package struct Validation: Sendable {
    /// The shapes that validated requests contain and that have constraints, directly or in other shapes.
    package private(set) var shapes: Set<String> = []
    /// The shapes that validated requests contain.
    private var sent: Set<String> = []

    /// - Parameter shapes: The shapes of the spec, by written name.
    package init(_ endpoints: [Endpoint], _ shapes: [String: Shape]) {
        let validated = endpoints.filter(\.isValidated)
        if validated.isEmpty { return }
        let types = validated.flatMap { $0.members.filter(\.isChecked).map(\.type) }
        sent = Shape.names(reachedFrom: types, shapes, through: \.isChecked)
        var holders: [String: [String]] = [:]
        for name in sent {
            let fields = shapes[name]?.fields?.filter(\.isChecked).map(\.type)
            for type in fields ?? shapes[name]?.types ?? [] {
                if let held = type.shape { holders[held, default: []].append(name) }
            }
        }
        let constrained = sent.filter { shapes[$0]?.fields?.contains(where: \.isConstrained) == true }
        self.shapes = Graph.reached(from: Array(constrained)) { holders[$0] ?? [] }
    }

    /// Whether a task of the endpoint checks anything.
    package func checks(_ endpoint: Endpoint) -> Bool {
        endpoint.isValidated && endpoint.members.contains { $0.isConstrained || $0.isChecked && holds($0.type) }
    }

    /// Whether a validated request contains the shape.
    package func contains(_ shape: String) -> Bool { sent.contains(shape) }

    /// Whether a value of this type contains a shape that is checked.
    package func holds(_ type: TypeReference) -> Bool { type.shape.map(shapes.contains) ?? false }
}

extension Spec {
    /// Whether a task checks constraints, so that its module needs NetTaskValidation.
    package var usesValidation: Bool {
        let validation = Validation(endpoints, shapesByName)
        return endpoints.contains(where: validation.checks)
    }
}

extension Field {
    /// Whether its value is sent as it is.
    package var isChecked: Bool { isSent && transform == nil }

    var isConstrained: Bool { isChecked && !constraints.isEmpty }
}
