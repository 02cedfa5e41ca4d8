/// Reads one of `endpoints:`.
struct EndpointReader {
    private(set) var defaults: Defaults
    /// Of authentication; nil where the spec declares none at all.
    let schemes: [AuthScheme]?
    let shapes: ShapeTable
    let shapeList: [String: LocatedShape]
    let secretShapes: SecretShapes
    let storedSecrets: SecretShapes
    let nesting: NestingCheck
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// The same for endpoints that inherit something else.
    func inheriting(_ defaults: Defaults) -> EndpointReader {
        var reader = self
        reader.defaults = defaults
        return reader
    }

    /// - Parameter group: The name of the group that it is in, if it is in one.
    func endpoint(_ entry: YAMLNode.Entry, in group: Name? = nil) -> LocatedEndpoint? {
        let (merged, rest) = defaults.merged(with: entry, SpecLanguage.endpoint, diagnostics)
        var located = inheriting(rest).endpoint(merged, asWritten: entry.value)
        located?.endpoint.group = group
        return located
    }

    /// - Parameters:
    ///   - entry: With what it inherits for the keys that it has itself.
    ///   - written: Without.
    private func endpoint(_ entry: YAMLNode.Entry, asWritten written: YAMLNode) -> LocatedEndpoint? {
        let subject = "the endpoint \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.endpoint
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics) else {
            return nil
        }
        guard !OmissionRule.refuses(reader, "endpoint", diagnostics) else { return nil }
        let names = NameReader(diagnostics: diagnostics)
        let name = names.name(entry.key, at: entry.keyRange, swiftName: reader["swiftName"], .endpoint)
        let uri = reader["uri"].flatMap { node in
            values.text(node, "uri").flatMap {
                URITemplateParser(diagnostics: diagnostics).template($0, at: node.range)
            }
        }
        var endpoint = Endpoint(name: name ?? Name(entry.key), uri: uri ?? URITemplate(written: "", parts: []))
        endpoint.description = reader["description"].flatMap { values.text($0, "description") }
        endpoint.deprecation = reader["deprecated"].flatMap { values.deprecation($0) }
        endpoint.method = reader["method"].flatMap { values.choice($0, "method") } ?? .get
        endpoint.encoding = reader["encoding"].flatMap { values.choice($0, "encoding") } ?? defaults.encoding
        endpoint.timeout = reader["timeout"].flatMap { values.duration($0, "timeout") } ?? defaults.timeout
        endpoint.deadline = reader["deadline"].flatMap { values.duration($0, "deadline") } ?? defaults.deadline
        endpoint.retry = retry(reader)
        endpoint.isMutable = reader["mutable"].flatMap { values.bool($0, "mutable") } ?? defaults.isMutable
        let delivery = DeliveryReader(diagnostics: diagnostics).endpoint(reader, written, over: defaults.delivery)
        endpoint.delivery = delivery.delivery
        let separator = reader["separator"].flatMap { values.separator($0) } ?? defaults.separator
        var statuses: [LocatedStatusBody]?
        if let response = reader.entry("response") {
            let responses = ResponseReader(separator: separator, shapes: shapes, diagnostics: diagnostics)
            let located = responses.response(response)
            endpoint.response = located.response
            endpoint.responseFormat = located.format
            endpoint.responseHeaders = located.headers
            statuses = located.statuses
        }
        endpoint.errors = errors(reader, written, beside: statuses)
        let body = readBody(reader, &endpoint)
        let ownHeaders = reader["headers"].map { HeadersReader(diagnostics: diagnostics).headers($0) }
        endpoint.headers = ownHeaders?.map(\.header) ?? defaults.plainHeaders
        let requestObject = readRequestObject(reader, &endpoint)

