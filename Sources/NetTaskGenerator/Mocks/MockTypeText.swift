import NetTaskSpec

/// Writes the types of a spec for `MockType` of NetTaskMocks, with the names and formats on the wire.
struct MockTypeText {
    /// The shapes of the spec, by written name.
    let shapes: [String: Shape]

    // MARK: Types

    func json(
        _ type: TypeReference,
        _ format: Field.Format? = nil,
        _ constraints: Constraints = Constraints(),
        isNullable: Bool = false
    ) -> String {
        var object = MockObject()
        switch type {
        case .optional(let wrapped): return json(wrapped, format, constraints, isNullable: true)
        case .scalar(let scalar): set(scalar, format, constraints, &object)
        case .shape(let name):
            object.set("type", text: "shape")
            object.set("shape", text: name)
        case .array(let element), .dictionary(let element):
            let isList = if case .array = type { true } else { false }
            object.set("type", text: isList ? "array" : "dictionary")
            object.set("items", json: json(element, format, constraints))
            let kinds: [Constraints.Kind] =
                isList ? [.minItems, .maxItems, .uniqueItems] : [.minProperties, .maxProperties]
            set(kinds, constraints, &object)
        }
        object.set("nullable", flag: isNullable)
        return object.json
    }

    private func set(
        _ scalar: TypeReference.Scalar,
        _ format: Field.Format?,
        _ constraints: Constraints,
        _ object: inout MockObject
    ) {
        switch scalar {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64:
            object.set("type", text: "integer")
            if format == .string { object.set("format", text: "string") }
            setRange(of: scalar, constraints, &object)
        case .double, .float, .decimal:
            object.set("type", text: "number")
            if format == .string { object.set("format", text: "string") }
        case .bool: object.set("type", text: "boolean")
        case .string: object.set("type", text: "string")
        case .date:
            object.set("type", text: "date")
            object.set("format", text: (format ?? .iso8601).rawValue)
        case .url: object.set("type", text: "url")
        case .uuid: object.set("type", text: "uuid")
        case .data:
            object.set("type", text: "bytes")
            if format == .base64url { object.set("format", text: "base64url") }
        case .file: object.set("type", text: "file")
        case .jsonValue: break
        }
        let kinds: [Constraints.Kind] = [
            .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf, .minLength, .maxLength, .pattern,
        ]
        set(kinds, constraints, &object)
    }

    /// The range of an integer type, unless the spec has a narrower one.
    private func setRange(
        of scalar: TypeReference.Scalar,
        _ constraints: Constraints,
        _ object: inout MockObject
    ) {
        guard let (bits, isSigned) = scalar.integerBits else { return }
        if constraints[.minimum] == nil, constraints[.exclusiveMinimum] == nil {
            if !isSigned { object.set("minimum", json: "0") }
            if isSigned, bits <= 32 { object.set("minimum", json: "\(-(1 << (bits - 1)))") }
        }
        if constraints[.maximum] == nil, constraints[.exclusiveMaximum] == nil, bits <= 32 {
            object.set("maximum", json: "\((1 << (isSigned ? bits - 1 : bits)) - 1)")
        }
    }

    private func set(_ kinds: [Constraints.Kind], _ constraints: Constraints, _ object: inout MockObject) {
        for entry in constraints.entries where kinds.contains(entry.kind) {
            switch entry.value {
            case .number(let text): object.set(entry.kind.rawValue, json: text)
            case .count(let count): object.set(entry.kind.rawValue, json: "\(count)")
            case .pattern(let pattern, swift: _): object.set(entry.kind.rawValue, text: pattern)
            case .unique: object.set(entry.kind.rawValue, flag: true)
            }
        }
    }

    // MARK: Shapes

    func json(_ shape: Shape) -> String {
        switch shape.kind {
        case .object(let fields): return json(fields, shape.example)
        case .enumeration(let cases):
            return json(values: cases.map { json($0.value) }, isOpen: shape.catchAll != nil)
        case .alternatives(let alternatives):
            var object = MockObject()
            object.set("type", text: "choice")
            object.set("discriminator", text: alternatives.discriminator)
            object.set("isOpen", flag: shape.catchAll != nil)
            object.set(
                "alternatives",
                list: alternatives.cases.map { alternative in
                    var object = MockObject()
                    object.set("type", json: json(alternative.type))
                    object.set("values", list: alternative.values.map { json($0) })
                    return object.json
                }
            )
            return object.json
        case .custom: return "{}"
        }
    }

    func json(values: [String], isOpen: Bool = false) -> String {
        var object = MockObject()
        object.set("type", text: "enum")
        object.set("values", json: MockObject.list(values))
        object.set("isOpen", flag: isOpen)
        return object.json
    }

    private func json(_ value: EnumerationCase.Value) -> String {
        switch value {
        case .string(let text): MockObject.quoted(text)
        case .integer(let number): "\(number)"
        }
    }

    /// An object with these fields.
    func json(_ fields: [Field], _ example: Example? = nil) -> String {
        var object = MockObject()
        object.set("type", text: "object")
        object.set("properties", json: MockObject.list(members(fields, example)))
        let additional = fields.first { $0.isAdditional }.flatMap(\.additionalType)
        object.set("additional", json: additional.map { json($0) })
        return object.json
    }

