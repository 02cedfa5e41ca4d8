import NetTaskSpec

/// A param of an endpoint before it gets its name in Swift.
struct ImportedParam {
    /// The field. Its location is always stated, even if it is the default of the method.
    var field: Field
    /// The text before the value in the uri: `.` or `;name=`.
    var uriPrefix = ""
    /// The property of an object that describes the param. It is `nil` for a separate parameter.
    var property: DocumentValue?

    /// The location and the name, for comparisons.
    fileprivate var key: String { WireName.key(field.wireName, field.location.rawValue) }

    fileprivate func isVariable(_ name: String) -> Bool { field.location == .path && field.wireName == name }
}

/// Rules for the names in a request.
enum WireName {
    /// Headers that the transport sets, because they state the length and the encoding of a body.
    private static let ofTransport: Set = ["content-length", "transfer-encoding"]

    static func isValid(_ name: String, in location: String) -> Bool {
        switch location {
        case "header": HeaderRule.isToken(name) && !ofTransport.contains(name.lowercased())
        case "cookie": HeaderRule.isToken(name)
        default: !name.isEmpty
        }
    }

    /// Returns the location and the name, for comparisons. The names of headers are case-insensitive.
    static func key(_ name: String, _ location: String) -> String {
        location + " " + (location == "header" ? name.lowercased() : name)
    }
}

/// Imports the parameters of an operation as params.
struct ParamImporter {
    let schemas: SchemaImporter
    /// The context of the endpoint, for inline shapes.
    let context: SchemaContext
    /// The variables of the path.
    let variables: [String]
    /// The security schemes of the operation.
    let schemes: [AuthScheme]

    /// - Returns: The params of the path, and then those of the query, the headers and the cookies.
    func params(of operation: LocatedOperation) -> [ImportedParam] {
        var params: [ImportedParam] = declared(operation).flatMap { param($0.reference, $0.value) }
        for variable in variables where !params.contains(where: { $0.isVariable(variable) }) {
            operation.reader.value.warn(
                .invalidDocument,
                "the path has the variable \(variable.quotedForMessage), but no parameter declares it",
                at: operation.pathRange
            )
            params.append(ImportedParam(field: Field(wireName: variable, isRequired: true, location: .path)))
        }
        let inPath = variables.compactMap { variable in params.first { $0.isVariable(variable) } }
        let others: [ImportedParam] = [Field.Location.query, .header, .cookie].flatMap { location in
            params.filter { $0.field.location == location }
        }
        return inPath + withoutClashes(others)
    }

    /// Leaves out fields of exploded objects that have the name of another param. The other param has precedence.
    private func withoutClashes(_ params: [ImportedParam]) -> [ImportedParam] {
        var seen = Set(params.filter { $0.property == nil }.map(\.key))
        return params.filter { param in
            guard let property = param.property, !seen.insert(param.key).inserted else { return true }
            property.warn(
                .unsupportedPart,
                "another param has the name \(param.field.wireName.quotedForMessage); this field is left out"
            )
            property.leaveOut(.differs(.nameTaken, "another param has this name"))
            return false
        }
    }

    /// Returns the parameters of the path and of the operation. Those of the operation have precedence.
    private func declared(_ operation: LocatedOperation) -> [(reference: DocumentValue, value: DocumentValue)] {
        var all: [String: (reference: DocumentValue, value: DocumentValue)] = [:]
        var order: [String] = []
        for list in [operation.pathItem["parameters"], operation.reader["parameters"]] {
            var seen: Set<String> = []
            for element in list?.items("`parameters`") ?? [] {
                guard let value = element.resolved(), let name = value["name"]?.plainText,
                    let location = value["in"]?.plainText
                else { continue }
                let key = WireName.key(name, location)
                guard seen.insert(key).inserted else {
                    element.refuse("duplicate parameter: another one has the same `name` and `in`")
                    continue
                }
                if all.updateValue((element, value), forKey: key) == nil { order.append(key) }
            }
        }
        return order.compactMap { all[$0] }
    }

    // MARK: One parameter

    private func param(_ reference: DocumentValue, _ value: DocumentValue) -> [ImportedParam] {
        guard let name = value["name"]?.plainText, let word = value["in"]?.plainText else { return [] }
        if word == "querystring" { return queryString(reference, name) }
        guard let location = Field.Location(rawValue: word) else { return [] }
        if location == .header, ["accept", "authorization", "content-type"].contains(name.lowercased()) {
            value.leaveOut(.headerElsewhere)
        } else if !WireName.isValid(name, in: word) {
            value.refuse("\(name.quotedForMessage) cannot be a name in a \(word)")
        } else if location == .path, !variables.contains(name) {
            value.warn(
                .invalidDocument,
                "the path has no variable \(name.quotedForMessage)",
                suggestion: name.closestMatch(among: variables)
            )
            value.leaveOut(.differs(.matchesNothing, "the path does not contain this variable"))
        } else if schemes.contains(where: { $0.placeKey == WireName.key(name, word) }) {
            value.leaveOut(.unused(.authentication, "the endpoint sends its credentials under this name"))
        } else {
            return read(reference, name, location, reference.context(resolvedTo: value, else: context.inside(name)))
        }
        return []
    }

