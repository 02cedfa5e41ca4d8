import NetTaskSpec

/// Reads one schema: determines its kind, and records the result for each key.
struct SchemaReading {
    let importer: SchemaImporter
    let schema: DocumentValue
    var context: SchemaContext
    var reader: ObjectReader
    var about: SchemaAbout

    /// The type, and whether it is a shape made from this schema. Such a shape has the description.
    typealias Kind = (type: SchemaType, isShape: Bool)

    static func type(of schema: DocumentValue, _ context: SchemaContext, _ importer: SchemaImporter) -> SchemaType {
        // Since OpenAPI 3.1, a schema may be `true`, which allows all values, or `false`.
        if let flag = schema.plainText, flag == "true" || flag == "false" {
            if flag == "true" { schema.carry() } else { schema.leaveOut(.noValues) }
            return .any
        }
        guard var reader = ObjectReader(schema, .schema) else { return .any }
        let about = SchemaAbout(&reader, context)
        var reading = SchemaReading(importer: importer, schema: schema, context: context, reader: reader, about: about)
        return reading.read()
    }

    private mutating func read() -> SchemaType {
        var (type, isShape) = kind()
        if let description = about.description, !isShape {
            if type.description != nil {
                importer.leaveOut(["title", "description"], inside: schema, .otherDescription)
            }
            type.description = description
        }
        type.isNullable = type.isNullable || about.isNullable
        if let nullable = about.nullable {
            if type.isNullable || type.type == .jsonValue { nullable.leaveOut(.nullable) }
            type.isNullable = true
        }
        type.isDeprecated = type.isDeprecated || about.isDeprecated
        type.only = type.only ?? about.only
        if let value = about.defaultValue { setDefault(value, of: &type) }
        if !isShape { takeConstraints(of: &type) }
        // These schemas are read when a reference leads to them.
        for key in ["$defs", "definitions"] { reader.take(key) }
        reader.finish()
        return type
    }

    private mutating func kind() -> Kind {
        if schema["enum"] != nil || schema["const"] != nil, let found = enumeration() { return found }
        if reader.take("$ref") != nil { return (reference(), false) }
        if let all = reader.take("allOf") { return allOf(all) }
        let key = schema["oneOf"] != nil ? "oneOf" : "anyOf"
        if let alternatives = schema[key] {
            if alternatives.holdsOnlyConstraints {
                // The alternatives only add constraints to the schema that contains them.
                reader.leaveOut(["oneOf", "anyOf"], .notValidated)
            } else {
                let isHierarchy = importer.shared.holdsItself(alternatives, schema)
                if outline(of: schema) != .fields || isHierarchy {
                    reader.take(key)
                    return self.alternatives(alternatives)
                }
            }
        }
        return plain()
    }

    func outline(of schema: DocumentValue) -> SchemaImporter.Outline { importer.outline(of: schema) }

    /// Carries over the constraints that the type supports. The others are listed as not validated.
    private mutating func takeConstraints(of type: inout SchemaType) {
        for member in schema.members ?? [] {
            guard let kind = Constraints.Kind(rawValue: member.key), let text = member.value.plainText else { continue }
            if let bound = kind.inclusive, let flag = Bool(text) {
                // In OpenAPI 3.0, this key is a flag that excludes the inclusive bound.
                reader.take(member.key)?.carry()
                if flag { type.constraints.exclude(bound, kind, schema[bound.rawValue]?.plainText) }
                continue
            }
            guard kind.applies(to: type.type, isEnumeration: { importer.enumerations[$0] != nil }) else { continue }
            if kind == .pattern, RegexPattern.swiftForm(of: text) == nil { continue }
            guard let value = kind.value(text), value != .count(0) || !kind.isMinimum else { continue }
            reader.take(member.key)?.carry()
            let isExcluded = kind.exclusive.map { schema[$0.rawValue]?.plainText == "true" } ?? false
            if !isExcluded { type.constraints[kind] = value }
        }
    }

    // MARK: Kinds

