import NetTaskSpec

/// Which schemas under `components` extend others by `allOf`.
final class SchemaHierarchy {
    private let schemas: () -> [DocumentValue]
    /// The schemas that name another one in their `allOf`, by where that one is.
    private lazy var children: [SourceRange: [DocumentValue]] = {
        var children: [SourceRange: [DocumentValue]] = [:]
        for schema in schemas() {
            for part in schema["allOf"]?.elements ?? [] {
                guard let parent = part["$ref"] == nil ? nil : part.referredToTheEnd else { continue }
                children[parent.range, default: []].append(schema)
            }
        }
        return children
    }()

    /// - Parameter schemas: Those under `components`, in their order.
    init(_ schemas: @escaping () -> [DocumentValue]) {
        self.schemas = schemas
    }

    /// All that extend a schema, in the order of the document; those of one that tells its own apart are left to it.
    func descendants(of schema: DocumentValue) -> [DocumentValue] {
        var found: [DocumentValue] = []
        var seen: Set<SourceRange> = [schema.range]
        var pending = Array((children[schema.range] ?? []).reversed())
        while let next = pending.popLast() {
            guard seen.insert(next.range).inserted else { continue }
            found.append(next)
            if next["discriminator"] == nil { pending += (children[next.range] ?? []).reversed() }
        }
        return found
    }

    /// Whether all alternatives of a schema extend it, so that they have its fields themselves.
    func holdsItself(_ alternatives: DocumentValue, _ schema: DocumentValue) -> Bool {
        let elements = alternatives.elements ?? []
        return !elements.isEmpty && elements.allSatisfy { $0["$ref"] != nil && extends($0.referredToTheEnd, schema) }
    }

    private func extends(_ schema: DocumentValue?, _ parent: DocumentValue) -> Bool {
        guard let schema else { return false }
        var seen: Set<SourceRange> = []
        var pending = [parent.range]
        while let next = pending.popLast() {
            guard seen.insert(next).inserted else { continue }
            let found = (children[next] ?? []).map(\.range)
            if found.contains(schema.range) { return true }
            pending += found
        }
        return false
    }
}