    /// Returns the fields of a form that is the whole query string.
    private func queryString(_ reference: DocumentValue, _ name: String) -> [ImportedParam] {
        guard var reader = ObjectReader(reference, .parameter) else { return [] }
        let form = reader.value.formOfQueryString
        guard let form, let schema = form.resolved()?["schema"] else {
            return reader.value.leaveOut(.differs(.givenAsIs, "a query string can be sent only as a form")) ?? []
        }
        var field = Field(wireName: name, isRequired: reader.flag("required"), location: .query)
        reader.carry(["name", "in"])
        if reader.flag("deprecated") { field.deprecation = Deprecation() }
        field.description = reader.text("description")
        let style = ParamStyle(&reader, .query)
        for (_, content, _) in reader.take("content")?.members ?? [] where content.range != form.range {
            content.leaveOut(.otherForm)
        }
        reader.finish()
        guard var content = ObjectReader(form, .mediaType) else { return [] }
        content.take("schema")
        let encodings = content.take("encoding")
        content.finish()
        let inner = context.inside(name)
        let params = ParamPlacing(schemas: schemas, style: style, value: reader.value, context: inner)
            .params(field, schema)
        return params.map { param in
            guard let encoding = encodings?[param.field.wireName], var reader = ObjectReader(encoding, .encoding) else {
                return param
            }
            var param = param
            let style = ParamStyle(&reader, .query)
            style.record(style: true, explode: true)
            if case .array = param.field.type.unwrapped { param.field.style = style.ofList }
            reader.finish()
            return param
        }
    }

    private func read(
        _ reference: DocumentValue,
        _ name: String,
        _ location: Field.Location,
        _ context: SchemaContext
    ) -> [ImportedParam] {
        guard var reader = ObjectReader(reference, .parameter) else { return [] }
        var field = Field(wireName: name, isRequired: location == .path, location: location)
        reader.carry(["name", "in"])
        if let required = reader.take("required"), let flag = required.bool() {
            if location == .path, !flag { required.refuse("a variable of a path is always required") }
            field.isRequired = flag || location == .path
        }
        if reader.flag("deprecated") { field.deprecation = Deprecation() }
        field.description = reader.text("description")
        let style = ParamStyle(&reader, location)
        let schema = reader.take("schema")
        let content = reader.take("content")
        reader.finish()
        guard let schema else {
            style.record(style: false, explode: false)
            if let content {
                content.leaveOut(.asText)
                field.becomeText(isJSON: content.members?.contains { MediaType($0.key)?.isJSON == true } == true)
            }
            return [ImportedParam(field: field)]
        }
        content?.leaveOut(.besideSchema)
        return ParamPlacing(schemas: schemas, style: style, value: reader.value, context: context).params(field, schema)
    }
}

extension DocumentValue {
    /// The form with fields that is the whole query string. It is `nil` for other kinds of content.
    var formOfQueryString: DocumentValue? {
        let form = self["content"]?.members?.first { MediaType($0.key)?.isForm == true }?.value
        return form?.resolved()?["schema"].map(SchemaPeek.hasProperties) == true ? form : nil
    }
}

/// The style of a parameter, as OpenAPI states it.
struct ParamStyle {
    enum Name: String {
        case form, simple, spaceDelimited, pipeDelimited, deepObject, label, matrix, cookie
    }

    let name: Name
    /// Whether each element of a list, and each field of an object, is a separate value.
    let explode: Bool
    private let nameValue: DocumentValue?
    private let explodeValue: DocumentValue?
    private let isUsual: Bool

    /// Reads the style of a parameter or header with a location. Reports a style that is invalid there.
    init(_ reader: inout ObjectReader, _ location: Field.Location) {
        let possible: [Name] =
            switch location {
            case .path: [.simple, .label, .matrix]
            case .header: [.simple]
            case .cookie: [.form, .cookie]
            default: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
            }
        var nameValue = reader.take("style")
        var stated = nameValue?.plainText.flatMap(Name.init(rawValue:)).flatMap { possible.contains($0) ? $0 : nil }
        if let value = nameValue, stated == nil {
            value.refuse("the `style` must be one of \(possible.map { "`\($0.rawValue)`" }.joined(separator: ", "))")
            nameValue = nil
        }
        if stated == .cookie {
            // It is `form` without escapes.
            nameValue?.leaveOut(.alwaysEscaped)
            (stated, nameValue) = (.form, nil)
        }
        self.nameValue = nameValue
        name = stated ?? possible[0]
        isUsual = name == possible[0]
        explodeValue = reader.take("explode")
        explode = explodeValue?.bool() ?? (name == .form)
    }

    /// Records the results for `style` and `explode`. A usual style is always carried over.
    func record(style: Bool, explode: Bool) {
        let reason = OmissionReason.unused(.noEffect, "it has no effect here")
        if style || isUsual { nameValue?.carry() } else { nameValue?.leaveOut(reason) }
        if !explode, self.explode != (name == .form) { explodeValue?.leaveOut(reason) }
    }

