/// An endpoint as read, with the places that later checks complain about.
struct LocatedEndpoint {
    var endpoint: Endpoint
    /// Whether all of it could be read that others need of it.
    var isWhole = true
    var params: [LocatedField] = []
    /// Those of a reply that is described in place.
    var replyFields: [LocatedField] = []
    var stream: LocatedStream?
    /// Where the endpoint is named.
    var keyRange: SourceRange
    var settings: LocatedSettings
    var uriRange: SourceRange?
    var requestObjectRange: SourceRange?
    var bodyRange: SourceRange?
    var delivery = DeliveryPlaces()
    /// What `was:` says.
    var formerNames: [Located<String>] = []
    var example: YAMLNode.Entry?
    /// The names of all params, also of those that could not be read; nil where `params` could not.
    var declaredParams: Set<String>? = []
    /// Where `pages` stands.
    var pagesRange: SourceRange?
    /// What `longRunning` says.
    var longRunning: YAMLNode.Entry?
}

/// Reads one of `endpoints:`.
extension SpecDecoder {
    /// - Parameter group: The name of the group that it is in, if it is in one.
    func endpoint(_ entry: YAMLNode.Entry, in group: Name? = nil) -> LocatedEndpoint? {
        let changed = inherited.changed(by: entry, SpecLanguage.endpoint, diagnostics)
        return endpoint(changed, asWritten: entry.value, group)
    }

    /// - Parameters:
    ///   - entry: With all of the maps that it inherits and changes.
    ///   - written: Without.
    private func endpoint(_ entry: YAMLNode.Entry, asWritten written: YAMLNode, _ group: Name?) -> LocatedEndpoint? {
        guard let keys = keys(entry, SpecLanguage.endpoint), !refusesOmission(keys, "endpoint") else { return nil }
        let name = name(entry.key, at: entry.keyRange, swiftName: keys["swiftName"], .endpoint)
        let uri = keys["uri"].flatMap { self.uri($0) }
        let settings = settings(keys, entry.value.entries, written.entries)
        var endpoint = Endpoint(name: name ?? Name(entry.key), uri: uri ?? URITemplate(written: "", parts: []))
        endpoint.group = group
        endpoint.settings = settings.value
        keys.read(into: &endpoint)
        var located = LocatedEndpoint(endpoint: endpoint, keyRange: entry.keyRange, settings: settings)
        located.uriRange = keys["uri"]?.range
        readDelivery(keys, written, &located)
        located.formerNames = keys["was"].map { formerNames($0) } ?? []
        located.endpoint.formerNames = located.formerNames.map(\.value)
        located.example = keys.entry("example")
        readReplies(keys, written, &located)
        readBody(keys, &located)
        readRequestObject(keys, &located)
        readParams(keys, readsURI: uri != nil, &located)
        let url = urlTemplate(&located.params, beside: keys.entry("uri"))
        if let url {
            located.endpoint.uri = url
        } else if keys.entry("uri") == nil, entry.value["uri"] == nil {
            at(entry.keyRange).error("the endpoint \(entry.key.quotedForMessage) needs `uri`")
        }
        located.endpoint.params = located.params.map(\.field)
        if let entry = located.stream?.condition {
            let condition = condition(entry, located)
            located.endpoint.stream?.condition = condition
        }
        if let pages = keys.entry("pages") {
            located.declaredParams = keys["params"].declaredNames
            located.pagesRange = pages.keyRange
            located.endpoint.pages = self.pages(pages, located)
        }
        located.longRunning = keys.entry("longRunning")
        located.isWhole = name != nil && (uri != nil || url != nil)
        return located
    }

    private func readReplies(_ keys: KeyReader, _ written: YAMLNode, _ located: inout LocatedEndpoint) {
        var statuses: [LocatedStatusBody]?
        if let entry = keys.entry("response") {
            let response = response(entry, located.settings.separator)
            located.endpoint.response = response.response
            located.endpoint.responseFormat = response.format
            located.endpoint.responseHeaders = response.headers
            located.replyFields = response.fields
            located.stream = response.stream
            located.endpoint.stream = response.stream?.stream
            statuses = response.statuses
        }
        let own = written["errors"]
        located.endpoint.errors = settled(errors(keys, written.entries), beside: statuses) {
            own?[$0.body.name.written] != nil
        }
    }

    /// `omit: true` is taken out where specs are merged. What is left of it afterwards omits nothing.
    func refusesOmission(_ keys: KeyReader, _ noun: String) -> Bool {
        guard let entry = keys.entry("omit") else { return false }
        at(entry.keyRange).error("`omit` can only be `true`, in a spec that extends the one with this \(noun)")
            .note("to leave it out of its own spec, delete it")
        return true
    }

    // MARK: The body

    private func readBody(_ keys: KeyReader, _ located: inout LocatedEndpoint) {
        if let entry = keys.entry("contentType") {
            if keys["body"] == nil {
                at(entry.keyRange).error("`contentType` is that of `body`, and this endpoint has none")
            } else if let text = keys.text("contentType") {
                if ContentTypeRule.isValid(text) {
                    located.endpoint.contentType = text
                } else {
                    let examples = "`text/csv` or `text/csv; charset=utf-8`"
                    at(entry.value.range).error("\(text.quotedForMessage) is no media type such as \(examples)")
                }
            }
        }
        guard let entry = keys.entry("body") else { return }
        if let encoding = located.delivery.own["encoding"] {
            at(encoding).error("`encoding` says how params become a body, but `body` is the whole of it")
                .note("`body` is here", at: entry.keyRange)
        }
        guard let type = type(entry.value) else { return }
        if type.innermost == .scalar(.file), type.unwrapped != .scalar(.file) {
            at(entry.value.range).error("`body` can be one `File`, not `\(type)`")
        } else if type.innermost == .scalar(.date) {
            at(entry.value.range).error("`body` cannot be `\(type)`; put dates into a shape")
        }
        located.endpoint.body = type
        located.bodyRange = entry.value.range
    }

