import NetTaskSpec

/// Makes the response and the errors of an endpoint of `responses`.
struct ReplyImporter {
    let run: ImportRun
    let types: OperationTypes
    /// Of the endpoint, for shapes that are described in place.
    let context: SchemaContext
    /// In capitals.
    let method: String

    /// What comes back with one status.
    private struct Reply {
        var status: ReplyStatus
        var draft: EndpointDraft.StatusDraft
        var isNullable = false
        var headers: DocumentValue?
        var content: ChosenContent?
        /// For shapes that are described in place.
        var context: SchemaContext
    }

    func add(_ responses: DocumentValue, to endpoint: inout EndpointDraft) {
        let declared = self.declared(responses)
        let hasSuccess = declared.contains { $0.status.hundreds == 2 }
        let successes = declared.filter { hasSuccess ? $0.status.hundreds == 2 : $0.status == .others }
        let isOnly = successes.count == 1
        let replies = successes.map { reply($0.status, $0.reference, isOnly ? "Response" : Self.word($0.status)) }
        addSuccesses(replies, to: &endpoint)
        for (status, reference) in declared where status.hundreds != 2 {
            if status == .others, !hasSuccess, var reply = replies.first {
                addHeaders(toError: &reply)
                endpoint.errors.append(reply.draft)
                continue
            }
            if status == .hundred(1) || status == .hundred(3) {
                reference.leaveOut("replies of such statuses are not read")
                continue
            }
            var reply = reply(status, reference, Self.word(status))
            addHeaders(toError: &reply)
            if reply.isNullable, let schema = reply.content?.schema {
                Unused.leaveOutNull(of: schema, "the body of an error is not null")
            }
            endpoint.errors.append(reply.draft)
        }
        separateHeaders(&endpoint, declared)
        separateErrors(&endpoint, declared)
    }

    private func declared(_ responses: DocumentValue) -> [(status: ReplyStatus, reference: DocumentValue)] {
        guard let members = responses.entries("`responses`", of: " of statuses") else { return [] }
        var found: [(status: ReplyStatus, reference: DocumentValue)] = []
        for (key, value, _) in members {
            if key.hasPrefix("x-") {
                value.leaveOut("extensions of others mean nothing to nettask")
            } else if let status = ReplyStatus(key) {
                if found.contains(where: { $0.status == status }) {
                    value.refuse("the status \(key.quotedForMessage) is here for the second time")
                } else {
                    found.append((status, value))
                }
            } else {
                value.refuse("\(key.quotedForMessage) is no status")
            }
        }
        return found
    }

    /// What shapes of a reply have behind the name of the endpoint.
    static func word(_ status: ReplyStatus) -> String {
        switch status {
        case .code(let code): StatusNames.name(of: .code(code)) + (code / 100 == 2 ? " Response" : "")
        case .hundred(2): "Success Response"
        case .hundred(4): "Client Error"
        case .hundred(5): "Server Error"
        case .hundred, .others: "Error"
        }
    }

    // MARK: One status

    private func reply(_ status: ReplyStatus, _ reference: DocumentValue, _ word: String) -> Reply {
        var reply = Reply(status: status, draft: .init(status: status.written), context: context.inside(word))
        guard var reader = ObjectReader(reference, .response) else { return reply }
        let value = reader.value
        var words = Paragraphs()
        words.add(reader.text("description"))
        reply.draft.description = words.text
        reply.context = reference.context(resolvedTo: value, else: reply.context)
        reply.headers = reader.take("headers")
        let content = reader.take("content")
        reader.finish()
        guard let content else { return reply }
        if method == "HEAD" || status.hasNoBody || status.hundreds == 1 {
            content.leaveOut(OmissionReason.noBody)
            return reply
        }
        if status.hundreds == 3 {
            content.leaveOut("the body of such a status is not read")
            return reply
        }
        guard let chosen = ChosenContent(content, .reply) else { return reply }
        reply.content = chosen
        chosen.encoding?.leaveOut("a reply is read as a whole")
        let type = self.type(chosen, reply.context)
        words.add(type.description)
        reply.draft.description = words.text
        reply.draft.type = type.type
        reply.draft.format = type.format
        reply.isNullable = type.isNullable
        return reply
    }

    private func type(_ content: ChosenContent, _ context: SchemaContext) -> SchemaType {
        guard content.mediaType.isJSON else {
            content.schema?.leaveOut("a reply that is no JSON is given as it comes")
            return SchemaType(type: content.mediaType.isText ? .string : .data)
        }
        guard let schema = content.schema else { return .any }
        let type = types.type(of: schema, context)
        if schema["$ref"] == nil {
            let reason = "a reply as a whole has no such thing"
            Unused.leaveOut(["default", "deprecated", "readOnly", "writeOnly"], of: schema, reason)
        }
        // These would be the text of the JSON, quotes and all.
        guard type.type == .string || type.type == .data else { return type }
        schema.leaveOut("a reply that is a single JSON text is given as `JSONValue`")
        return .any
    }

