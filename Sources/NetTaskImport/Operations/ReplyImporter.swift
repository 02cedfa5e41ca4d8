import NetTaskSpec

/// Imports the response and the errors of an endpoint from `responses`.
struct ReplyImporter {
    let schemas: SchemaImporter
    /// The context of the endpoint, for inline shapes.
    let context: SchemaContext
    /// The field that requests a stream, if there is one.
    let streamSwitch: StreamSwitch?

    /// A field that requests a stream.
    struct StreamSwitch {
        var name: Name
        var description: String?
    }

    private typealias Declared = (status: StatusKey, reference: DocumentValue)

    /// The reply with one status.
    private struct Reply {
        var status: StatusKey
        /// The type of the body, or `nil` without a body.
        var type: SchemaType?
        var description: String?
        var headers: DocumentValue?
        var content: ChosenContent?
        var stream: Endpoint.Stream?
        /// The context for inline shapes.
        var context: SchemaContext

        /// Lists the parts of the schema that allow null.
        func leaveOutNull(_ reason: OmissionReason) {
            if type?.isNullable == true { content?.schema?.leaveOutNull(reason) }
        }
    }

    func add(_ responses: DocumentValue, to endpoint: inout Endpoint, _ notes: inout SpecNotes) {
        let declared = self.declared(responses)
        let hasSuccess = declared.contains { $0.status.hundreds == 2 }
        let successes = declared.filter { hasSuccess ? $0.status.hundreds == 2 : $0.status == .others }
        let isOnly = successes.count == 1
        let streams: ChosenContent.StreamUse = !isOnly || !hasSuccess ? .never : streamSwitch == nil ? .alone : .beside
        let replies = successes.map {
            reply($0.status, $0.reference, isOnly ? "Response" : Self.word($0.status), endpoint.method, streams)
        }
        addSuccesses(replies, to: &endpoint, &notes)
        var errors: [StatusBody] = []
        func add(_ reply: Reply) {
            errors.append(error(reply))
            notes.lines[.status(endpoint.name.written, reply.status)] = [reply.description].compactMap { $0 }
        }
        for (status, reference) in declared where status.hundreds != 2 {
            if status == .others, !hasSuccess, let reply = replies.first {
                add(reply)
            } else if status == .hundred(1) || status == .hundred(3) {
                reference.leaveOut(.notRead)
            } else {
                let reply = reply(status, reference, Self.word(status), endpoint.method)
                add(reply)
                reply.leaveOutNull(.unused(.neverNull, "the body of an error is never null"))
            }
        }
        separateHeaders(&errors, declared)
        separateErrors(&errors, declared)
        notes.errors[endpoint.name.written] = errors.map(\.status)
        // If a more general entry has something to read, an entry with nothing to read must be stated.
        let hasOthers = errors.contains { !$0.isEmpty && $0.status.code == nil }
        endpoint.errors = errors.filter { hasOthers || !$0.isEmpty }.map(named).sorted {
            $0.status.rank < $1.status.rank
        }
    }

    /// Names an error without headers after its type.
    private func named(_ error: StatusBody) -> StatusBody {
        guard error.headers.isEmpty, let type = error.response.type else { return error }
        var error = error
        error.name = Name("\(type)", swift: Self.caseName(of: type))
        return error
    }

    private func declared(_ responses: DocumentValue) -> [Declared] {
        var found: [Declared] = []
        for (key, value, _) in responses.entries("`responses`", of: " of statuses") ?? [] {
            if key.hasPrefix("x-") {
                value.leaveOut(.extension)
            } else if let status = StatusKey(documentKey: key) {
                if found.contains(where: { $0.status == status }) {
                    value.refuse("duplicate status \(key.quotedForMessage)")
                } else {
                    found.append((status, value))
                }
            } else {
                value.refuse("\(key.quotedForMessage) is not a status such as `200`, `2XX` or `default`")
            }
        }
        return found
    }

    /// Returns the words that follow the name of the endpoint in names of shapes of a reply.
    static func word(_ status: StatusKey) -> String {
        switch status {
        case .code(let code): StatusNames.name(of: .code(code)) + (code / 100 == 2 ? " Response" : "")
        case .hundred(2): "Success Response"
        case .hundred(4): "Client Error"
        case .hundred(5): "Server Error"
        case .hundred, .others: "Error"
        }
    }

    // MARK: One status

