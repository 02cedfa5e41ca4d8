/// Decodes one of `endpoints:`.
extension SpecDecoder {
    /// - Parameter group: The name of its group, if it is in one.
    func endpoint(_ entry: YAMLNode.Entry, in group: Name? = nil) -> Endpoint? {
        let entry = inGroup(entry)
        let written = entry.value
        let changed = inherited.changed(by: entry, SpecLanguage.endpoint, diagnostics)
        guard let keys = keys(changed, SpecLanguage.endpoint), !refusesOmission(keys, "endpoint") else { return nil }
        let name = name(entry.key, at: entry.keyRange, swiftName: keys["swiftName"], of: entry.value, .endpoint)
        let uri = keys["uri"].flatMap { self.uri($0) }
        var endpoint = Endpoint(name: name ?? Name(entry.key), uri: uri ?? URITemplate(written: "", parts: []))
        endpoint.group = group
        endpoint.settings = settings(keys, changed.value.entries, written.entries)
        keys.read(into: &endpoint)
        var reading = Written.Reading(keyRange: entry.keyRange, range: entry.value.range, entries: keys.entries)
        reading.own = written.entries
        reading.inherited = inherited.entries
        endpoint.source = Written(reading)
        readDelivery(keys, &endpoint)
        endpoint.formerNames = keys["was"].map { formerNames($0) } ?? []
        let when = readReplies(keys, written, &endpoint)
        readBody(keys, &endpoint)
        readRequestObject(keys, &endpoint)
        readParams(keys, readsURI: uri != nil, &endpoint)
        let url = urlTemplate(&endpoint.params, beside: keys.entry("uri"))
        if let url {
            endpoint.uri = url
        } else if keys.entry("uri") == nil, written["uri"] == nil {
            at(entry.keyRange, .missingKey).error("the endpoint \(entry.key.quotedForMessage) needs `uri`")
        }
        let condition = when.flatMap { self.condition($0, endpoint) }
        endpoint.stream?.condition = condition
        if let pages = keys.entry("pages") { endpoint.pages = self.pages(pages, endpoint) }
        reading.isWhole = name != nil && (uri != nil || url != nil)
        endpoint.source = Written(reading)
        return endpoint
    }

    /// - Returns: The condition of the stream, if there is one.
    private func readReplies(_ keys: KeyReader, _ written: YAMLNode, _ endpoint: inout Endpoint) -> YAMLNode.Entry? {
        let reply = keys.entry("response").map { response($0, endpoint.separator) } ?? Reply()
        endpoint.response = reply.response
        endpoint.responseFormat = reply.format
        endpoint.responseHeaders = reply.headers
        endpoint.stream = reply.stream
        if case .fields(let fields) = reply.response { endpoint.replyFields = fields }
        let statuses: [StatusBody]? = if case .statuses(let bodies) = reply.response { bodies } else { nil }
        let own = written["errors"]
        endpoint.errors = resolved(errors(keys, written.entries), beside: statuses) {
            own?[$0.name.written] != nil
        }
        return reply.condition
    }

    /// Rejects `omit: true`, which merging removes where it applies to an inherited entry.
    func refusesOmission(_ keys: KeyReader, _ noun: String) -> Bool {
        guard let entry = keys.entry("omit") else { return false }
        at(entry.keyRange, .misplacedKey)
            .error("`omit` must be `true`, and can be used only in a spec that extends the one with this \(noun)")
            .note("to remove it from its own spec, delete it")
        return true
    }

    // MARK: The body

    private func readBody(_ keys: KeyReader, _ endpoint: inout Endpoint) {
        let entry = keys.entry("body")
        let contents = entry?.value.isByMediaType == true ? entry?.value.entries : nil
        if let key = keys.entry("contentType") {
            if entry == nil {
                at(key.keyRange, .uselessKey).error("`contentType` needs `body`, which this endpoint does not have")
            } else if contents != nil {
                at(key.keyRange, .conflictingKeys)
                    .error("`contentType` cannot be used with a `body` that is a map of media types")
            } else if let text = keys.text("contentType"), checkMediaType(text, at: key.value.range) {
                endpoint.contentType = text
            }
        }
        guard let entry else { return }
        if let encoding = endpoint.ownPlace(of: "encoding") {
            at(encoding, .conflictingKeys)
                .error("`encoding` applies to params in the body, but `body` is the whole body")
                .note("`body` is set here", at: entry.keyRange)
        }
        if let contents {
            readBodies(contents, entry, &endpoint)
        } else if entry.value.isMap {
            at(entry.value.range, .invalidType)
                .error("the keys of a `body` that is a map must be media types, such as `application/json`")
                .note("for a dictionary, write `[String: Int]`")
        } else {
            endpoint.body = bodyType(entry.value)
        }
    }

