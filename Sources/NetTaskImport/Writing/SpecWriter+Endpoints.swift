import NetTaskSpec

extension SpecWriter {
    func node(_ endpoint: EndpointDraft) -> SpecNode {
        var keys = SpecMap()
        keys.add("description", endpoint.description)
        keys.add("deprecated", flag: endpoint.isDeprecated)
        if endpoint.method != "GET" { keys.add("method", endpoint.method) }
        keys.add("uri", endpoint.uri)
        let body = endpoint.body
        keys.add("encoding", body.encoding)
        var headers = SpecMap(isCompact: true)
        for header in endpoint.headers { headers.add(header.name, header.value) }
        if !headers.items.isEmpty { keys.add("headers", .map(headers)) }
        let params = map(of: endpoint.params, .param(isJSON: body.encoding == "json"))
        if !params.items.isEmpty { keys.add("params", .map(params)) }
        keys.add("requestObject", body.requestObject)
        keys.add("body", body.type.map { .type($0, isOptional: !body.isRequired) })
        keys.add("contentType", body.contentType)
        addResponse(endpoint, to: &keys)
        addErrors(endpoint, to: &keys)
        for comment in pages.comments(for: endpoint) { keys.addComment(comment) }
        keys.add("auth", endpoint.auth.map(node(auth:)))
        keys.add("was", SpecNode.texts(endpoint.was))
        return .map(keys)
    }

    // MARK: Replies

    private func addResponse(_ endpoint: EndpointDraft, to keys: inout SpecMap) {
        if let stream = endpoint.stream {
            var whole = SpecMap()
            addWhole(endpoint, to: &whole, isInside: true)
            let comment = endpoint.responseDescription.map(Self.onOneLine)
            return keys.add("response", node(stream, otherwise: whole), comment: comment)
        }
        addWhole(endpoint, to: &keys)
    }

    private func node(_ stream: EndpointDraft.StreamDraft, otherwise: SpecMap) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        switch stream.elements {
        case .type(let type): keys.add(stream.framing.rawValue, .type(type))
        case .named(let events):
            var map = SpecMap()
            for event in events { map.add(event.name, .type(event.type)) }
            keys.isCompact = false
            keys.add(stream.framing.rawValue, .map(map))
        }
        keys.add("until", stream.end)
        guard let condition = stream.condition else { return .map(keys) }
        var when = SpecMap(isCompact: true)
        when.add(condition, .literal("true"))
        keys.add("when", .map(when))
        if case .entry(_, let value, _)? = otherwise.items.first {
            if case .map = value { keys.isCompact = false }
            keys.add("otherwise", value)
        } else {
            keys.add("otherwise", .text(TypeReference.noneWord))
        }
        return .map(keys)
    }

    /// What comes back as a whole.
    private func addWhole(_ endpoint: EndpointDraft, to keys: inout SpecMap, isInside: Bool = false) {
        let comment = isInside ? nil : endpoint.responseDescription.map(Self.onOneLine)
        switch endpoint.response {
        case .none where endpoint.responseHeaders.isEmpty:
            if let comment { keys.addComment("response: \(comment)") }
        case .none:
            keys.add("response", reply(nil, nil, endpoint.responseHeaders), comment: comment)
        case .type(let type, let format, let isNullable):
            let node = SpecNode.type(type, isOptional: isNullable)
            keys.add("response", reply(node, format, endpoint.responseHeaders), comment: comment)
        case .statuses(let statuses):
            var map = SpecMap()
            for status in statuses { add(status, to: &map, hasOthers: true) }
            keys.add("response", .map(map))
        }
    }

    /// A type alone, or what there is besides.
    private func reply(_ type: SpecNode?, _ format: String?, _ headers: [FieldDraft]) -> SpecNode {
        if format == nil, headers.isEmpty { return type ?? .text(TypeReference.noneWord) }
        var keys = SpecMap(isCompact: headers.isEmpty)
        keys.add("type", type)
        keys.add("format", format)
        if !headers.isEmpty { keys.add("headers", .map(map(of: headers, .replyHeader))) }
        return .map(keys)
    }

    private func addErrors(_ endpoint: EndpointDraft, to keys: inout SpecMap) {
        // Where a more general entry has something to read, one without has to say so.
        let hasOthers = endpoint.errors.contains { !$0.isEmpty && !$0.status.isCode }
        var map = SpecMap()
        for error in endpoint.errors {
            // The language has no entry for these, whose bodies are never read.
            let isNameless = error.status == .hundred(1) || error.status == .hundred(3)
            add(error, to: &map, hasOthers: hasOthers && !isNameless)
        }
        if endpoint.errors.allSatisfy(\.isEmpty) {
            keys.items += map.items
        } else {
            keys.add("errors", .map(map))
        }
    }

    private func add(_ reply: EndpointDraft.StatusDraft, to map: inout SpecMap, hasOthers: Bool) {
        let comment = reply.description.map(Self.onOneLine)
        if reply.isEmpty, !hasOthers {
            map.addComment(reply.status.written + (comment.map { ": \($0)" } ?? ""))
        } else {
            let node = self.reply(reply.type.map { .type($0) }, reply.format, reply.headers)
            map.add(reply.status.written, node, comment: comment)
        }
    }
}

extension StatusKey {
    fileprivate var isCode: Bool {
        if case .code = self { true } else { false }
    }
}