    private func reply(
        _ status: StatusKey,
        _ reference: DocumentValue,
        _ word: String,
        _ method: Endpoint.Method,
        _ streams: ChosenContent.StreamUse = .never
    ) -> Reply {
        var reply = Reply(status: status, context: context.inside(word, isGeneral: true))
        guard var reader = ObjectReader(reference, .response) else { return reply }
        var words = Paragraphs(reader.text("description"))
        reply.description = words.text
        reply.context = reference.context(resolvedTo: reader.value, else: reply.context)
        reply.headers = reader.take("headers")
        let content = reader.take("content")
        reader.finish()
        guard let content else { return reply }
        if method == .head || status.hasNoBody || status.hundreds == 1 {
            content.leaveOut(.noBody)
        } else if status.hundreds == 3 {
            content.leaveOut(.unused(.notRead, "bodies of redirects are not read"))
        } else if let chosen = ChosenContent(content, .reply, streams: streams) {
            reply.content = chosen
            reply.stream = chosen.stream.map { StreamImporter(schemas: schemas, context: reply.context).stream($0) }
            if chosen.isOnlyStream { return reply }
            chosen.encoding?.leaveOut(.unused(.noEffect, "a reply is read as a whole"))
            let type = self.type(chosen, reply.context)
            words.add(type.description)
            reply.description = words.text
            reply.type = type
        }
        return reply
    }

    private func type(_ content: ChosenContent, _ context: SchemaContext) -> SchemaType {
        guard content.mediaType.isJSON else {
            let isText = content.schema.map { !SchemaPeek.isMoreThanText($0) } ?? true
            content.schema?.leaveOut(
                isText
                    ? .unused(.noEffect, "the reply is text or bytes")
                    : .differs(.givenAsIs, "the body is not JSON, so it is returned unchanged")
            )
            return SchemaType(type: content.mediaType.isText ? .string : .data)
        }
        guard let schema = content.schema else { return .any }
        let type = schemas.type(of: schema, context)
        schema.leaveOut(ofWhole: "a reply", mayBeNull: true)
        schemas.leaveOutConstraints(of: type, in: schema)
        // The text or the bytes would be the JSON itself, including its quotes.
        guard type.type == .string || type.type == .data else { return type }
        schema.leaveOut(.differs(.givenAsIs, "a reply that is a single JSON string is returned as `JSONValue`"))
        return .any
    }

    // MARK: Successes

    private func addSuccesses(_ replies: [Reply], to endpoint: inout Endpoint, _ notes: inout SpecNotes) {
        guard let first = replies.first else { return }
        let note = SpecNotes.Place.response(endpoint.name.written)
        if let stream = first.stream, addStream(stream, of: first, to: &endpoint) {
            notes.lines[note] = [first.description].compactMap { $0 }
            return
        }
        if let contents = contents(of: replies) {
            endpoint.response = .contents(contents)
            notes.lines[note] = [first.description].compactMap { $0 }
            return
        }
        if let content = replies.lazy.compactMap(\.content).first, !content.mediaType.isRange,
            content.count > 1 || content.mediaType.hasParameters
        {
            endpoint.headers.append(Endpoint.Header(name: "Accept", value: content.mediaType.text))
        }
        for content in replies.flatMap({ $0.content?.others ?? [] }) { content.value.leaveOut(.otherForm) }
        let isSame = replies.allSatisfy { reply in
            reply.type?.type == first.type?.type && reply.type?.format == first.type?.format
                && reply.type?.isNullable == first.type?.isNullable
        }
        let headers = replies.map { self.headers($0.headers, isSame ? context : $0.context) }
        guard isSame, let merged = Self.merged(headers) else {
            for reply in replies {
                reply.leaveOutNull(.differs(.neverNull, "with several statuses, a body is never null"))
            }
            for reply in replies {
                notes.lines[.status(endpoint.name.written, reply.status)] = [reply.description].compactMap { $0 }
            }
            endpoint.response = .statuses(zip(replies, headers).map(body))
            return
        }
        let type = first.type.map { $0.isNullable ? TypeReference.optional($0.type) : $0.type }
        endpoint.response = Endpoint.Response(type)
        endpoint.responseFormat = first.type.flatMap { $0.format ?? .usual(for: $0.type) }
        notes.lines[note] = [description(replies)].compactMap { $0 }
        endpoint.responseHeaders = Self.named(merged, beside: type != nil)
    }

    /// Returns the contents of the only reply if it has several media types. Returns `nil` if it has headers, because the
    /// language has no place for them beside several media types.
    private func contents(of replies: [Reply]) -> [BodyContent]? {
        guard replies.count == 1, let content = replies[0].content, !content.others.isEmpty,
            headers(replies[0].headers, context).isEmpty, let type = replies[0].type
        else { return nil }
        let others = content.others.map { ($0, self.type($0, replies[0].context)) }
        let types = ([(content, type)] + others).map { content, type in
            content.schema?.leaveOutNull(.differs(.neverNull, "with several media types, a body is never null"))
            return (mediaType: content.mediaType.text, type: type.format == nil ? type.type : .jsonValue)
        }
        let kinds = Set(types.map { MediaKind($0.mediaType).essence })
        return kinds.count == types.count ? BodyContent.list(types) : nil
    }

