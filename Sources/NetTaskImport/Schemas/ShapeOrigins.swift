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
        /// The schemas of the alternatives, in the order of the draft's cases.
        var alternatives: [DocumentValue] = []
        var discriminator: DiscriminatorReading?
    }

    func add(_ name: String, _ schema: DocumentValue, _ sharedIndex: Int?) {
        origins[name] = Origin(schema: schema, index: origins.count, sharedIndex: sharedIndex)
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
