import NetTaskSpec

/// Reads one schema: decides what kind it is, and says what became of each of its keys.
struct SchemaReading {
    let importer: SchemaImporter
    let schema: DocumentValue
    var context: SchemaContext
    var reader: ObjectReader
    var about: SchemaAbout

    static func type(of schema: DocumentValue, _ context: SchemaContext, _ importer: SchemaImporter) -> SchemaType {
        // Since 3.1 a schema may be `true`, which everything is a value of, or `false`.
        if let flag = schema.plainText, flag == "true" || flag == "false" {
            if flag == "true" { schema.carry() } else { schema.leaveOut("nothing is a value of it") }
            return .any
        }
        guard var reader = ObjectReader(schema, .schema) else { return .any }
        let about = SchemaAbout(&reader, context)
        var reading = SchemaReading(
            importer: importer,
            schema: schema,
            context: context,
            reader: reader,
            about: about
        )
        return reading.read()
    }

    private mutating func read() -> SchemaType {
        var (type, isShape) = kind()
        if let description = about.description, !isShape {
            if type.description != nil {
                importer.leaveOut(["title", "description"], inside: schema, OmissionReason.otherDescription)
            }
            type.description = description
        }
        type.isNullable = type.isNullable || about.isNullable
        if let nullable = about.nullable {
            if type.isNullable || type.type == .jsonValue { nullable.leaveOut(OmissionReason.nullable) }
            type.isNullable = true
        }
        type.isDeprecated = type.isDeprecated || about.isDeprecated
        type.only = type.only ?? about.only
        if let value = about.defaultValue { setDefault(value, of: &type) }
        // They are read where something refers to them.
        _ = reader.take("$defs")
        _ = reader.take("definitions")
        reader.finish()
        return type
    }

    /// The type by itself, and whether it is a shape made of this schema, which has the description then.
    private mutating func kind() -> (type: SchemaType, isShape: Bool) {
        if schema["enum"] != nil || schema["const"] != nil, let found = enumeration() { return found }
        if reader.take("$ref") != nil { return (reference(), false) }
        if let all = reader.take("allOf") { return allOf(all) }
        let key = schema["oneOf"] != nil ? "oneOf" : "anyOf"
        if let alternatives = schema[key], !isOnlyConstraint(alternatives) {
            let isHierarchy = importer.hierarchy.holdsItself(alternatives, schema)
            if importer.outlines.outline(of: schema) != .fields || isHierarchy {
                _ = reader.take(key)
                return self.alternatives(alternatives)
            }
        }
        return plain()
    }

    /// Whether alternatives only demand one thing or the other of the schema that they stand in.
    private mutating func isOnlyConstraint(_ alternatives: DocumentValue) -> Bool {
        guard alternatives.holdsOnlyConstraints else { return false }
        for key in ["oneOf", "anyOf"] { reader.leaveOut(key, OmissionReason.notValidated) }
        return true
    }

    // MARK: Kinds

    private mutating func reference() -> SchemaType {
        guard let target = schema.referred else {
            schema["$ref"]?.leaveOut("it leads nowhere")
            return .any
        }
        schema["$ref"]?.carry()
        return importer.type(of: target, importer.context(ofTarget: target))
    }

    /// A schema without anything that combines others.
    mutating func plain() -> (type: SchemaType, isShape: Bool) {
        let types = takeTypes()
        if types.count > 1 { return several(types) }
        let type: String
        if let only = types.first {
            type = only
        } else if importer.outlines.outline(of: schema) != .other || schema["properties"] != nil {
            type = "object"
        } else if schema["items"] != nil {
            type = "array"
        } else {
            return (.any, false)
        }
        switch type {
        case "object": return object()
        case "array": return (list(), false)
        default: return (scalar(type), false)
        }
    }

    /// What `type` says, without null. Unknown ones are reported.
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
            if Self.types.contains(name) {
                if types.contains(name) { element.leaveOut("it is there twice") } else { types.append(name) }
            } else {
                run.diagnostics.warning(
                    "there is no type \(name.quotedForMessage); any JSON is taken here",
                    at: element.range,
                    suggestion: name.closestMatch(among: Self.types)
                )
                element.leaveOut("OpenAPI has no such type")
            }
        }
        if value.elements?.isEmpty == true { value.leaveOut("it names no type") }
        return types
    }

    private static let types = ["array", "boolean", "integer", "number", "object", "string"]

    mutating func scalar(_ type: String) -> SchemaType {
        let format = reader.take("format")
        let encoding = type == "string" ? reader.take("contentEncoding") : nil
        let name = format?.plainText
        let match = ScalarTypes.match(type, format: name)
        if match.isFormatUsed {
            format?.carry()
            encoding?.leaveOut("`format` says what the text is")
            return match.type
        }
        format?.leaveOut("such values are written like any \(type)")
        switch encoding?.plainText {
        case "base64":
            encoding?.carry()
            return SchemaType(type: .data)
        case "base64url":
            encoding?.carry()
            return SchemaType(type: .data, format: "base64url")
        default:
            encoding?.leaveOut("such texts are kept as they are")
            return match.type
        }
    }

    mutating func list() -> SchemaType {
        guard let items = reader.take("items") else { return SchemaType(type: .list(.jsonValue)) }
        let element = importer.type(of: items, context.inside("Item"))
        importer.leaveOutWhatHasNoPlace(element, in: items)
        return wrapped(element) { .list($0) }
    }

    /// A list or dictionary, which keeps the formats of what it holds.
    func wrapped(_ element: SchemaType, _ wrap: (DraftType) -> DraftType) -> SchemaType {
        guard element.type.nesting < Self.nestingLimit else {
            run.diagnostics.warning("lists and maps nested so deep; any JSON is taken here", at: schema.range)
            return SchemaType(type: wrap(.jsonValue))
        }
        let isOptional = element.isNullable && element.type != .jsonValue
        let type = isOptional ? DraftType.optional(element.type) : element.type
        return SchemaType(type: wrap(type), format: element.format, isSecret: element.isSecret)
    }

    /// Specs have eight levels, and that of a field's `?` is one of them.
    private static let nestingLimit = 4

    var run: ImportRun { importer.run }
}

extension DraftType {
    /// How many levels of lists, dictionaries and optionals it has.
    var nesting: Int {
        switch self {
        case .named: 0
        case .list(let inner), .dictionary(let inner), .optional(let inner): inner.nesting + 1
        }
    }
}