    private func body(_ reply: Reply, _ headers: [Field]) -> StatusBody {
        var body = StatusBody(reply.status, Endpoint.Response(reply.type?.type))
        body.format = reply.type.flatMap { $0.format ?? .usual(for: $0.type) }
        body.headers = Self.named(headers, beside: reply.type != nil)
        return body
    }

    /// - Returns: Whether the stream is the only response.
    private func addStream(
        _ stream: Endpoint.Stream,
        of reply: Reply,
        to endpoint: inout Endpoint
    ) -> Bool {
        var stream = stream
        // OpenAI, and services with the same protocol, send this text last.
        let words = [endpoint.description, reply.description, streamSwitch?.description]
        if stream.framing == .events, words.contains(where: { $0?.contains("[DONE]") == true }) {
            stream.end = "[DONE]"
        }
        let isOnly = reply.content?.isOnlyStream == true
        if !isOnly, let name = streamSwitch?.name {
            let field = Field(name: name, type: .scalar(.bool))
            stream.condition = Endpoint.Stream.Condition(field: field, value: .bool(true), holder: nil)
        }
        endpoint.stream = stream
        guard isOnly else { return false }
        endpoint.response = .elements
        reply.headers?.leaveOut(.differs(.streamHeaders, "the task of a stream already returns the head of the reply"))
        return true
    }

    private func description(_ replies: [Reply]) -> String? {
        if replies.count == 1 { return replies[0].description }
        var words = Paragraphs()
        for reply in replies { words.add(reply.description, after: "\(reply.status.written): ") }
        return words.text
    }

    // MARK: Errors

    /// Returns an error. All of its headers are optional: a missing header must not prevent reading the body.
    private func error(_ reply: Reply) -> StatusBody {
        for content in reply.content?.others ?? [] { content.value.leaveOut(.otherForm) }
        let isFollowed = [301, 302, 303, 307, 308].map(StatusKey.code).contains(reply.status)
        if isFollowed || reply.status.hundreds == 1 {
            reply.headers?.leaveOut(.notRead)
            return body(reply, [])
        }
        var headers = self.headers(reply.headers, reply.context)
        for index in headers.indices { headers[index].isRequired = false }
        return body(reply, headers)
    }

    /// Removes the headers of an error if its case would have the name of another type. A case with headers is named after its
    /// status.
    private func separateHeaders(_ errors: inout [StatusBody], _ declared: [Declared]) {
        func clash() -> Int? {
            let names = errors.filter(\.headers.isEmpty).compactMap(\.response.type).map(Self.caseName)
            return errors.firstIndex { !$0.headers.isEmpty && names.contains(StatusNames.name(of: $0.status)) }
        }
        while let index = clash() {
            errors[index].headers = []
            let reference = declared.first { $0.status == errors[index].status }?.reference
            reference?.resolved()?["headers"]?.leaveOut(
                .differs(.nameTaken, "another case has the name of the case for this status")
            )
        }
    }

    /// Replaces types of errors by any JSON if they would have the same name in Swift.
    private func separateErrors(_ errors: inout [StatusBody], _ declared: [Declared]) {
        var types: [String: Set<TypeReference>] = [:]
        for error in errors where error.headers.isEmpty {
            if let type = error.response.type { types[Self.caseName(of: type), default: []].insert(type) }
        }
        guard types.count > 1 || types.values.contains(where: { $0.count > 1 }) else { return }
        for index in errors.indices where errors[index].headers.isEmpty {
            guard let name = errors[index].response.type.map(Self.caseName),
                types[name].map({ $0.count > 1 }) == true || ReservedNames.cases.contains(name)
            else { continue }
            errors[index].response = .json(.jsonValue, path: [])
            errors[index].format = nil
            let reference = declared.first { $0.status == errors[index].status }?.reference
            reference?["content"]?.leaveOut(.differs(.nameTaken, "two error types would have the same Swift name"))
        }
    }

    /// Returns the name in Swift of the case for an error without headers.
    private static func caseName(of type: TypeReference) -> String { StatusNames.name(of: type) { $0 } }
}

extension StatusKey {
    /// Reads a key of `responses`. Returns `nil` for an invalid status.
    init?(documentKey text: String) {
        let bytes = Array(text.utf8)
        if text == "default" {
            self = .others
        } else if bytes.count == 3, (0x31...0x35).contains(bytes[0]), text.lowercased().hasSuffix("xx") {
            self = .hundred(Int(bytes[0] - 0x30))
        } else if bytes.count == 3, bytes.allSatisfy({ (0x30...0x39).contains($0) }), let code = Int(text),
            (100...599).contains(code)
        {
            self = .code(code)
        } else {
            return nil
        }
    }

    /// The first digit, or `nil` for `default`.
    var hundreds: Int? {
        switch self {
        case .code(let code): code / 100
        case .hundred(let digit): digit
        case .others: nil
        }
    }

    /// Whether replies with this status have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    var hasNoBody: Bool { self == .code(204) || self == .code(205) || self == .code(304) }
}