    private func reference() -> SchemaType {
        guard let target = schema.referred else {
            schema.leaveOut(["$ref"], .danglingReference)
            return .any
        }
        schema["$ref"]?.carry()
        return importer.type(of: target, importer.context(ofTarget: target))
    }

    /// Reads a schema without keys that combine other schemas.
    mutating func plain() -> Kind {
        let types = takeTypes()
        if types.count > 1 { return several(types) }
        if let type = types.first { return plain(type) }
        if outline(of: schema) != .other || schema["properties"] != nil { return plain("object") }
        return schema["items"] == nil ? (.any, false) : plain("array")
    }

    private mutating func plain(_ type: String) -> Kind {
        switch type {
        case "object": object()
        case "array": (list(), false)
        default: (scalar(type), false)
        }
    }

    /// Reads the types in `type`, without null. Reports unknown types.
    mutating func takeTypes() -> [String] {
        guard let value = reader.take("type") else { return [] }
        var types: [String] = []
        for element in value.elements ?? [value] {
            if element.isNullType {
                element.carry()
                about.isNullable = true
                continue
            }
            guard let name = element.text() else { continue }
            if types.contains(name) {
                element.leaveOut(.twice)
            } else if Self.types.contains(name) {
                types.append(name)
            } else {
                element.warn(
                    .invalidDocument,
                    "unknown type \(name.quotedForMessage); imported as any JSON",
                    suggestion: name.closestMatch(among: Self.types)
                )
                element.leaveOut(.differs(.invalidDocument, "OpenAPI does not define this type"))
            }
        }
        if value.elements?.isEmpty == true { value.leaveOut(.unused(.matchesNothing, "it does not name a type")) }
        return types
    }

    private static let types = ["array", "boolean", "integer", "number", "object", "string"]

    mutating func scalar(_ type: String) -> SchemaType {
        let format = reader.take("format")
        let encoding = type == "string" ? reader.take("contentEncoding") : nil
        if let format, let name = format.plainText, let found = SchemaType.single(type, format: name) {
            format.carry()
            encoding?.leaveOut(.unused(.format, "`format` determines the type"))
            return found
        }
        format?.leaveOut(.unused(.format, "this format has no type of its own, so the value is a plain \(type)"))
        guard let encoding else { return .single(type) }
        guard let name = encoding.plainText, ["base64", "base64url"].contains(name) else {
            encoding.leaveOut(.differs(.format, "strings in this encoding are not decoded"))
            return .single(type)
        }
        encoding.carry()
        return SchemaType(type: .data, format: name == "base64" ? nil : .base64url)
    }

    mutating func list() -> SchemaType {
        guard let items = reader.take("items") else { return SchemaType(type: .array(.jsonValue)) }
        return wrapped(items, "Item") { .array($0) }
    }

    /// Returns a list or a dictionary, with the format of its elements.
    ///
    /// - Parameter element: The schema of the elements.
    func wrapped(_ element: DocumentValue, _ word: String, _ wrap: (TypeReference) -> TypeReference) -> SchemaType {
        let type = importer.type(of: element, context.elements(word))
        let isOptional = type.isNullable && type.type != .jsonValue
        let held = isOptional ? TypeReference.optional(type.type) : type.type
        // Constraints of numbers and texts also apply to the elements of lists and dictionaries.
        var constraints = type.constraints
        constraints.removeInvalid(for: held.innermost) { _ in false }
        importer.leaveOutWhatHasNoPlace(type, in: element, keeping: constraints)
        guard type.type.nesting < Self.nestingLimit else {
            schema.warn(.unsupportedPart, "lists and maps are nested too deeply; imported as any JSON")
            return SchemaType(type: wrap(.jsonValue))
        }
        var result = SchemaType(type: wrap(held), format: type.format, isSecret: type.isSecret)
        result.constraints = constraints
        return result
    }

    /// The nesting at which a type can no longer be an element. Specs have eight levels, including the level of a field's `?`.
    static let nestingLimit = 4

    // MARK: Defaults

