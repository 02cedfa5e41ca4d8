import NetTaskSpec

/// Completes the fields of a spec, when it is known which shapes are sent and which are read.
struct FieldCompletion {
    private let usage: ShapeUsage
    private let shapes: [String: Shape]
    private let recognized: Set<String>
    private let places: TextPlaces

    /// Returns the spec of an import in the form in which it is written.
    static func completed(_ imported: ImportedSpec) -> Spec {
        let completion = FieldCompletion(imported)
        var spec = imported.spec
        for index in spec.shapes.indices { completion.complete(&spec.shapes[index]) }
        let shapes = spec.shapesByName
        for index in spec.endpoints.indices { completion.complete(&spec.endpoints[index], shapes) }
        if spec.webhooks?.events.isEmpty == true { spec.webhooks = nil }
        return spec
    }

    private init(_ imported: ImportedSpec) {
        let shapes = imported.spec.shapesByName
        self.shapes = shapes
        usage = imported.spec.usage
        recognized = imported.recognized
        places = TextPlaces { shapes[$0]?.kind }
    }

    private func complete(_ shape: inout Shape) {
        shape.isMutable = false
        guard let fields = shape.fields else { return }
        let name = shape.name.written
        let (isSent, isRead, isRecognized) = (usage.isSent(name), usage.read.contains(name), recognized.contains(name))
        let completedFields = fields.map { field in
            var completed = self.completed(field, isSent: isSent, isInJSON: true, isRecognized: isRecognized)
            // A field has no value in the direction in which it is not sent.
            if field.only == .response && isSent || field.only == .request && isRead { completed.isRequired = false }
            return completed
        }
        shape.kind = .object(completedFields)
    }

    private func complete(_ endpoint: inout Endpoint, _ shapes: [String: Shape]) {
        for (index, param) in endpoint.params.enumerated() {
            let isInJSON = endpoint.encoding == .json && param.location == .body
            endpoint.params[index] = completed(param, isSent: true, isInJSON: isInJSON)
        }
        endpoint.responseHeaders = endpoint.responseHeaders.map(completedHeader)
        for index in endpoint.errors.indices {
            endpoint.errors[index].headers = endpoint.errors[index].headers.map(completedHeader)
        }
        if case .statuses(var bodies) = endpoint.response {
            for index in bodies.indices { bodies[index].headers = bodies[index].headers.map(completedHeader) }
            endpoint.response = .statuses(bodies)
        }
        guard let name = endpoint.stream?.condition?.field.name else { return }
        if let param = endpoint.params.first(where: { $0.name == name }) {
            endpoint.stream?.condition?.field = param
        } else if let holder = endpoint.holders.first,
            let field = holder.type.shape.flatMap({ shapes[$0]?.fields })?.first(where: { $0.name == name })
        {
            endpoint.stream?.condition = Endpoint.Stream.Condition(field: field, value: .bool(true), holder: holder)
        }
    }

    private func completedHeader(_ header: Field) -> Field { completed(header, isSent: false, isInJSON: false) }

    /// Returns a field in the form for a spec. A field that is only read gets the default of the document. For a field that is
    /// sent, the description states the default, because sending a default differs from sending nothing.
    private func completed(_ field: Field, isSent: Bool, isInJSON: Bool, isRecognized: Bool = false) -> Field {
        if field.isInline { return field }
        var completed = field
        // In a value that is only read, null is equivalent to a missing field.
        completed.isNullable =
            field.isNullable && isInJSON && field.type.unwrapped != .jsonValue
            && (field.isRequired || isSent && field.only != .response)
        // Only JSON can have a number in quotes.
        if !isInJSON, field.type.scalar == .decimal { completed.format = nil }
        if field.style == nil, field.isList || places.extent(of: field.type.unwrapped) == .list {
            completed.style = .repeat
        }
        completed.defaultValue = nil
        // The type may have been replaced by a wider one.
        if !completed.constraints.isEmpty {
            completed.constraints.removeInvalid(for: field.type) { cases(of: .shape($0)) != nil }
        }
        guard let value = field.defaultValue, !field.isSecret else { return completed }
        if field.isRequired, !field.isNullable, cases(of: field.type)?.count == 1 {
            // If a field identifies an alternative, a value without this field must not match.
            if !isRecognized { completed.defaultValue = value }
        } else if !isSent, !field.isNullable, !(isRecognized && field.isRequired), canBeWritten(value, field.type) {
            completed.defaultValue = value
            completed.isRequired = true
        } else {
            let words = "Default: `\(value.onWire(field.type) { shapes[$0]?.cases }.written)`."
            completed.description = completed.description.map { $0 + "\n\n" + words } ?? words
        }
        // A spec with a default that violates them is invalid.
        if let value = completed.defaultValue { completed.constraints.removeViolated(by: value) }
        return completed
    }

    /// Whether the language has a default of this kind.
    private func canBeWritten(_ value: Field.DefaultValue, _ type: TypeReference) -> Bool {
        if value == .list([]) || value == .members([]) { return type.unwrapped.shape == nil }
        return switch type.unwrapped {
        case .scalar(.string), .scalar(.bool), .scalar(.int), .scalar(.int32), .scalar(.int64), .scalar(.double),
            .scalar(.float):
            true
        case .array(let element), .dictionary(let element): !element.isOptional && canBeWritten(value, element)
        case .shape: cases(of: type) != nil
        case .scalar, .optional: false
        }
    }

    private func cases(of type: TypeReference) -> [EnumerationCase]? {
        if case .shape(let name) = type.unwrapped { shapes[name]?.cases } else { nil }
    }
}

extension Field {
    fileprivate var isList: Bool { if case .array = type.unwrapped { true } else { false } }
}
