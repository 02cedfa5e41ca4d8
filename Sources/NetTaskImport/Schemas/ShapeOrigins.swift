import NetTaskSpec

/// Where in the document the shapes come from.
final class ShapeOrigins {
    private var origins: [String: Origin] = [:]
    private var schemas: Set<SourceRange> = []

    struct Origin {
        var schema: DocumentValue
        /// In the order in which shapes were come upon.
        var index: Int
        var sharedIndex: Int?
        /// The elements of `required`, by the names on the wire.
        var required: [String: DocumentValue] = [:]
        /// What the document says of how its alternatives are told apart.
        var discriminator: DocumentValue?
        /// Whether the document gives it its name: others may use it.
        var isNamed: Bool
    }

    func add(_ name: String, _ schema: DocumentValue, _ context: SchemaContext) {
        origins[name] = Origin(
            schema: schema,
            index: origins.count,
            sharedIndex: context.sharedIndex,
            isNamed: context.shapeName != nil
        )
        schemas.insert(schema.range)
    }

    /// Whether a schema itself is a shape.
    func isShape(_ schema: DocumentValue) -> Bool { schemas.contains(schema.range) }

    subscript(name: String) -> Origin? {
        get { origins[name] }
        set { origins[name] = newValue }
    }

    /// The shared shapes in the order of the document, each with those inside of it; then the others as they were.
    func sorted(_ shapes: [ShapeDraft]) -> [ShapeDraft] {
        let keyed = shapes.enumerated().map { index, shape in
            let origin = shape.home == .shared ? origins[shape.name] : nil
            return (key: (origin?.sharedIndex ?? Int.max, origin?.index ?? Int.max, index), shape: shape)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.shape)
    }
}
