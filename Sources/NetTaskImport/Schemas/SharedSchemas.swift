import NetTaskSpec

/// The schemas that others refer to, which have names of their own.
struct SharedSchemas {
    private(set) var contexts: [(schema: DocumentValue, context: SchemaContext)] = []
    private var indices: [SourceRange: Int] = [:]

    /// The context of a shared schema; nil for others.
    func context(of schema: DocumentValue) -> SchemaContext? {
        indices[schema.range].map { contexts[$0].context }
    }

    /// - Returns: The context that the schema has from now on.
    mutating func add(_ schema: DocumentValue, name: String) -> SchemaContext {
        if let context = context(of: schema) { return context }
        var context = SchemaContext(name: name, home: .shared)
        context.shapeName = name
        context.sharedIndex = contexts.count
        indices[schema.range] = contexts.count
        contexts.append((schema, context))
        return context
    }
}
