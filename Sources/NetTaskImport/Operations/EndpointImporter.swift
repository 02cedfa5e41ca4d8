import NetTaskSpec

/// Imports an operation as an endpoint.
struct EndpointImporter {
    let schemas: SchemaImporter
    let webhooks: WebhookImporter
    let security: SecurityImporter
    /// The authentication of operations without their own.
    let documentAuth: ImportedAuth

    /// Returns the endpoint and its tag. If the operation cannot become an endpoint, reports an error and returns `nil`.
    ///
    /// - Parameter name: The name in Swift.
    func endpoint(_ operation: LocatedOperation, name: String) -> (endpoint: Endpoint, tag: String?)? {
        guard let template = PathTemplate(operation.path) else {
            return refuse(operation, "the braces of its path do not match")
        }
        let values = Dictionary(uniqueKeysWithValues: template.variables.map { ($0, "{v}") })
        if let problem = PathTemplate.problem(withURI: template.uri(values)) {
            return refuse(operation, "its path cannot be a uri: \(problem)")
        }
        if let place = OperationCheck(operation: operation).problem() {
            return refuse(operation, "part of it cannot be imported", cause: place)
        }
        var reader = operation.reader
        let tag = reader.take("tags").flatMap(self.tag)
        let context = SchemaContext(name: name, home: .tag(tag))
        var endpoint = Endpoint(name: Name(name), uri: URITemplate(written: "", parts: []))
        endpoint.method = Endpoint.Method(rawValue: operation.method.uppercased()) ?? .get
        endpoint.isMutable = false
        _ = reader.text("operationId")
        if reader.flag("deprecated") { endpoint.deprecation = Deprecation() }
        let auth = reader.take("security").map { security.auth($0, otherwise: documentAuth) } ?? documentAuth
        endpoint.auth = auth.names
        endpoint.scopes = auth.scopes
        reader.take("parameters")
        let variables = template.variables
        let importer = ParamImporter(
            schemas: schemas,
            context: context,
            variables: variables,
            schemes: Array(auth.alternatives.joined())
        )
        var params = importer.params(of: operation)
        var words = Paragraphs(reader.text("summary"), reader.text("description"))
        words.add(operation.pathItem["summary"]?.text())
        words.add(operation.pathItem["description"]?.text())
        var body = BodyImporter(schemas: schemas, context: context, paramNames: params.map(\.field.wireName))
        let requestBody = endpoint.method == .trace ? nil : reader.take("requestBody")
        if endpoint.method == .trace {
            reader.leaveOut(["requestBody"], .noBody)
        } else if let value = requestBody {
            body.add(value, to: &endpoint)
            words.add(body.description, after: "Body: ")
            params += body.fields.map { ImportedParam(field: $0) }
        }
        words.add(reader.take("externalDocs").flatMap(InfoImporter.seeAlso))
        endpoint.description = words.text
        nameParams(&params, endpoint)
        endpoint.params = params.map(\.field)
        let uri = template.uri(self.values(params), below: base(operation, &reader))
        endpoint.uri = (try? URITemplate(parsing: uri)) ?? URITemplate(written: uri, parts: [])
        if let value = reader.take("responses") {
            let streamSwitch = streamSwitch(of: endpoint, body.isRequired ? requestBody : nil)
            ReplyImporter(schemas: schemas, context: context, streamSwitch: streamSwitch)
                .add(value, to: &endpoint, &schemas.imported.notes)
        }
        if let callbacks = reader.take("callbacks") { webhooks.add(callbacks: callbacks) }
        reader.finish()
        return (endpoint, tag)
    }

    private func refuse<Nothing>(
        _ operation: LocatedOperation,
        _ reason: String,
        cause: SourceRange? = nil
    ) -> Nothing? {
        let name = "\(operation.method.uppercased()) \(operation.path)".quotedForMessage
        operation.reader.value.run.refuseOperation(
            "\(name) is left out because \(reason)",
            at: operation.methodRange,
            cause: cause
        )
        return operation.original.leaveOut(
            .differs(.operationLeftOut, "an operation is imported completely or not at all")
        )
    }

    private func tag(_ value: DocumentValue) -> String? {
        var tag: String?
        for element in value.items("`tags`") ?? [] {
            if tag == nil {
                tag = element.text()
            } else {
                element.leaveOut(.words(.documentation, "an endpoint is in the file of its first tag"))
            }
        }
        return tag
    }

    // MARK: Params

    private func nameParams(_ params: inout [ImportedParam], _ endpoint: Endpoint) {
        var reserved = ReservedNames.paramMembers
        if endpoint.body != nil { reserved.insert("body") }
        if let object = endpoint.requestObject { reserved.insert(object.name.swift) }
        let names = MemberNames.names(for: params.map(\.field.wireName), reserved: reserved)
        for (index, name) in names.enumerated() { params[index].field.name = Name(name) }
    }

    /// Returns the text in the uri for each variable of the path.
    private func values(_ params: [ImportedParam]) -> [String: String] {
        var values: [String: String] = [:]
        for param in params where param.field.location == .path {
            values[param.field.wireName] = "\(param.uriPrefix){\(param.field.name.written)}"
        }
        return values
    }

