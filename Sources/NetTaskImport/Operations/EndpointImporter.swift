import NetTaskSpec

/// Makes an endpoint of an operation.
struct EndpointImporter {
    let run: ImportRun
    let types: OperationTypes
    let security: SecurityImporter
    /// What operations authenticate with that do not say otherwise.
    let documentAuth: [SchemeDraft]
    /// The URL that uris are below; nil where the document has none.
    let baseURL: String?

    /// nil, with an error of its own, for an operation that no endpoint can be.
    ///
    /// - Parameter name: In Swift.
    func endpoint(_ operation: LocatedOperation, name: String) -> EndpointDraft? {
        guard let template = PathTemplate(operation.path) else {
            refuse(operation, "the braces of its path do not match")
            return nil
        }
        if let problem = problem(with: template) {
            refuse(operation, "its path cannot be a uri: \(problem)")
            return nil
        }
        if let place = OperationCheck(operation: operation).problem() {
            refuse(operation, "not all of it is understood", notes: [.init("this is not understood", at: place)])
            return nil
        }
        var reader = operation.reader
        let tag = reader.take("tags").flatMap(self.tag)
        let context = SchemaContext(name: name, home: .tag(tag))
        var endpoint = EndpointDraft(name: name, tag: tag, method: operation.method.uppercased(), uri: "")
        _ = reader.text("operationId")
        endpoint.isDeprecated = reader.flag("deprecated")

        let auth = reader.take("security").map { security.auth($0, otherwise: documentAuth) }
        if let auth, auth.map(\.name) != documentAuth.map(\.name) { endpoint.auth = auth.map(\.name) }

        _ = reader.take("parameters")
        let paramImporter = ParamImporter(run: run, types: types)
        var params = paramImporter.params(
            of: operation,
            .init(context: context, variables: template.variables, schemes: auth ?? documentAuth)
        )
        var words = Paragraphs()
        addWords(of: operation, &reader, to: &words)
        if endpoint.method == "TRACE" { reader.leaveOut("requestBody", OmissionReason.noBody) }
        if endpoint.method != "TRACE", let value = reader.take("requestBody") {
            let names = params.map(\.field.wireName)
            let importer = BodyImporter(types: types, context: context, method: endpoint.method, paramNames: names)
            let body = importer.body(value)
            words.add(body.description, after: "Body: ")
            take(body, &endpoint, &params)
        }
        words.add(reader.take("externalDocs").flatMap(InfoImporter.seeAlso))
        endpoint.description = words.text
        nameParams(&params, endpoint)
        endpoint.params = params.map { usual($0.field, endpoint) }
        endpoint.uri = template.uri(values(params), below: base(operation, &reader))

        if let value = reader.take("responses") {
            let importer = ReplyImporter(run: run, types: types, context: context, method: endpoint.method)
            importer.add(value, to: &endpoint)
        }
        reader.finish()
        return endpoint
    }

    private func refuse(_ operation: LocatedOperation, _ reason: String, notes: [DiagnosticCollector.Note] = []) {
        let name = "\(operation.method.uppercased()) \(operation.path)".quotedForMessage
        run.refuseOperation("\(name) is left out, since \(reason)", at: operation.methodRange, notes: notes)
        operation.reader.value.leaveOut("an operation is an endpoint as a whole, or none")
    }

    /// What the language has against the path.
    private func problem(with template: PathTemplate) -> String? {
        let values = Dictionary(uniqueKeysWithValues: template.variables.map { ($0, "{v}") })
        return PathTemplate.problem(withURI: template.uri(values))
    }

    // MARK: Words

    private func tag(_ value: DocumentValue) -> String? {
        guard let elements = value.items("`tags`") else { return nil }
        var tag: String?
        for element in elements {
            if tag == nil {
                tag = element.text()
            } else {
                element.leaveOut("an endpoint is in the file of its first tag")
            }
        }
        return tag
    }

    private func addWords(of operation: LocatedOperation, _ reader: inout ObjectReader, to words: inout Paragraphs) {
        words.add(reader.text("summary"))
        words.add(reader.text("description"))
        words.add(operation.pathItem["summary"]?.text())
        words.add(operation.pathItem["description"]?.text())
    }

    // MARK: Params

    private func take(_ body: BodyDraft, _ endpoint: inout EndpointDraft, _ params: inout [ParamDraft]) {
        endpoint.encoding = body.encoding
        endpoint.requestObject = body.requestObject
        endpoint.body = body.body
        endpoint.isBodyRequired = body.isRequired
        endpoint.contentType = body.contentType
        params += body.fields.map { field in
            var field = field
            field.location = .body
            return ParamDraft(field: field)
        }
    }

    private func nameParams(_ params: inout [ParamDraft], _ endpoint: EndpointDraft) {
        var reserved = ReservedNames.paramMembers
        if endpoint.body != nil { reserved.insert("body") }
        if let object = endpoint.requestObject { reserved.insert(CamelCase.propertyName(forType: object)) }
        let names = MemberNames.names(for: params.map(\.field.wireName), reserved: reserved)
        for (index, name) in names.enumerated() { params[index].field.name = name }
    }

    /// The field with a location only where it is not where the method puts it.
    private func usual(_ field: FieldDraft, _ endpoint: EndpointDraft) -> FieldDraft {
        var field = field
        let isInQuery = Endpoint.Method.sendsParamsInQuery(endpoint.method) || endpoint.body != nil
        if field.location == .path || field.location == (isInQuery ? .query : .body) { field.location = nil }
        return field
    }

    /// What stands in the uri for each variable of the path.
    private func values(_ params: [ParamDraft]) -> [String: String] {
        var values: [String: String] = [:]
        for param in params where param.location == .path {
            values[param.field.wireName] = "\(param.uriPrefix){\(param.field.name)}"
        }
        return values
    }

    // MARK: Servers

    /// The URL that the path is below, where that is not the base URL.
    private func base(_ operation: LocatedOperation, _ reader: inout ObjectReader) -> String? {
        let own = reader.take("servers")
        let ofPath = operation.pathItem["servers"]
        let url: String?
        if let own, own.elements?.isEmpty == false {
            url = ServersImporter.url(own, on: baseURL)
            ofPath?.leaveOut("the operation has an address of its own")
        } else {
            _ = own.flatMap { ServersImporter.url($0, on: baseURL) }
            url = ofPath.flatMap { ServersImporter.url($0, on: baseURL) }
        }
        return url == baseURL ? nil : url
    }
}
