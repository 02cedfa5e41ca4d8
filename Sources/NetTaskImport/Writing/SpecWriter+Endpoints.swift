import NetTaskSpec

extension SpecWriter {
    func keys(of endpoint: Endpoint) -> SpecMap {
        var keys = SpecMap()
        keys.add("description", endpoint.description)
        keys.add(endpoint.deprecation)
        if endpoint.method != .get { keys.add("method", endpoint.method.rawValue) }
        keys.add("uri", endpoint.uri.written)
        if endpoint.encoding != spec.defaults.encoding { keys.add("encoding", endpoint.encoding.rawValue) }
        var headers = SpecMap(isCompact: true)
        for header in endpoint.headers { headers.add(header.name, header.value) }
        keys.add("headers", headers)
        keys.add("params", map(of: endpoint.params, .param(endpoint)))
        keys.add("requestObject", endpoint.requestObject?.shape)
        keys.add("body", body(of: endpoint))
        keys.add("contentType", endpoint.contentType)
        addResponse(endpoint, to: &keys)
        addErrors(endpoint, to: &keys)
        for comment in notes.lines[.pages(endpoint.name.written)] ?? [] { keys.addComment(comment) }
        if endpoint.auth != spec.defaults.auth { keys.add("auth", node(auth: endpoint.auth)) }
        if endpoint.scopes != spec.defaults.scopes { keys.add("scopes", node(scopes: endpoint.scopes)) }
        keys.add("was", SpecNode.texts(endpoint.formerNames))
        return keys
    }

    private func body(of endpoint: Endpoint) -> SpecNode? {
        guard !endpoint.bodies.isEmpty else { return endpoint.body.map { .type($0) } }
        return map(of: endpoint.bodies) { endpoint.body?.isOptional == true ? .optional($0) : $0 }
    }

    private func map(of contents: [BodyContent], _ type: (TypeReference) -> TypeReference = { $0 }) -> SpecNode {
        var map = SpecMap(isCompact: true)
        for content in contents { map.add(content.mediaType, .type(type(content.type))) }
        return .map(map)
    }

    // MARK: Replies

    private func addResponse(_ endpoint: Endpoint, to keys: inout SpecMap) {
        let comment = notes.lines[.response(endpoint.name.written)]?.first.map(Self.onOneLine)
        let whole = whole(endpoint)
        if let stream = endpoint.stream {
            keys.add("response", node(stream, otherwise: whole), comment: comment)
        } else if let whole {
            keys.add("response", whole, comment: comment)
        } else if let comment {
            keys.addComment("response: \(comment)")
        }
    }

    private func node(_ stream: Endpoint.Stream, otherwise: SpecNode?) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        switch stream.element {
        case .type(let type): keys.add(stream.framing.rawValue, .type(type))
        case .named(let events):
            var map = SpecMap()
            for event in events {
                map.add(event.name.written, event.type.map { .type($0) } ?? .text(TypeReference.noneWord))
            }
            keys.isCompact = false
            keys.add(stream.framing.rawValue, .map(map))
        }
        keys.add("until", stream.end)
        guard let condition = stream.condition else { return .map(keys) }
        var when = SpecMap(isCompact: true)
        when.add(condition.field.name.written, .value(condition.value))
        keys.add("when", .map(when))
        if case .map = otherwise { keys.isCompact = false }
        keys.add("otherwise", otherwise ?? .text(TypeReference.noneWord))
        return .map(keys)
    }

    /// Returns the response that is read as a whole, or `nil` if there is none.
    private func whole(_ endpoint: Endpoint) -> SpecNode? {
        if case .contents(let contents) = endpoint.response { return map(of: contents) }
        guard case .statuses(let bodies) = endpoint.response else {
            if endpoint.response == .none || endpoint.response == .elements, endpoint.responseHeaders.isEmpty {
                return nil
            }
            return reply(endpoint.response, endpoint.responseFormat, endpoint.responseHeaders)
        }
        var map = SpecMap()
        for body in bodies { add(body, of: endpoint, to: &map) }
        return .map(map)
    }

    /// Returns only the type, or a map if the reply has other keys.
    private func reply(_ response: Endpoint.Response, _ format: Field.Format?, _ headers: [Field]) -> SpecNode {
        var keys = SpecMap(isCompact: headers.isEmpty)
        keys.add("type", response.type.map { .type($0) })
        if case .json(_, let path) = response, !path.isEmpty { keys.add("from", path.joined(separator: ".")) }
        if case .fields(let fields) = response { add(fields, to: &keys) }
        if let type = response.type, format != .usual(for: type) { keys.add("format", format?.rawValue) }
        if !headers.isEmpty { keys.add("headers", .map(map(of: headers, .replyHeader))) }
        return keys.items.isEmpty ? .text(TypeReference.noneWord) : keys.shortened("type")
    }

    private func add(_ body: StatusBody, of endpoint: Endpoint, to map: inout SpecMap) {
        let comment = notes.lines[.status(endpoint.name.written, body.status)]?.first.map(Self.onOneLine)
        map.add(body.status.written, reply(body.response, body.format, body.headers), comment: comment)
    }

    private func addErrors(_ endpoint: Endpoint, to keys: inout SpecMap) {
        let noted = notes.errors[endpoint.name.written] ?? []
        var map = SpecMap()
        for status in noted + endpoint.errors.map(\.status).filter({ !noted.contains($0) }) {
            if let error = endpoint.errors.first(where: { $0.status == status }) {
                add(error, of: endpoint, to: &map)
            } else {
                let comment = notes.lines[.status(endpoint.name.written, status)]?.first.map(Self.onOneLine)
                map.addComment(status.written + (comment.map { ": \($0)" } ?? ""))
            }
        }
        if endpoint.errors.isEmpty {
            keys.items += map.items
        } else {
            keys.add("errors", .map(map))
        }
    }
}