    /// Sets the default if the type supports it.
    private func setDefault(_ value: DocumentValue, of type: inout SchemaType) {
        if type.defaultValue != nil { importer.leaveOut(["default"], inside: schema, .otherDefault) }
        type.defaultValue = nil
        if type.isSecret {
            value.leaveOut(.differs(.secret, "a secret must not appear in code"))
        } else if value.isNull {
            value.leaveOut(.unused(.otherDefault, "a default of null is the same as no default"))
        } else if let found = fitting(value, type.type) {
            value.carry()
            type.defaultValue = found
        } else {
            value.leaveOut(.differs(.otherDefault, "the type does not allow the default"))
        }
    }

    private func fitting(_ value: DocumentValue, _ type: TypeReference) -> Field.DefaultValue? {
        switch type {
        case .array(let element):
            guard let elements = value.elements else { return nil }
            let values = elements.compactMap { fitting($0, element) }
            return values.count == elements.count ? .list(values) : nil
        case .dictionary(let element):
            guard let members = value.members else { return nil }
            let values = members.compactMap { key, value, _ in
                fitting(value, element).map { Field.DefaultValue.Member(key, $0) }
            }
            return values.count == members.count ? .members(values) : nil
        case .optional(let wrapped):
            return fitting(value, wrapped)
        case .scalar(.jsonValue):
            return .json(value.node.json)
        case .scalar(let scalar):
            return value.plainText.flatMap { Self.value($0, of: scalar) }
        case .shape(let name):
            guard let cases = importer.enumerations[name] else {
                return isOfShape(value, name) ? .json(value.node.json) : nil
            }
            if let found = cases.first(where: { $0.value.text == value.plainText }) {
                return .enumerationCase(found.name.swift)
            }
            // If an alternative has no list of values, it allows any text or number.
            let choices = schema.choices + (importer.origins[name]?.schema.choices ?? [])
            let isOpen = choices.compactMap(\.referredToTheEnd).contains { $0["enum"] == nil && $0["const"] == nil }
            return isOpen && value.plainText != nil ? .json(value.node.json) : nil
        }
    }

    /// Whether a value has the JSON type of an object, or of one of the alternatives.
    private func isOfShape(_ value: DocumentValue, _ name: String) -> Bool {
        guard let schema = importer.origins[name]?.schema else { return false }
        let types = schema.choices.flatMap { $0.referredToTheEnd?.typeNames ?? [] } + schema.typeNames
        let isText = if case .scalar(let scalar) = value.node.content { !scalar.isPlain } else { false }
        let kinds =
            value.node.isMap
            ? ["object"]
            : value.elements != nil
                ? ["array"] : isText ? ["string"] : ["string", "boolean", "integer", "number"]
        return importer.outline(of: schema) == .fields && value.node.isMap || kinds.contains(where: types.contains)
    }

    private static func value(_ text: String, of scalar: TypeReference.Scalar) -> Field.DefaultValue? {
        if scalar == .string { return .string(text) }
        if [.date, .url, .uuid, .data].contains(scalar) {
            return text.isEmpty && scalar != .data ? nil : .string(text)
        }
        if scalar == .bool { return Bool(text).map { .bool($0) } }
        guard ScalarKind.isNumber(text) else { return nil }
        var isValue = false
        switch scalar {
        case .double: isValue = Double(text)?.isFinite == true
        case .float: isValue = Float(text)?.isFinite == true
        case .decimal:
            let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            isValue = digits.count <= 18 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        default:
            guard let (bits, isSigned) = scalar.integerBits else { return nil }
            let spare = 64 - bits
            guard !isSigned else {
                return Int64(text).flatMap { ($0 << spare) >> spare == $0 ? .integer(Int($0)) : nil }
            }
            return UInt64(text).flatMap { number in
                (number << spare) >> spare == number
                    ? Int(exactly: number).map { .integer($0) } ?? .unsigned(number) : nil
            }
        }
        return isValue ? ScalarKind.integer(text).map { .integer($0) } ?? .number(text) : nil
    }
}