    /// The style of a list in the spec language. It is `nil` if each element is a separate value.
    var ofList: Field.ArrayStyle? {
        switch name {
        case .deepObject: .brackets
        case .simple, .label, .matrix: .comma
        case .form, .cookie: explode ? nil : .comma
        case .spaceDelimited: explode ? nil : .space
        case .pipeDelimited: explode ? nil : .pipe
        }
    }
}

/// Determines the type of a parameter, and a style that its location supports for this type.
private struct ParamPlacing {
    let schemas: SchemaImporter
    let style: ParamStyle
    /// The parameter.
    let value: DocumentValue
    let context: SchemaContext

    /// Returns the param, or several params for an object whose fields become params.
    func params(_ field: Field, _ schema: DocumentValue) -> [ImportedParam] {
        let isInQuery = field.location == .query
        let isDeep = isInQuery && style.name == .deepObject
        let takesObjects = isDeep || isInQuery && style.name == .form && style.explode
        if !isDeep, SchemaPeek.isListOfObjects(schema) || !takesObjects && SchemaPeek.isObject(schema) {
            return [text(field, schema)]
        }
        if isInQuery, style.name == .form, schema["$ref"] == nil, SchemaPeek.hasProperties(schema),
            let fields = schemas.fields(of: schema, context)
        {
            return exploded(field, fields, schema)
        }
        let type = schemas.type(of: schema, context)
        switch schemas.textPlaces.extent(of: type.type) {
        case .single: return [single(typed(field, type, schema), schema)]
        case .list where field.location != .path:
            var param = typed(field, type, schema)
            param.style = style.ofList
            style.record(style: true, explode: field.location != .header && style.name != .deepObject)
            return [ImportedParam(field: param)]
        case .nested where isDeep && schemas.textPlaces.canStandInBrackets(type.type):
            var param = typed(field, type, schema)
            param.style = .brackets
            style.record(style: true, explode: false)
            return [ImportedParam(field: param)]
        case .nested where takesObjects && !isDeep:
            guard let fields = schemas.fields(of: type.type), !fields.contains(where: \.isInlineShape) else {
                fallthrough
            }
            return exploded(field, fields, schema)
        default: return [text(field, schema)]
        }
    }

    private func typed(_ field: Field, _ type: SchemaType, _ schema: DocumentValue) -> Field {
        var result = field
        result.take(type)
        if schema["$ref"] == nil { schema.leaveOut(["readOnly", "writeOnly"], .onlySent) }
        return result
    }

    private func single(_ field: Field, _ schema: DocumentValue) -> ImportedParam {
        var param = ImportedParam(field: field)
        style.record(style: field.location == .path, explode: false)
        guard field.location == .path else { return param }
        if field.isNullable {
            schema.leaveOutNull(.differs(.neverNull, "a variable of a path always has a value"))
            param.field.isNullable = false
        }
        if style.name == .label { param.uriPrefix = "." }
        if style.name == .matrix { param.uriPrefix = ";\(field.wireName)=" }
        return param
    }

    /// Returns the fields of an object as separate params, as the style `form` sends them.
    private func exploded(_ field: Field, _ fields: [Field], _ schema: DocumentValue) -> [ImportedParam] {
        if fields.contains(where: \.isAdditional) { schema.leaveOutAdditional() }
        let fields = fields.filter { !$0.isAdditional }
        value.leaveOut(
            ["name", "description"],
            .words(.documentation, "each field of its object is a separate param")
        )
        style.record(style: true, explode: true)
        return fields.compactMap { inner in
            guard var param = inner.sent(in: schema) else { return nil }
            param.location = field.location
            param.isRequired = inner.isRequired && field.isRequired
            param.deprecation = inner.deprecation ?? field.deprecation
            let property = SchemaPeek.property(inner.wireName, of: schema)
            if schemas.textPlaces.extent(of: param.type.unwrapped) > .list {
                param.becomeText()
                property?.leaveOut(.asText)
            }
            return ImportedParam(field: param, property: property ?? schema)
        }
    }

    private func text(_ field: Field, _ schema: DocumentValue) -> ImportedParam {
        var field = field
        field.becomeText()
        schema.leaveOut(.asText)
        style.record(style: false, explode: false)
        return ImportedParam(field: field)
    }
}

extension Field {
    /// Returns the param for a field of an object. If the field is only in replies, lists it and returns `nil`.
    ///
    /// - Parameter schema: The schema of the object.
    func sent(in schema: DocumentValue) -> Field? {
        let property = SchemaPeek.property(wireName, of: schema)
        if only == .response {
            return property?.leaveOut(.unused(.otherDirection, "it occurs only in replies, but this schema is sent"))
        }
        if only == .request { property?.resolved()?.leaveOut(["writeOnly"], .onlySent) }
        var param = self
        param.only = nil
        return param
    }
}