    /// The type of a whole body. Returns `nil`, after a diagnostic, if it is not a type.
    private func bodyType(_ node: YAMLNode) -> TypeReference? {
        guard let type = type(node) else { return nil }
        if type.innermost == .scalar(.file), type.unwrapped != .scalar(.file) {
            at(node.range, .misplacedFile).error("`body` can be `File`, but not `\(type)`")
        } else if type.innermost == .scalar(.date) {
            at(node.range, .unsendableValue).error("`body` cannot be `\(type)`; use a shape for dates")
        }
        return type
    }

    func checkMediaType(_ text: String, at range: SourceRange) -> Bool {
        if ContentTypeRule.isValid(text) { return true }
        let examples = "`text/csv` or `text/csv; charset=utf-8`"
        at(range, .invalidMediaType).error("\(text.quotedForMessage) is not a media type such as \(examples)")
        return false
    }

    /// Decodes `body:` if it is a map of media types. If one type has a `?`, all need it: then the body can be `nil`.
    private func readBodies(_ entries: [YAMLNode.Entry], _ entry: YAMLNode.Entry, _ endpoint: inout Endpoint) {
        let written = entries.filter { !SpecLanguage.isExtension($0.key) }
        let found = written.compactMap { entry -> (entry: YAMLNode.Entry, type: TypeReference)? in
            guard checkMediaType(entry.key, at: entry.keyRange), let type = bodyType(entry.value) else { return nil }
            if MediaKind(entry.key).essence.contains("*") {
                let problem = "\(entry.key.quotedForMessage) is a range of media types, but a body has one"
                return at(entry.keyRange, .invalidMediaType).error(problem).none()
            }
            return (entry, type)
        }
        guard found.count == written.count else { return }
        if found.count == 1 {
            let (media, type) = found[0]
            at(media.keyRange, .uselessKey).error("a map of media types must have at least two entries")
                .note("write `body: \(type)` and `contentType: \(media.key)`")
            return
        }
        var places: [String: SourceRange] = [:]
        for (entry, _) in found {
            let mediaType = entry.key.lowercased().filter { $0 != " " }
            if let other = places.updateValue(entry.keyRange, forKey: mediaType) {
                at(entry.keyRange, .duplicateValue)
                    .error("duplicate media type: case is ignored")
                    .note("the other one", at: other)
            }
        }
        if let other = found.first(where: { $0.type.isOptional != found[0].type.isOptional }) {
            at(other.entry.value.range, .invalidOptional)
                .error("either all types of a `body` must be optional or none: `?` means that the body can be omitted")
        }
        let contents = BodyContent.list(found.map { ($0.entry, $0.type.unwrapped) })
        endpoint.setBodies(contents, isOptional: found.contains(where: \.type.isOptional))
    }

    private func readRequestObject(_ keys: KeyReader, _ endpoint: inout Endpoint) {
        guard let node = keys["requestObject"], let name = keys.text("requestObject") else { return }
        guard let kind = shapes.kind(of: name) else {
            at(node.range, .unknownShape).error("unknown shape \(name.quotedForMessage) in `requestObject`")
                .suggest(name.closestMatch(among: shapes.names))
            return
        }
        guard kind == .object else {
            let reason = kind == .enumeration ? "is an enumeration" : "has no fields"
            at(node.range, .invalidRequestObject).error(
                "`requestObject` must be a shape with fields; `\(name)` \(reason)"
            )
            return
        }
        let property = CamelCase.propertyName(forType: shapeList[name]?.name.swift ?? name)
        endpoint.requestObject = Endpoint.Property(name: Name(property, place: node.range), shape: name)
    }

    // MARK: Params

    private func readParams(_ keys: KeyReader, readsURI: Bool, _ endpoint: inout Endpoint) {
        var params = keys["params"].flatMap { fields($0, "params", .param, endpoint.separator) } ?? []
        let variables = Set(endpoint.uri.variables)
        for index in params.indices {
            let stated = params[index].statedLocation?.value
            let isInPath = variables.contains(params[index].name.written)
            params[index].location = isInPath ? .path : stated ?? endpoint.defaultLocation
        }
        if let ignored = keys["ignored"] { ignore(ignored, in: &params, "param", declaredIn: keys["params"]) }
        if readsURI, let node = keys["uri"] {
            check(&params, fill: endpoint.uri, at: node.range, declaredIn: keys["params"])
        }
        endpoint.params = params
    }

    // MARK: Extension keys