    // MARK: Successes

    private func addSuccesses(_ replies: [Reply], to endpoint: inout EndpointDraft) {
        guard let first = replies.first else { return }
        if let content = replies.lazy.compactMap(\.content).first, !content.mediaType.isRange,
            content.count > 1 || content.mediaType.hasParameters
        {
            endpoint.headers.append(("Accept", content.mediaType.text))
        }
        let isSame = replies.allSatisfy { reply in
            reply.draft.type == first.draft.type && reply.draft.format == first.draft.format
                && reply.isNullable == first.isNullable
        }
        let headers = replies.map { self.headers(of: $0, isSame ? context : $0.context) }
        guard isSame, let merged = ReplyHeadersImporter.merged(headers) else {
            for reply in replies where reply.isNullable {
                guard let schema = reply.content?.schema else { continue }
                Unused.leaveOutNull(of: schema, "the body of one status among several is not null")
            }
            endpoint.response = .statuses(
                zip(replies, headers).map { reply, headers in
                    var draft = reply.draft
                    draft.headers = ReplyHeadersImporter.named(headers, beside: draft.type != nil)
                    return draft
                }
            )
            return
        }
        if let type = first.draft.type {
            endpoint.response = .type(type, format: first.draft.format, isNullable: first.isNullable)
        }
        endpoint.responseDescription = description(replies)
        endpoint.responseHeaders = ReplyHeadersImporter.named(merged, beside: first.draft.type != nil)
    }

    private func headers(of reply: Reply, _ context: SchemaContext) -> [FieldDraft] {
        ReplyHeadersImporter(run: run, types: types, context: context).headers(reply.headers)
    }

    private func description(_ replies: [Reply]) -> String? {
        if replies.count == 1 { return replies[0].draft.description }
        var words = Paragraphs()
        for reply in replies { words.add(reply.draft.description, after: "\(reply.status.written): ") }
        return words.text
    }

    // MARK: Errors

    /// A header that an error does not have must not cost its body, so that none has to be there.
    private func addHeaders(toError reply: inout Reply) {
        let isFollowed = [301, 302, 303, 307, 308].map(ReplyStatus.code).contains(reply.status)
        if isFollowed || reply.status.hundreds == 1 {
            reply.headers?.leaveOut("replies of such statuses are not read")
            return
        }
        let headers = self.headers(of: reply, reply.context).map { header in
            var header = header
            header.isRequired = false
            return header
        }
        reply.draft.headers = ReplyHeadersImporter.named(headers, beside: reply.draft.type != nil)
    }

    /// A case with headers is called after its status. Where another type has that name, the body goes without them.
    private func separateHeaders(
        _ endpoint: inout EndpointDraft,
        _ declared: [(status: ReplyStatus, reference: DocumentValue)]
    ) {
        func clash() -> Int? {
            let types = endpoint.errors.filter(\.headers.isEmpty).compactMap(\.type).map(ErrorNames.name)
            return endpoint.errors.firstIndex { error in
                let status = declared.first { $0.status.written == error.status }?.status
                return !error.headers.isEmpty && status.map { types.contains(ErrorNames.name(of: $0)) } == true
            }
        }
        while let index = clash() {
            endpoint.errors[index].headers = []
            let reference = declared.first { $0.status.written == endpoint.errors[index].status }?.reference
            reference?.resolved()?["headers"]?.leaveOut("the case for this status would have the name of another one")
        }
    }

    /// Two types of errors must not have one name in Swift; those that would are given as any JSON.
    private func separateErrors(
        _ endpoint: inout EndpointDraft,
        _ declared: [(status: ReplyStatus, reference: DocumentValue)]
    ) {
        var types: [String: Set<String>] = [:]
        for error in endpoint.errors where error.headers.isEmpty {
            if let type = error.type { types[ErrorNames.name(of: type), default: []].insert(type.written) }
        }
        guard types.count > 1 || types.values.contains(where: { $0.count > 1 }) else { return }
        for index in endpoint.errors.indices where endpoint.errors[index].headers.isEmpty {
            guard let type = endpoint.errors[index].type else { continue }
            let name = ErrorNames.name(of: type)
            guard types[name].map({ $0.count > 1 }) == true || ReservedNames.cases.contains(name) else { continue }
            endpoint.errors[index].type = .jsonValue
            endpoint.errors[index].format = nil
            let reference = declared.first { $0.status.written == endpoint.errors[index].status }?.reference
            reference?["content"]?.leaveOut("two types of errors would have one name in Swift")
        }
    }
}
