/// Decodes the `example:` of shapes, endpoints, fields and params as values of their types, and determines which shapes and
/// endpoints have an example.
///
/// An example is a map of fields. A required field that the map omits uses its own example or the example of its shape; a
/// secret text is `<secret>`. Without an example, a shape combines the examples of its fields, if all required fields have
/// one.
struct ExampleReader: Diagnosing {
    private let decoder: SpecDecoder
    /// The remaining number of values. An example in a group is read for each endpoint.
    private var budget = YAMLBudget.nodes
    /// The shapes whose examples the current draft contains, and the fields that use them.
    private var needs: [(shape: String, field: String)] = []
    /// The examples that fields of the current draft have themselves, by written name.
    private var own: [String: Example] = [:]
    /// The fields whose own examples are being decoded, by shape. Such an example may contain the field again.
    private var underWay: Set<[String]> = []

    init(_ decoder: SpecDecoder) {
        self.decoder = decoder
    }

    var diagnostics: DiagnosticCollector { decoder.diagnostics }

    /// An example that contains the examples of other shapes.
    private struct Draft {
        var value: Example
        /// The shapes, and the fields that use them.
        var needs: [(shape: String, field: String)] = []
        /// The place in the spec; `nil` if the example combines those of fields.
        var place: SourceRange?
    }

    /// Stores the examples of shapes and endpoints.
    mutating func read(_ shapes: [Shape], _ endpoints: [Endpoint], into spec: inout Spec) {
        var drafts: [String: Draft] = [:]
        var examples: [String: [String: Example]] = [:]
        for shape in shapes {
            drafts[shape.name.written] = draft(of: shape)
            examples[shape.name.written] = own
        }
        let complete = Graph.satisfied(drafts.mapValues { $0.needs.map(\.shape) })
        func finished(_ draft: Draft?) -> Example? {
            guard let draft else { return nil }
            guard let need = draft.needs.first(where: { !complete.contains($0.shape) }) else { return draft.value }
            if let place = draft.place { reportMissing(need.field, at: place) }
            return nil
        }
        for index in spec.shapes.indices {
            let name = spec.shapes[index].name.written
            spec.shapes[index].example = finished(drafts[name])
            if let own = examples[name], !own.isEmpty, var fields = spec.shapes[index].fields {
                Self.add(own, to: &fields)
                spec.shapes[index].kind = .object(fields)
            }
        }
        for (index, endpoint) in endpoints.enumerated() {
            spec.endpoints[index].example = finished(draft(endpoint.members, endpoint.anyEntry("example")))
            if !own.isEmpty { Self.add(own, to: &spec.endpoints[index].params) }
        }
        if spec.hasExamples { checkNames(spec) }
    }

    private static func add(_ examples: [String: Example], to fields: inout [Field]) {
        for index in fields.indices { fields[index].example = examples[fields[index].name.written] }
    }

    // MARK: Shapes and endpoints

    private mutating func draft(of shape: Shape) -> Draft? {
        own = [:]
        if case .custom = shape.kind { return nil }
        guard shape.members.isEmpty else {
            return draft(shape.members, shape.entry("example"))
        }
        guard let example = shape.entry("example") else {
            if case .object = shape.kind { return Draft(value: .members([])) }
            return nil
        }
        needs = []
        return value(example.value, .shape(shape.name.written)).map {
            Draft(value: $0, needs: needs, place: example.keyRange)
        }
    }

    private mutating func draft(_ fields: [Field], _ example: YAMLNode.Entry?) -> Draft? {
        needs = []
        own = [:]
        let entries = fields.compactMap { field in field.entry("example").map { (field, $0.value) } }
        for (field, node) in entries { own[field.name.written] = value(node, of: field) }
        guard let values = members(fields, example?.value, own), own.count == entries.count else { return nil }
        return Draft(value: .members(values), needs: needs, place: example?.keyRange)
    }

    /// - Parameters:
    /// - node: The example of the whole map; `nil` if there is none.
    /// - examples: The examples of the members.
    /// - Returns: `nil` if a value is missing or invalid.
    private mutating func members(
        _ fields: [Field],
        _ node: YAMLNode?,
        _ examples: [String: Example]
    ) -> [Example.Member]? {
        if let node, !node.isMap {
            return at(node.range, .invalidExample)
                .error("an example must be a map of names to values, not \(node.kind)").none()
        }
        let entries = node?.entries ?? []
        let given = Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
        let names = Set(fields.map(\.name.written))
        for entry in entries where !names.contains(entry.key) {
            at(entry.keyRange, .unknownParam)
                .error("unknown name \(entry.key.quotedForMessage) in an example")
                .suggest(entry.key.closestMatch(among: fields.map(\.name.written)))
        }
        var members: [Example.Member] = []
        var isComplete = true
        for field in fields {
            let name = field.name.written
            var example: Example?
            if let given = given[name] {
                example = value(given, of: field)
            } else if let own = examples[name], node == nil || !field.canBeMissing {
                example = own
            } else if field.canBeMissing {
                continue
            } else if field.isSecret, field.type == .scalar(.string) {
                example = .value(.string("<secret>"))
            } else if let (inherited, shape) = Self.inherited(field) {
                needs.append((shape, name))
                example = inherited
            } else if let node {
                reportMissing(name, at: node.range)
            }
            guard let example else {
                isComplete = false
                continue
            }
            members.append(Example.Member(name: field.name.swift, value: example))
        }
        return isComplete ? members : nil
    }