    /// The extension keys of a map, `x-…`.
    func extensions(_ entries: [YAMLNode.Entry]) -> [ExtensionValue.Member] {
        entries.filter { SpecLanguage.isExtension($0.key) }.compactMap(extensionMember)
    }

    private func extensionMember(_ entry: YAMLNode.Entry) -> ExtensionValue.Member? {
        extensionValue(entry.value).map { ExtensionValue.Member(entry.key, $0) }
    }

    func extensionValue(_ node: YAMLNode) -> ExtensionValue? {
        switch node.content {
        case .sequence(let items): .list(items.compactMap(extensionValue))
        case .mapping(let entries): .map(entries.compactMap(extensionMember))
        case .scalar where node.isMissing: .null
        case .scalar(let scalar): scalar.isPlain ? plainValue(scalar.text, node.range) : .string(scalar.text)
        }
    }

    /// The kind of text without quotes follows from its form.
    private func plainValue(_ text: String, _ range: SourceRange) -> ExtensionValue? {
        var problem = "is a number with more than 15 digits"
        switch ScalarKind(plain: text) {
        case .string: return .string(text)
        case .integer(let number): return .integer(number)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .number(let number):
            // `Double` preserves this number of digits of any number (`DBL_DIG` in C).
            if number.utf8.filter({ $0 >= 0x30 && $0 <= 0x39 }).count <= 15 { return .number(number) }
        case .refused(let reason): problem = reason
        }
        return at(range, .ambiguousValue)
            .error("\(text.quotedForMessage) \(problem)").note("if it is text, write it in quotes").none()
    }
}

extension BodyContent {
    /// Bodies of these media types, with their places.
    static func list(_ found: [(entry: YAMLNode.Entry, type: TypeReference)]) -> [BodyContent] {
        zip(list(found.map { ($0.entry.key, $0.type) }), found).map { content, found in
            var content = content
            content.name.place = found.entry.keyRange
            content.typePlace = found.entry.value.range
            return content
        }
    }
}

extension YAMLNode {
    /// Whether it is a map of media types.
    var isByMediaType: Bool { entries.contains { $0.key.contains("/") && !SpecLanguage.isExtension($0.key) } }
}

/// Decodes constant values, of an endpoint, its group or `defaults`.
extension KeyReader {
    /// `constants:`, whose values keep their YAML types.
    func constants(_ entry: YAMLNode.Entry) -> [Endpoint.Constant] {
        (entries(entry.value, "constants", of: "values") ?? []).compactMap { entry in
            guard !entry.key.isEmpty else {
                return at(entry.keyRange, .emptyValue).error("a wire name cannot be empty").none()
            }
            return constant(entry).map { Endpoint.Constant(name: entry.key, value: $0, place: entry.value.range) }
        }
    }

    private func constant(_ entry: YAMLNode.Entry) -> Endpoint.Constant.Value? {
        let node = entry.value
        guard case .scalar(let scalar) = node.content else {
            return at(node.range, .wrongKind).error("a constant must be a single value, not \(node.kind)").none()
        }
        guard !node.isMissing else {
            return at(entry.keyRange, .missingValue).error("the constant \(entry.key.quotedForMessage) has no value")
                .note("if this is intended, write null or \"\"").none()
        }
        guard scalar.isPlain else { return .string(scalar.text) }
        switch ScalarKind(plain: scalar.text) {
        case .string: return .string(scalar.text)
        case .integer(let number): return .integer(number)
        case .number(let text): return .number(text)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .refused(let reason):
            return at(node.range, .ambiguousValue).error("\(scalar.text.quotedForMessage) \(reason)")
                .note("to send it as text, write it in quotes").fix(scalar.text.quotedInYAML.map { (node.range, $0) })
                .none()
        }
    }

    /// `headers:`, headers with constant values.
    func headers(_ entry: YAMLNode.Entry) -> [Endpoint.Header] {
        var headers: [Endpoint.Header] = []
        var places: [String: SourceRange] = [:]
        for entry in entries(entry.value, "headers", of: "values") ?? [] {
            guard checkHeaderName(entry.key, at: entry.keyRange), let value = text(entry.value, entry.key) else {
                continue
            }
            if let problem = HeaderRule.problem(withValue: value, of: entry.key) {
                at(entry.value.range, .invalidHeaderValue).error(problem.message).note(problem.advice)
            } else if let first = places.updateValue(entry.keyRange, forKey: entry.key.lowercased()) {
                at(entry.keyRange, .duplicateKey)
                    .error("duplicate header `\(entry.key)`; case is ignored")
                    .note("first used here", at: first)
            } else {
                headers.append(Endpoint.Header(name: entry.key, value: value, place: entry.keyRange))
            }
        }
        return headers
    }
}