    /// The members of an object. A field that is converted in one direction is two members.
    private func members(_ fields: [Field], _ example: Example?) -> [String] {
        let examples = Self.members(of: example)
        var members: [String] = []
        var nested: [Field] = []
        var readNames: Set<String> = []
        for field in fields where !field.isAdditional {
            let isNested = field.path.count > 1 && !field.isInline
            if isNested, field.isRead { nested.append(field) }
            let example = examples[field.name.swift] ?? field.example
            // A shape with `from` is never sent.
            let isSent = field.isSent && (field.path == [field.wireName] || field.isInline)
            var sent = isSent ? member(field, field.wireName, .request, example) : nil
            var read = field.isRead && !isNested ? member(field, field.path[0], .response, example) : nil
            if read != nil, !field.isInline, !readNames.insert(field.path[0]).inserted { read = nil }
            if let sent, sent == read {
                members.append(sent.json)
                continue
            }
            sent?.set("only", text: "request")
            read?.set("only", text: "response")
            members += [sent, read].compactMap { $0?.json }
        }
        for plan in ReadPlan.rounds(of: nested) {
            members += plan.members.filter { readNames.insert($0.name).inserted }.map { member($0.name, $0.content) }
        }
        return members
    }

    /// The values of an example of several fields, by Swift name.
    static func members(of example: Example?) -> [String: Example] {
        guard case .members(let members)? = example else { return [:] }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func member(_ field: Field, _ name: String, _ direction: Field.Direction, _ example: Example?)
        -> MockObject
    {
        var object = MockObject()
        object.set("name", text: name)
        object.set("type", json: type(of: field, direction))
        object.set("required", flag: !field.canBeMissing)
        object.set("inline", flag: field.isInline)
        object.set("secret", flag: field.isSecret)
        if !field.isSecret { object.set("example", json: example.flatMap { json($0, field.type, field.format) }) }
        return object
    }

    /// A member of a reply that contains the fields at longer paths.
    private func member(_ name: String, _ content: ReadPlan.Content) -> String {
        switch content {
        case .value(let field):
            var object = member(field, name, .response, nil)
            object.set("only", text: "response")
            return object.json
        case .object(let plan):
            var type = MockObject()
            type.set("type", text: "object")
            type.set("properties", list: plan.members.map { member($0.name, $0.content) })
            type.set("nullable", flag: !plan.isRequired)
            var object = MockObject()
            object.set("name", text: name)
            object.set("type", json: type.json)
            object.set("required", flag: plan.isRequired)
            object.set("only", text: "response")
            return object.json
        }
    }

    /// The type of a field or param in one direction. A value that the user's functions convert may be anything.
    func type(of field: Field, _ direction: Field.Direction) -> String {
        let function = direction == .request ? field.transform : field.readTransform
        if function != nil { return "{}" }
        return json(field.type, field.format, field.constraints, isNullable: field.isNullable)
    }
}

extension ReadPlan {
    /// Whether the object must be there.
    fileprivate var isRequired: Bool {
        members.contains { _, content in
            switch content {
            case .value(let field): !field.canBeMissing && !field.isNullable
            case .object(let plan): plan.isRequired
            }
        }
    }
}

// MARK: Values

extension MockTypeText {
    /// An example as JSON; `nil` if it contains a date or file, or the example of another shape.
    func json(_ example: Example, _ type: TypeReference, _ format: Field.Format?) -> String? {
        switch (example, type.unwrapped) {
        case (.null, _): return "null"
        case (.ofShape, _), (.value, .scalar(.date)), (.value, .scalar(.file)): return nil
        case (.value(let value), let type):
            let text = json(value, type)
            return format == .string && !text.hasPrefix("\"") ? MockObject.quoted(text) : text
        case (.list(let values), .array(let element)):
            let items = values.compactMap { json($0, element, format) }
            return items.count == values.count ? MockObject.list(items) : nil
        case (.members(let members), .dictionary(let element)):
            return object(members) { ($0.name, json($0.value, element, format)) }
        case (.members(let members), .shape(let name)):
            guard let fields = shapes[name]?.fields else { return nil }
            return object(members) { member in
                guard let field = fields.first(where: { $0.name.swift == member.name }), field.isPlain else {
                    return nil
                }
                return (field.wireName, json(member.value, field.type, field.format))
            }
        case (.list, _), (.members, _): return nil
        }
    }

    private func object(_ members: [Example.Member], _ convert: (Example.Member) -> (String, String?)?) -> String? {
        var texts: [String] = []
        for member in members {
            guard let (name, value) = convert(member), let value else { return nil }
            texts.append("\(MockObject.quoted(name)):\(value)")
        }
        return "{\(texts.joined(separator: ","))}"
    }

    /// A default or single value with the values of enumerations on the wire.
    func json(_ value: Field.DefaultValue, _ type: TypeReference) -> String {
        json(value.onWire(type) { shapes[$0]?.cases })
    }

    private func json(_ value: Field.DefaultValue) -> String {
        switch value {
        case .string(let text), .enumerationCase(let text): MockObject.quoted(text)
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .number(let text): Self.number(text)
        case .bool(let flag): "\(flag)"
        case .list(let values): MockObject.list(values.map { json($0) })
        case .members(let members):
            "{\(members.map { "\(MockObject.quoted($0.name)):\(json($0.value))" }.joined(separator: ","))}"
        case .json(let value): json(value)
        }
    }

    private func json(_ value: ExtensionValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .number(let text): Self.number(text)
        case .string(let text): MockObject.quoted(text)
        case .list(let values): MockObject.list(values.map { json($0) })
        case .map(let members):
            "{\(members.map { "\(MockObject.quoted($0.name)):\(json($0.value))" }.joined(separator: ","))}"
        }
    }

    /// A number in the form of JSON, which `.5` of a spec is not.
    static func number(_ text: String) -> String { Double(text).map { "\($0)" } ?? "0" }
}

extension Field {
    /// Whether it has one name, and its value is sent and read as it is.
    fileprivate var isPlain: Bool {
        path == [wireName] && !isInline && !isSecret && transform == nil && readTransform == nil
    }
}