    /// The example of the field's shape.
    private static func inherited(_ field: Field) -> (example: Example, shape: String)? {
        switch field.type {
        case .shape(let name): (.ofShape, name)
        case .array(.shape(let name)): (.list([.ofShape]), name)
        default: nil
        }
    }

    // MARK: Values

    private mutating func value(_ node: YAMLNode, of field: Field) -> Example? {
        if field.isSecret {
            return at(node.range, .invalidExample)
                .error("a secret cannot have an `example`, which would appear in the spec and in generated code")
                .note("remove it; the example of the map that contains it shows `<secret>`").none()
        }
        return field.isNullable && node.removes ? .null : value(node, field.type)
    }

    private mutating func value(_ node: YAMLNode, _ type: TypeReference) -> Example? {
        budget -= 1
        guard budget > 0 else {
            return at(node.range, .limitExceeded)
                .error("the examples of this client have more than \(YAMLBudget.nodes) values").none()
        }
        guard !node.isMissing else { return at(node.range, .missingValue).error("missing value").none() }
        if type.isOptional, node.isNull { return .null }
        switch type.unwrapped {
        case .scalar:
            return decoder.value(node, type.unwrapped, "example").map { .value($0) }
        case .array(let element):
            guard case .sequence(let items) = node.content else {
                return at(node.range, .invalidExample)
                    .error("an example of `\(type)` must be a list, not \(node.kind)").none()
            }
            let values = items.map { value($0, element) }
            return values.contains(nil) ? nil : .list(values.compactMap { $0 })
        case .dictionary(let element):
            guard node.isMap else {
                return at(node.range, .invalidExample)
                    .error("an example of `\(type)` must be a map, not \(node.kind)").none()
            }
            let values = node.entries.map { ($0.key, value($0.value, element)) }
            let members = values.compactMap { key, value in value.map { Example.Member(name: key, value: $0) } }
            return members.count == values.count ? .members(members) : nil
        case .shape(let name):
            return shape(node, name)
        case .optional:
            return nil  // types have one `?` at most
        }
    }

    private mutating func shape(_ node: YAMLNode, _ name: String) -> Example? {
        switch decoder.shapeList[name]?.kind {
        case nil:
            return nil
        case .enumeration:
            return decoder.value(node, .shape(name), "example").map { .value($0) }
        case .custom:
            return at(node.range, .invalidExample)
                .error("`\(name)` is a Swift type of your own, which cannot have an example in a spec").none()
        case .object(let fields):
            let examples = ownExamples(of: name, beside: node)
            return members(fields, node, examples).map { .members($0) }
        case .alternatives(let alternatives):
            let names = alternatives.cases.map(\.name.written)
            guard node.entries.count == 1, let key = node.entries.first?.key, let index = names.firstIndex(of: key)
            else {
                let all = names.map { "`\($0)`" }.joined(separator: ", ")
                return at(node.range, .invalidExample).error(
                    "an example of `\(name)` must be a map of one case to its value; the cases are \(all)"
                ).none()
            }
            let alternative = alternatives.cases[index]
            return value(node.entries[0].value, alternative.type).map {
                .members([Example.Member(name: alternative.name.swift, value: $0)])
            }
        }
    }

    /// The examples of a shape's required fields that the surrounding example omits.
    private mutating func ownExamples(of shape: String, beside node: YAMLNode) -> [String: Example] {
        let given = Set(node.entries.map(\.key))
        var examples: [String: Example] = [:]
        for field in decoder.shapeList[shape]?.members ?? [] {
            let name = field.name.written
            guard !given.contains(name), !field.canBeMissing, let own = field.entry("example"),
                underWay.insert([shape, name]).inserted
            else { continue }
            examples[name] = value(own.value, of: field)
            underWay.remove([shape, name])
        }
        return examples
    }

    // MARK: Reports

    private func reportMissing(_ name: String, at range: SourceRange) {
        at(range, .invalidExample)
            .error("the example lacks \(name.quotedForMessage), which has no example of its own")
            .note("add a value here, or an `example` to its declaration")
    }

    /// Finds names that clash with those of generated examples.
    private func checkNames(_ spec: Spec) {
        for shape in spec.shapes where shape.example != nil {
            let cases = shape.options.map(\.name) + (shape.cases ?? []).map(\.name)
            for name in cases where name.swift == "example" {
                at(name.place, .nameClash).error("a case cannot have the name `example` if its shape has an example")
            }
            for field in shape.members where field.name.swift == spec.client.swift {
                at(field.name.place, .nameClash)
                    .error(
                        "a field cannot have the client's name, `\(spec.client.swift)`, if its shape has an example"
                    )
                    .note("rename the field with `swiftName:`")
            }
        }
    }
}