    private func readRequestObject(_ keys: KeyReader, _ located: inout LocatedEndpoint) {
        guard let node = keys["requestObject"], let name = keys.text("requestObject") else { return }
        guard shapes.isShape(name) else {
            at(node.range).error("`requestObject` names \(name.quotedForMessage), which is no shape here")
                .suggest(name.closestMatch(among: shapes.names))
            return
        }
        guard shapes.isObject(name) else {
            let kind = shapes.isEnumeration(name) ? "is an enumeration" : "has none"
            at(node.range).error("`requestObject` must be a shape with fields; `\(name)` \(kind)")
            return
        }
        let property = CamelCase.propertyName(forType: shapeList[name]?.shape.name.swift ?? name)
        located.endpoint.requestObject = Endpoint.Property(name: Name(property, place: node.range), shape: name)
        located.requestObjectRange = node.range
    }

    // MARK: Params

    private func readParams(_ keys: KeyReader, readsURI: Bool, _ located: inout LocatedEndpoint) {
        var params = keys["params"].flatMap { fields($0, "params", .param, located.settings.separator) } ?? []
        let variables = Set(located.endpoint.uri.variables)
        for index in params.indices {
            let stated = params[index].statedLocation?.value
            let isInPath = variables.contains(params[index].field.name.written)
            params[index].field.location = isInPath ? .path : stated ?? located.endpoint.usualLocation
        }
        if let ignored = keys["ignored"] { ignore(ignored, in: &params, "param", declaredIn: keys["params"]) }
        if readsURI, let node = keys["uri"] {
            check(&params, fill: located.endpoint.uri, at: node.range, declaredIn: keys["params"])
        }
        located.params = params
    }

    // MARK: Values that are always the same

    /// `constants:`, whose values keep the kind that they are written in.
    func constants(_ node: YAMLNode) -> [Located<Endpoint.Constant>] {
        (entries(node, "constants", of: "values") ?? []).compactMap { entry in
            guard !entry.key.isEmpty else {
                return at(entry.keyRange).error("a name on the wire cannot be empty").none()
            }
            return constant(entry).map {
                Located(Endpoint.Constant(name: entry.key, value: $0), at: entry.value.range)
            }
        }
    }

    private func constant(_ entry: YAMLNode.Entry) -> Endpoint.Constant.Value? {
        let node = entry.value
        guard case .scalar(let scalar) = node.content else {
            return at(node.range).error("a constant must be a single value, not \(node.kind)").none()
        }
        guard !node.isMissing else {
            return at(entry.keyRange).error("the constant \(entry.key.quotedForMessage) has no value")
                .note("write null or \"\" if that is meant").none()
        }
        guard scalar.isPlain else { return .string(scalar.text) }
        switch ScalarKind(plain: scalar.text) {
        case .string: return .string(scalar.text)
        case .integer(let number): return .integer(number)
        case .number(let text): return .number(text)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .refused(let reason):
            return at(node.range).error("\(scalar.text.quotedForMessage) \(reason)")
                .note("quote it to send it as text").none()
        }
    }

    /// `headers:`, headers with a fixed value.
    func headers(_ node: YAMLNode) -> [Located<Endpoint.Header>] {
        var headers: [Located<Endpoint.Header>] = []
        var places: [String: SourceRange] = [:]
        for entry in entries(node, "headers", of: "values") ?? [] {
            guard checkHeaderName(entry.key, at: entry.keyRange), let value = text(entry.value, entry.key) else {
                continue
            }
            if let problem = HeaderRule.problem(withValue: value, of: entry.key) {
                at(entry.value.range).error(problem.message).note(problem.advice)
            } else if let first = places.updateValue(entry.keyRange, forKey: entry.key.lowercased()) {
                at(entry.keyRange)
                    .error("duplicate header `\(entry.key)`; case is ignored")
                    .note("first used here", at: first)
            } else {
                headers.append(Located(.init(name: entry.key, value: value), at: entry.keyRange))
            }
        }
        return headers
    }

    // MARK: Keys of the author's own

    /// Those among the keys of a map, which begin with `x-`.
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

    /// Text without quotes is what it looks like.
    private func plainValue(_ text: String, _ range: SourceRange) -> ExtensionValue? {
        var problem = "is a number of more than 15 digits"
        switch ScalarKind(plain: text) {
        case .string: return .string(text)
        case .integer(let number): return .integer(number)
        case .bool(let value): return .bool(value)
        case .null: return .null
        case .number(let number):
            // What `Double` keeps of any number (DBL_DIG of C).
            if number.utf8.filter({ $0 >= 0x30 && $0 <= 0x39 }).count <= 15 { return .number(number) }
        case .refused(let reason): problem = reason
        }
        return at(range).error("\(text.quotedForMessage) \(problem)").note("quote it if it is text").none()
    }
}

extension Endpoint {
    /// Whether params, request object and constants go into the query unless `in:` says otherwise.
    var paramsGoIntoQuery: Bool { method.sendsParamsInQuery || body != nil }

    /// Where params go that say nothing else.
    var usualLocation: Field.Location { paramsGoIntoQuery ? .query : .body }
}
