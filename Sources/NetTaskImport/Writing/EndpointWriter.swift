import NetTaskSpec

/// Makes entries of endpoints.
struct EndpointWriter {
    let fields: FieldWriter

    func node(_ endpoint: EndpointDraft) -> SpecNode {
        var keys = SpecMap()
        keys.add("description", endpoint.description)
        keys.add("deprecated", flag: endpoint.isDeprecated)
        if endpoint.method != "GET" { keys.add("method", endpoint.method) }
        keys.add("uri", endpoint.uri)
        keys.add("encoding", endpoint.encoding)
        keys.add("headers", headers(endpoint))
        let params = fields.map(of: endpoint.params, .param(isJSON: endpoint.encoding == "json"))
        if !params.isEmpty { keys.add("params", .map(params)) }
        keys.add("requestObject", endpoint.requestObject)
        keys.add("body", endpoint.body.map { .type($0, isOptional: !endpoint.isBodyRequired) })
        keys.add("contentType", endpoint.contentType)
        addResponse(endpoint, to: &keys)
        addErrors(endpoint, to: &keys)
        if let auth = endpoint.auth { keys.add("auth", authNode(auth)) }
        if !endpoint.was.isEmpty { keys.add("was", .list(endpoint.was.map { .text($0) })) }
        return .map(keys)
    }

    func authNode(_ names: [String]) -> SpecNode {
        switch names.count {
        case 0: .text("none")
        case 1: .text(names[0])
        default: .list(names.map { .text($0) })
        }
    }

    private func headers(_ endpoint: EndpointDraft) -> SpecNode? {
        guard !endpoint.headers.isEmpty else { return nil }
        var map = SpecMap(isCompact: true)
        for header in endpoint.headers { map.add(header.name, header.value) }
        return .map(map)
    }

    // MARK: Replies

    private func addResponse(_ endpoint: EndpointDraft, to keys: inout SpecMap) {
        let comment = endpoint.responseDescription.map(Self.onOneLine)
        switch endpoint.response {
        case .none where endpoint.responseHeaders.isEmpty:
            if let comment { keys.addComment("response: \(comment)") }
        case .none:
            keys.add("response", .map(withHeaders(SpecMap(), endpoint.responseHeaders)), comment: comment)
        case .type(let type, let format, let isNullable):
            let node = SpecNode.type(type, isOptional: isNullable)
            guard format != nil || !endpoint.responseHeaders.isEmpty else {
                keys.add("response", node, comment: comment)
                return
            }
            var map = SpecMap(isCompact: endpoint.responseHeaders.isEmpty)
            map.add("type", node)
            map.add("format", format)
            keys.add("response", .map(withHeaders(map, endpoint.responseHeaders)), comment: comment)
        case .statuses(let statuses):
            var map = SpecMap()
            for status in statuses { add(status, to: &map, hasOthers: true) }
            keys.add("response", .map(map))
        }
    }

    private func withHeaders(_ map: SpecMap, _ headers: [FieldDraft]) -> SpecMap {
        guard !headers.isEmpty else { return map }
        var map = map
        map.add("headers", .map(fields.map(of: headers, .replyHeader)))
        return map
    }

    private func addErrors(_ endpoint: EndpointDraft, to keys: inout SpecMap) {
        let hasEntries = endpoint.errors.contains { !$0.isEmpty }
        // Where a more general entry has something to read, one without has to say so.
        let hasOthers = endpoint.errors.contains { Int($0.status) == nil && !$0.isEmpty }
        var map = SpecMap()
        for status in endpoint.errors {
            // The language has no entry for these, whose bodies are never read.
            let isNameless = status.status == "1xx" || status.status == "3xx"
            add(status, to: &map, hasOthers: hasOthers && !isNameless)
        }
        if hasEntries {
            keys.add("errors", .map(map))
        } else {
            keys.items += map.items
        }
    }

    private func add(_ status: EndpointDraft.StatusDraft, to map: inout SpecMap, hasOthers: Bool) {
        let comment = status.description.map(Self.onOneLine)
        guard !status.isEmpty || hasOthers else {
            map.addComment("\(status.status)" + (comment.map { ": \($0)" } ?? ""))
            return
        }
        guard status.format != nil || !status.headers.isEmpty else {
            map.add(status.status, status.type.map { .type($0) } ?? .text("none"), comment: comment)
            return
        }
        var typed = SpecMap(isCompact: status.headers.isEmpty)
        typed.add("type", status.type.map { .type($0) })
        typed.add("format", status.format)
        map.add(status.status, .map(withHeaders(typed, status.headers)), comment: comment)
    }

    /// A comment is one line, and nothing in it may end it.
    static func onOneLine(_ text: String) -> String {
        if text.isPrintableASCII {
            return text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init).joined(separator: " ")
        }
        let scalars = text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: true
            default: false
            }
        }
        return scalars.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }
}
