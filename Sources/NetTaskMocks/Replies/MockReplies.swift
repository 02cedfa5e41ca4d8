import Foundation
import HTTPTypes

/// Makes replies that match the description.
struct MockReplies: Sendable {
    let description: MockDescription
    let options: MockOptions
    let form: TypedForm
    let checker: MockChecker

    init(_ description: MockDescription, _ options: MockOptions, _ form: TypedForm) {
        self.description = description
        self.options = options
        self.form = form
        checker = MockChecker(description.shapes)
    }

    /// A value of a type. The same key gives the same value.
    func value(of type: MockType, named name: String, key: String) -> JSONValue {
        var maker = MockValueMaker(description.shapes, seed: seed(key), varies: options.varies)
        return maker.value(of: type, named: name, in: .response)
    }

    /// A seed for a text (FNV-1a).
    func seed(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ options.seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    // MARK: Successes

    /// The first success of an endpoint whose body the request accepts.
    func success(_ checked: CheckedRequest) -> MockReply? {
        let successes = checked.endpoint.replies.filter { !$0.isError }
        let accept = (checked.headers[.accept] ?? "*/*").split(separator: ",").map { RequestCheck.essence(String($0)) }
        return successes.first { reply in
            guard let type = reply.body.map({ RequestCheck.essence($0.mediaType) }) else { return true }
            return accept.contains { $0 == "*/*" || $0 == type || $0.hasSuffix("/*") && type.hasPrefix($0.dropLast()) }
        } ?? successes.first
    }

    /// A reply to a request that no memory answers.
    func made(_ checked: CheckedRequest, path: String) -> MockAnswer {
        let query = checked.query.map { "\($0.name)=\($0.value)" }.sorted().joined(separator: "&")
        let key = "\(checked.endpoint.name) \(path) \(query) \(checked.body?.description ?? "")"
        guard let reply = success(checked) else { return MockAnswer(204) }
        return answer(reply, checked.endpoint, key: key)
    }

    /// A reply with a made body, or with a given one.
    ///
    /// - Parameter json: the JSON of the body; `nil` to make one.
    func answer(_ reply: MockReply, _ endpoint: MockEndpoint, key: String, json: JSONValue? = nil) -> MockAnswer {
        var answer = MockAnswer(status(of: reply))
        for header in reply.headers where header.location == .header {
            let value = value(of: header.type, named: header.name, key: key)
            if let name = HTTPField.Name(header.name), let text = headerText(value) { answer.headers[name] = text }
        }
        guard let body = reply.body else { return answer }
        let mediaType = body.mediaType.isEmpty || body.mediaType.hasPrefix("*") ? "application/json" : body.mediaType
        answer.headers[.contentType] = mediaType
        let value = json ?? reply.example ?? self.value(of: body.type, named: endpoint.name, key: key)
        answer.body = .whole(bytes(of: value, body))
        return answer
    }

    private func headerText(_ value: JSONValue) -> String? {
        switch value {
        case .array(let elements): elements.compactMap(TypedForm.text).joined(separator: ", ")
        default: TypedForm.text(of: value)
        }
    }

    /// The most usual status of a reply.
    func status(of reply: MockReply) -> Int {
        if reply.statuses == 200...299, reply.body == nil { return 204 }
        return reply.statuses.lowerBound
    }

    private func bytes(of value: JSONValue, _ body: MockBody) -> Data {
        let isJSON = RequestCheck.essence(body.mediaType).hasSuffix("json") || body.mediaType.isEmpty
        let isFile = if case .file = form.unwrapped(body.type) { true } else { false }
        if case .string(let text) = value, !isJSON || isFile { return Data(text.utf8) }
        return Data(value.description.utf8)
    }

    // MARK: Streams

    /// Three elements at the pace of the options, and the end.
    func streamed(_ stream: MockStream, _ checked: CheckedRequest) -> MockAnswer {
        var answer = MockAnswer(200)
        answer.headers[.contentType] = stream.framing == .events ? "text/event-stream" : "application/jsonl"
        var parts: [Data] = []
        for number in 0..<max(3, stream.events.count) {
            guard let event = stream.events.isEmpty ? nil : stream.events[number % stream.events.count] else { break }
            let key = "\(checked.endpoint.name) \(number)"
            let value = event.type.map { self.value(of: $0, named: event.name, key: key) }
            var text = value?.description ?? ""
            if case .string(let plain)? = value, event.type.map({ isText($0) }) == true { text = plain }
            parts.append(part(stream, event.name, text))
        }
        if let end = stream.end { parts.append(part(stream, "", end)) }
        answer.body = .parts(parts, interval: options.pace)
        return answer
    }

    private func isText(_ type: MockType) -> Bool { if case .text = form.unwrapped(type) { true } else { false } }

    private func part(_ stream: MockStream, _ name: String, _ text: String) -> Data {
        guard stream.framing == .events else { return Data((text + "\n").utf8) }
        let event = name.isEmpty ? "" : "event: \(name)\n"
        let data = text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }.joined()
        return Data((event + data + "\n").utf8)
    }

    // MARK: Failures

    /// The answer to a request that does not match the spec.
    func refusal(_ checked: CheckedRequest) -> MockAnswer {
        let count = checked.problems.count
        let first = checked.problems.first.map { entry in
            let name =
                entry.problem.path.isEmpty ? "the \(entry.location)" : "`\(entry.problem.path)` (\(entry.location))"
            return "\(name) is \(entry.problem.found), not \(entry.problem.expected)"
        }
        let more = count > 1 ? ", and \(count - 1) more" : ""
        let detail = "The request does not match the spec: \(first ?? "")\(more)"
        return failure(400, checked.endpoint, detail: detail, checked.problems)
    }

    /// A failure: with the error body of the spec if it states one for the status, otherwise as problem+json.
    func failure(
        _ status: Int,
        _ endpoint: MockEndpoint,
        detail: String,
        _ problems: [RequestProblem] = []
    ) -> MockAnswer {
        let problem = MockProblemReply(status, detail, endpoint: endpoint, problems: problems)
        let errors = endpoint.replies.filter { $0.isError && $0.statuses.contains(status) }
        guard let reply = errors.min(by: { $0.statuses.count < $1.statuses.count }), let body = reply.body else {
            return problem.answer
        }
        var value = value(of: body.type, named: "error", key: "\(status)")
        if case .object(var members) = value, case .object(let fields, let additional) = form.unwrapped(body.type) {
            let known = form.flattened(fields)
            for field in known where ["message", "detail", "title", "description", "error"].contains(field.name) {
                let text = JSONValue.string(detail)
                if checker.problems(in: text, as: field.type, at: "", in: .response).isEmpty {
                    members[field.name] = text
                }
            }
            for field in known where ["status", "code", "statuscode"].contains(field.name.plainName) {
                let number = JSONValue.number(JSONValue.Number(status))
                if checker.problems(in: number, as: field.type, at: "", in: .response).isEmpty {
                    members[field.name] = number
                }
            }
            if additional == nil, !problems.isEmpty {
                for (name, value) in problem.members where !known.contains(where: { $0.name == name }) {
                    members[name] = value
                }
            }
            value = .object(members)
        }
        var answer = answer(reply, endpoint, key: "\(status)", json: value)
        answer.status = status
        answer.note = detail
        return answer
    }
}

extension MockStream {
    func isRequested(by checked: CheckedRequest) -> Bool {
        guard let condition else { return true }
        if let value = checked.value(condition.name) { return TypedForm.text(of: condition.value) == value }
        return checked.body?[condition.name] == condition.value
    }
}
