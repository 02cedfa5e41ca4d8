import NetTaskSpec

/// Writes the replies of an endpoint for `MockEndpoint` of NetTaskMocks.
struct MockReplyText {
    private let endpoint: Endpoint
    private let types: MockTypeText

    init(_ endpoint: Endpoint, _ types: MockTypeText) {
        self.endpoint = endpoint
        self.types = types
    }

    // MARK: Replies

    var successes: [String] {
        if let longRunning = endpoint.longRunning { return [first(longRunning)] }
        switch endpoint.response {
        case .elements: return [reply(200...299, nil, [])]
        case .statuses(let bodies):
            return bodies.map { reply(statuses(of: $0.status, others: 200...299), body(of: $0), $0.headers) }
        case .contents(let contents):
            return contents.map {
                reply(200...299, types.body($0.type, $0.mediaType), endpoint.responseHeaders)
            }
        case .fields(let fields):
            return [reply(200...299, body(types.json(fields)), endpoint.responseHeaders)]
        default:
            let body = body(endpoint.response, endpoint.responseFormat)
            return [reply(200...299, body, endpoint.responseHeaders)]
        }
    }

    var errors: [String] {
        endpoint.errors.map { error in
            reply(statuses(of: error.status, others: 400...599), body(of: error), error.headers, isError: true)
        }
    }

    /// The first reply of a long-running operation.
    private func first(_ longRunning: LongRunning) -> String {
        let statuses = longRunning.acceptedStatuses.first { $0.contains(202) } ?? longRunning.acceptedStatuses.first
        var headers: [Field] = []
        var keys: [Field] = []
        for param in longRunning.params ?? [] {
            switch param.source {
            case .body(let path, let format):
                var field = Field(name: param.field.name, type: param.field.type.unwrapped, format: format)
                field.path = path
                field.only = .response
                keys.append(field)
            case .header(let header): headers.append(header)
            case .param: break
            }
        }
        let fields = endpoint.replyFields.isEmpty ? keys : endpoint.replyFields
        return reply(statuses ?? 200...299, fields.isEmpty ? nil : body(types.json(fields)), headers)
    }

    private func reply(
        _ statuses: ClosedRange<Int>,
        _ body: String?,
        _ headers: [Field],
        isError: Bool = false
    ) -> String {
        var object = MockObject()
        object.set("from", json: "\(statuses.lowerBound)")
        object.set("to", json: "\(statuses.upperBound)")
        object.set("error", flag: isError)
        object.set("body", json: body)
        object.set("headers", list: headers.map(header))
        return object.json
    }

    private func header(_ field: Field) -> String {
        var object = MockObject()
        object.set("name", text: field.wireName)
        object.set("in", text: "header")
        object.set("type", json: types.type(of: field, .response))
        object.set("required", flag: !field.canBeMissing)
        object.set("secret", flag: field.isSecret)
        return object.json
    }

    private func statuses(of key: StatusKey, others: ClosedRange<Int>) -> ClosedRange<Int> {
        switch key {
        case .code(let code): code...code
        case .hundred(let digit): digit * 100...digit * 100 + 99
        case .others: others
        }
    }

    // MARK: Bodies

    private func body(of reply: StatusBody) -> String? { body(reply.response, reply.format) }

    private func body(_ response: Endpoint.Response, _ format: Field.Format?) -> String? {
        guard let type = response.type else {
            if case .fields(let fields) = response { return body(types.json(fields)) }
            return nil
        }
        guard case .json(_, let path) = response else {
            return types.body(type, accepted ?? MockTypeText.mediaType(of: type))
        }
        var json = types.json(type, format)
        // The value is inside of these objects.
        for key in path.reversed() {
            var member = MockObject()
            member.set("name", text: key)
            member.set("type", json: json)
            member.set("required", flag: !type.isOptional)
            var object = MockObject()
            object.set("type", text: "object")
            object.set("properties", list: [member.json])
            json = object.json
        }
        return body(json)
    }

    private func body(_ type: String) -> String {
        var object = MockObject()
        let mediaType = accepted.flatMap { MediaKind($0).isJSON ? $0 : nil }
        object.set("mediaType", text: mediaType ?? "application/json")
        object.set("type", json: type)
        return object.json
    }

    /// The only media type that the request accepts according to the spec.
    private var accepted: String? {
        let value = endpoint.headers.first { $0.name.lowercased() == "accept" }?.value
        return value.flatMap { $0.contains(",") || $0.contains("*") || !$0.contains("/") ? nil : $0 }
    }

    // MARK: Streams

    var stream: String? {
        guard let stream = endpoint.stream else { return nil }
        var object = MockObject()
        object.set("framing", text: stream.framing.rawValue)
        switch stream.element {
        case .type(let type): object.set("events", list: [event("", type)])
        case .named(let events): object.set("events", list: events.map { event($0.name.written, $0.type) })
        }
        object.set("end", text: stream.end)
        if let condition = stream.condition {
            var when = MockObject()
            when.set("name", text: condition.field.wireName)
            when.set("value", json: types.json(condition.value, condition.field.type))
            object.set("when", json: when.json)
        }
        return object.json
    }

    private func event(_ name: String, _ type: TypeReference?) -> String {
        var object = MockObject()
        object.set("name", text: name)
        object.set("type", json: type.map { types.json($0) })
        return object.json
    }
}