        var params = params(reader, separator, endpoint, readsURI: uri != nil, uriRange: reader["uri"]?.range)
        let url = URLParamRule(diagnostics: diagnostics).template(&params, beside: reader.entry("uri"))
        if let url {
            endpoint.uri = url
        } else if entry.value["uri"] == nil {
            diagnostics.error("\(subject) needs `uri`", at: entry.keyRange)
        }
        endpoint.params = params.map(\.field)
        endpoint.constants = constants(reader, endpoint, entry)
        endpoint.auth = auth(reader, endpoint, entry)
        let extensions = ExtensionsReader(diagnostics: diagnostics).extensions(entry.value)
        endpoint.extensions = defaults.extensions + extensions
        let formerNames = reader["was"].map { FormerNamesReader(diagnostics: diagnostics).names($0) } ?? []
        endpoint.formerNames = formerNames.map(\.name)
        let result = LocatedEndpoint(
            endpoint: endpoint,
            params: params,
            requestObjectRange: requestObject?.range,
            bodyRange: body?.range,
            delivery: delivery,
            formerNames: formerNames,
            example: reader.entry("example")
        )
        let checks = EndpointChecks(
            shapes: shapes,
            shapeList: shapeList,
            nesting: nesting,
            diagnostics: diagnostics
        )
        FormerNamesRule(diagnostics: diagnostics).check(params, noun: "param")
        checks.check(result, headers: ownHeaders ?? defaults.headers)
        DeliveryRules(secretShapes: secretShapes, storedSecrets: storedSecrets, diagnostics: diagnostics).check(
            result,
            headers: ownHeaders ?? defaults.headers
        )
        return name == nil || uri == nil && url == nil ? nil : result
    }

    private func retry(_ reader: MappingReader) -> Retry? {
        guard let entry = reader.entry("retry") else { return defaults.retry }
        let retry = RetryReader(diagnostics: diagnostics).retry(entry)
        if let retry { RetryRule.check(retry, at: entry.keyRange, diagnostics) }
        return retry
    }

    private func auth(_ reader: MappingReader, _ endpoint: Endpoint, _ entry: YAMLNode.Entry) -> [String] {
        let authReader = AuthReader(schemes: schemes, diagnostics: diagnostics)
        let own = reader.entry("auth")
        let auth = own.map { authReader.auth($0) } ?? defaults.auth
        authReader.check(auth, beside: endpoint, at: own?.keyRange ?? entry.keyRange)
        return auth.map(\.scheme.name.written)
    }

    private func errors(
        _ reader: MappingReader,
        _ written: YAMLNode,
        beside statuses: [LocatedStatusBody]?
    ) -> [StatusBody] {
        let bodies = StatusBodiesReader(role: .errors, shapes: shapes, diagnostics: diagnostics)
        let errors = reader.entry("errors").map { bodies.bodies($0) } ?? defaults.errors
        let own = written["errors"]
        let checks = ErrorChecks(shapeList: shapeList, diagnostics: diagnostics)
        return checks.settled(errors, beside: statuses) { own?[$0.body.name.written] != nil }
    }

    // MARK: The body

    private func readBody(_ reader: MappingReader, _ endpoint: inout Endpoint) -> YAMLNode? {
        if let entry = reader.entry("contentType") {
            if reader["body"] == nil {
                diagnostics.error("`contentType` is that of `body`, and this endpoint has none", at: entry.keyRange)
            } else if let text = values.text(entry.value, "contentType"),
                ContentTypeRule.check(text, at: entry.value.range, diagnostics)
            {
                endpoint.contentType = text
            }
        }
        guard let entry = reader.entry("body") else { return nil }
        if let encoding = reader.entry("encoding") {
            diagnostics.error(
                "`encoding` says how params become a body, but `body` is the whole of it",
                at: encoding.keyRange,
                notes: [.init("`body` is here", at: entry.keyRange)]
            )
        }
        guard let type = TypeReader(shapes: shapes, diagnostics: diagnostics).type(entry.value) else { return nil }
        if type.innermost == .scalar(.file), type.unwrapped != .scalar(.file) {
            diagnostics.error("`body` can be one `File`, not `\(type)`", at: entry.value.range)
        } else if type.innermost == .scalar(.date) {
            diagnostics.error("`body` cannot be `\(type)`; put dates into a shape", at: entry.value.range)
        }
        endpoint.body = type
        return entry.value
    }

    private func readRequestObject(_ reader: MappingReader, _ endpoint: inout Endpoint) -> YAMLNode? {
        guard let node = reader["requestObject"], let name = values.text(node, "requestObject") else { return nil }
        guard shapes.isShape(name) else {
            diagnostics.error(
                "`requestObject` names \(name.quotedForMessage), which is no shape here",
                at: node.range,
                suggestion: name.closestMatch(among: shapes.names)
            )
            return nil
        }
        guard shapes.isObject(name) else {
            let kind = shapes.isEnumeration(name) ? "is an enumeration" : "has none"
            diagnostics.error("`requestObject` must be a shape with fields; `\(name)` \(kind)", at: node.range)
            return nil
        }
        let swift = shapeList[name]?.shape.name.swift ?? name
        let property = CamelCase.propertyName(forType: swift)
        endpoint.requestObject = Endpoint.Property(name: Name(property, place: node.range), shape: name)
        return node
    }

    // MARK: Params

    private func params(
        _ reader: MappingReader,
        _ separator: NameSeparator,
        _ endpoint: Endpoint,
        readsURI: Bool,
        uriRange: SourceRange?
    ) -> [LocatedField] {
        var params: [LocatedField] = []
        if let node = reader["params"] {
            let fields = FieldReader(role: .param, separator: separator, shapes: shapes, diagnostics: diagnostics)
            params = fields.fields(node, "params") ?? []
        }
        let variables = Set(endpoint.uri.variables)
        for index in params.indices {
            let name = params[index].field.name.written
            let usual: Field.Location = endpoint.paramsGoIntoQuery ? .query : .body
            let stated = params[index].statedLocation?.location
            params[index].field.location = variables.contains(name) ? .path : stated ?? usual
        }
        if let ignored = reader["ignored"] {
            let ignoredReader = IgnoredReader(noun: "param", diagnostics: diagnostics)
            ignoredReader.apply(ignored, to: &params, declaredIn: reader["params"])
        }
        if readsURI, let uriRange {
            let check = PathParamsCheck(diagnostics: diagnostics)
            check.check(&params, endpoint.uri, at: uriRange, declaredIn: reader["params"])
            URLParamRule(diagnostics: diagnostics).checkVariables(of: endpoint.uri, params)
        }
        return params
    }

    private func constants(
        _ reader: MappingReader,
        _ endpoint: Endpoint,
        _ entry: YAMLNode.Entry
    ) -> [Endpoint.Constant] {
        let constants: [ConstantsReader.Located]
        if let node = reader["constants"] {
            constants = ConstantsReader(diagnostics: diagnostics).constants(node)
        } else {
            constants = defaults.constants
        }
        let isJSON = endpoint.encoding == .json && !endpoint.paramsGoIntoQuery
        for located in constants where located.constant.value == .null && !isJSON {
            diagnostics.error(
                "the constant \(located.constant.name.quotedForMessage) is null, which only a JSON body can say",
                at: located.range,
                notes: [
                    .init("quote it to send the text \"null\"", at: located.range),
                    .init("the endpoint \(entry.key.quotedForMessage) sends it", at: entry.keyRange),
                ]
            )
        }
        return reader["constants"] == nil ? defaults.plainConstants : constants.map(\.constant)
    }
}

extension Endpoint {
    /// Whether params, request object and constants go into the query unless `in:` says otherwise.
    var paramsGoIntoQuery: Bool { method.sendsParamsInQuery || body != nil }
}
