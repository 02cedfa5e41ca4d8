/// What `inline: true` asks of a field, whose value is made of members of the same object.
struct InlineRule {
    private let shapes: [String: LocatedShape]
    private let diagnostics: DiagnosticCollector

    init(_ shapes: [String: LocatedShape], _ diagnostics: DiagnosticCollector) {
        self.shapes = shapes
        self.diagnostics = diagnostics
    }

    /// What the keys of one field show by themselves.
    static func check(
        _ inline: YAMLNode.Entry,
        _ keys: MappingReader,
        _ type: TypeReference?,
        _ diagnostics: DiagnosticCollector
    ) {
        let others = [
            "optional", "wireName", "format", "style", "default", "ignored", "transform", "secret", "from", "nullable",
            "only",
        ]
        for key in others {
            guard let entry = keys.entry(key) else { continue }
            diagnostics.error(
                "an inline field has no `\(key)`: it has no member of its own",
                at: entry.keyRange,
                notes: [.init("`inline` is here", at: inline.keyRange)]
            )
        }
        guard let type, let node = keys["type"] else { return }
        guard case .shape = type else {
            diagnostics.error(
                "an inline field is a shape with `fields`, or with `oneOf` of such shapes; `\(type)` is none",
                at: node.range,
                notes: type.isOptional
                    ? [.init("leave out the `?`: the object is there in any case", at: node.range)] : []
            )
            return
        }
    }

    /// What all shapes together show.
    func check(_ shapes: [LocatedShape], _ endpoints: [LocatedEndpoint]) {
        let inline = shapes.flatMap { shape in shape.fields.filter(\.field.isInline).map { (shape, $0) } }
        for (shape, field) in inline {
            checkMembers(of: field)
            checkDiscriminator(of: field, in: shape)
        }
        guard !inline.isEmpty else { return }
        for located in endpoints {
            guard let object = located.endpoint.requestObject?.shape, let range = located.requestObjectRange,
                let field = self.shapes[object]?.fields.first(where: \.field.isInline)
            else { continue }
            diagnostics.error(
                "a request object is sent field by field, and `\(object)` has an inline field",
                at: range,
                notes: [
                    .init("it is here", at: field.keyRange),
                    .init("send the shape whole, as `body: \(object)`", at: range),
                ]
            )
        }
    }

    /// All that the value can be has members. Without recursion, since a chain of shapes can be long.
    private func checkMembers(of field: LocatedField) {
        var pending = [field.field.type]
        var seen: Set<String> = []
        while let type = pending.popLast() {
            if type == .scalar(.jsonValue), field.field.type != type { continue }
            guard case .shape(let name) = type, let shape = shapes[name] else {
                return report(type, field)
            }
            guard seen.insert(name).inserted else { continue }
            switch shape.shape.kind {
            case .object: break
            case .alternatives(let alternatives): pending += alternatives.cases.map(\.type)
            case .enumeration, .custom: return report(type, field)
            }
        }
    }

    private func report(_ type: TypeReference, _ field: LocatedField) {
        let isItself = type == field.field.type
        diagnostics.error(
            isItself
                ? "an inline field is a shape with `fields`, or with `oneOf` of such shapes; `\(type)` is none"
                : "`\(field.field.type)` cannot be inline: its alternative `\(type)` has no fields",
            at: field.typeRange
        )
    }

    /// The member that tells alternatives apart belongs to them alone.
    private func checkDiscriminator(of field: LocatedField, in shape: LocatedShape) {
        guard let name = field.field.type.shape, let discriminator = shapes[name]?.shape.alternatives?.discriminator,
            let other = shape.fields.first(where: { $0.field.wireName == discriminator && !$0.field.isInline })
        else { return }
        diagnostics.error(
            "\(discriminator.quotedForMessage) tells the alternatives of `\(name)` apart, which are inline here",
            at: other.keyRange,
            notes: [.init("leave this field out, or give it to the alternatives", at: other.keyRange)]
        )
    }
}
