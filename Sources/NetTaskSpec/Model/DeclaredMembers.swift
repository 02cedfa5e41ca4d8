/// The names of members that a spec declares. Other members are additional.
package struct DeclaredMembers: Sendable {
    private let shapes: [String: Shape]
    /// The discriminators that identify each shape with fields as an alternative.
    private var discriminators: [String: Set<String>] = [:]

    /// - Parameter shapes: The shapes of the spec, by written name.
    package init(_ shapes: [String: Shape]) {
        self.shapes = shapes
        guard shapes.values.contains(where: { $0.members.contains(where: \.isAdditional) }) else { return }
        for shape in shapes.values {
            guard let discriminator = shape.alternatives?.discriminator else { continue }
            visit(shape.options.map(\.type)) { name, _ in discriminators[name, default: []].insert(discriminator) }
        }
    }

    /// The names of the fields, of the members of inline fields, and of the discriminators beside them, without duplicates.
    ///
    /// - Parameter shape: The written name of the shape with the fields; `nil` for a reply that is described in place.
    package func names(of fields: [Field], in shape: String?) -> [String] {
        var names: [String] = []
        func add(_ fields: [Field]) { names += fields.filter { !$0.isInline }.map { $0.path[0] } }
        add(fields)
        visit(fields.filter(\.isInlineShape).map(\.type)) { _, inline in
            add(inline.members)
            names += [inline.alternatives?.discriminator].compactMap(\.self)
        }
        names += shape.flatMap { discriminators[$0] }?.sorted() ?? []
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Visits the shapes that read the same JSON object. Does not recurse, because a chain of shapes can be long.
    private func visit(_ types: [TypeReference], _ body: (String, Shape) -> Void) {
        var pending = types
        var seen: Set<String> = []
        while let type = pending.popLast() {
            guard case .shape(let name) = type, seen.insert(name).inserted, let shape = shapes[name] else { continue }
            body(name, shape)
            pending += shape.options.map(\.type) + shape.members.filter(\.isInlineShape).map(\.type)
        }
    }
}