    /// Returns the boolean `stream` that many APIs have, as a param or as a field of the body.
    ///
    /// - Parameter body: The body, or `nil` if it is optional.
    private func streamSwitch(of endpoint: Endpoint, _ body: DocumentValue?) -> ReplyImporter.StreamSwitch? {
        if let param = endpoint.params.first(where: {
            $0.wireName == "stream" && $0.type.unwrapped == .scalar(.bool)
        }) {
            return ReplyImporter.StreamSwitch(name: param.name, description: param.description)
        }
        guard case .shape? = endpoint.holders.first?.type, endpoint.bodies.isEmpty else { return nil }
        for content in body?.resolved(as: .requestBody)?["content"]?.members ?? [] {
            guard let schema = content.value["schema"]?.resolved(), !SchemaPeek.hasAlternatives(schema),
                let field = SchemaPeek.property("stream", of: schema), field.typeNames.contains("boolean")
            else { continue }
            return ReplyImporter.StreamSwitch(name: Name("stream"), description: field["description"]?.plainText)
        }
        return nil
    }

    // MARK: Servers

    /// Returns the URL that contains the path, if it differs from the base URL.
    private func base(_ operation: LocatedOperation, _ reader: inout ObjectReader) -> String? {
        let baseURL = schemas.imported.spec.baseURL
        let own = reader.take("servers")
        var url = own.flatMap { ServersImporter.url($0, on: baseURL) }
        if let ofPath = operation.pathItem["servers"] {
            if own?.elements?.isEmpty == false {
                ofPath.leaveOut(.unused(.address, "the operation has its own server"))
            } else {
                url = ServersImporter.url(ofPath, on: baseURL)
            }
        }
        return url == baseURL ? nil : url
    }
}

/// A path of a document with its variables: `/pets/{pet-id}`. The path ends before `#`: documents add a fragment to distinguish
/// operations with the same address.
struct PathTemplate {
    private var parts: [Part] = []

    private enum Part {
        case literal(String)
        case variable(String)
    }

    /// Returns `nil` if the braces do not match.
    init?(_ path: String) {
        var rest = path.unicodeScalars[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" && $0 != "}" && $0 != "#" }
            if !literal.isEmpty { parts.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard rest.first != "#", let brace = rest.popFirst() else { break }
            let name = rest.prefix { $0 != "{" && $0 != "}" }
            rest = rest.dropFirst(name.count)
            guard brace == "{", rest.popFirst() == "}", !name.isEmpty else { return nil }
            parts.append(.variable(String(name)))
        }
    }

    /// The variables in their order, without duplicates.
    var variables: [String] {
        var seen: Set<String> = []
        return parts.compactMap { part in
            guard case .variable(let name) = part, seen.insert(name).inserted else { return nil }
            return name
        }
    }

    /// Returns the uri, relative to the base URL.
    ///
    /// - Parameters:
    ///   - values: The text for each variable, such as `{petId}`.
    ///   - base: The URL that contains the path. Default: the base URL.
    func uri(_ values: [String: String], below base: String? = nil) -> String {
        var uri = ""
        for part in parts {
            switch part {
            case .literal(let text): uri += Self.escaped(text, after: uri)
            case .variable(let name): uri += values[name] ?? "{\(name)}"
            }
        }
        // The root keeps its slash, because a base URL with a path needs it. If `//` lost a slash, it would be a different path.
        if uri.hasPrefix("/"), !uri.hasPrefix("//"), uri != "/" { uri.removeFirst() }
        guard let base else { return uri }
        return base + (uri.hasPrefix("/") || uri.isEmpty ? uri : "/" + uri)
    }

    /// Returns the reason why the language rejects a uri, or `nil` if the uri is valid.
    static func problem(withURI uri: String) -> String? {
        do throws(URITemplate.Problem) {
            _ = try URITemplate(parsing: uri)
            return nil
        } catch {
            return "invalid uri \(uri.quotedForMessage): \(error.message)"
        }
    }

    /// Escapes characters that a uri must not contain. A colon in the first segment would end a scheme, and a colon at the start
    /// of another segment would begin a variable.
    private static func escaped(_ text: String, after start: String) -> String {
        if text.utf8.allSatisfy({ URLCharacters.isAllowedInQuery($0) && $0 != UInt8(ascii: ":") }) { return text }
        var result = ScalarText()
        var isFirstSegment = !start.dropFirst().contains("/")
        var previous: Unicode.Scalar? = start.unicodeScalars.last
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "/", previous != nil { isFirstSegment = false }
            if scalar == "%" {
                let digits = rest.prefix(2)
                let isEscape = digits.count == 2 && digits.allSatisfy { $0.properties.isASCIIHexDigit }
                result.append(isEscape ? "%" : "%25")
            } else if scalar == ":", isFirstSegment || previous == "/" {
                result.append("%3A")
            } else if scalar.isASCII, URLCharacters.isAllowedInQuery(UInt8(scalar.value)) {
                result.append(scalar)
            } else {
                result.append(URLCharacters.percentEncoded(scalar))
            }
            previous = scalar
        }
        return result.text
    }
}
