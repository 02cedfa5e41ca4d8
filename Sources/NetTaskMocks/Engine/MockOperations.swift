import Foundation
import HTTPTypes

/// The long-running operations that requests started.
struct MockOperations: Sendable {
    private struct Operation {
        var start: MockEndpoint
        var end: Date
    }

    /// The operations by the endpoint that is polled, and the values of its path.
    private var operations: [String: Operation] = [:]
    private var keys: [String] = []
    private static let maxCount = 10_000

    /// Answers the request that starts an operation.
    mutating func start(
        _ checked: CheckedRequest,
        _ path: String,
        _ now: Date,
        _ mock: MockAPI,
        _ request: MockRequest
    ) -> MockAnswer {
        let endpoint = checked.endpoint
        guard let longRunning = endpoint.longRunning,
            let poll = mock.description.endpoints.first(where: { $0.name == longRunning.poll })
        else { return mock.replies.made(checked, path: path) }
        let reply = endpoint.replies.first { $0.statuses.contains(202) && !$0.isError } ?? mock.replies.success(checked)
        let key = "\(endpoint.name) \(path) \(operations.count)"
        var json = reply?.body.map { mock.replies.value(of: $0.type, named: endpoint.name, key: key) }
        if let body = json { json = Self.pending(body, reply?.body?.type ?? .any, longRunning, mock) }
        // The values of the poll's path: from the reply, or of params with the same name.
        var values = checked.path
        for param in poll.params where param.location == .path {
            let source = longRunning.params.first { $0.name == param.name }
            if let source, let value = json?.value(at: source.path), let text = TypedForm.text(of: value) {
                values[param.name] = text
            } else if values[param.name] == nil {
                let made = mock.replies.value(of: param.type, named: param.name, key: key)
                values[param.name] = TypedForm.text(of: made) ?? "1"
            }
        }
        let pollPath = PathTemplate(poll.path).filled(values)
        var answer = reply.map { mock.replies.answer($0, endpoint, key: key, json: json) } ?? MockAnswer(202)
        if answer.status == 204 || answer.status == 200 && reply?.statuses == 200...299 { answer.status = 202 }
        for param in longRunning.params {
            if let header = param.header.flatMap({ HTTPField.Name($0) }) { answer.headers[header] = values[param.name] }
        }
        if answer.headers[.location] == nil {
            let relative = request.target.hasSuffix(path) ? request.target.dropLast(path.count) : "/"
            answer.headers[.location] = (relative.isEmpty ? "/" : relative) + pollPath
        }
        let operationKey = Self.key(poll, values)
        if operations.updateValue(
            Operation(start: endpoint, end: now + mock.options.operationTime.inSeconds),
            forKey: operationKey
        ) == nil {
            keys.append(operationKey)
        }
        if keys.count > Self.maxCount { operations[keys.removeFirst()] = nil }
        answer.note = "started, ends in \(mock.options.operationTime)"
        return answer
    }

    /// Answers a poll; `nil` if the request does not poll an operation.
    func poll(_ checked: CheckedRequest, _ now: Date, _ mock: MockAPI) -> MockAnswer? {
        guard let operation = operations[Self.key(checked.endpoint, checked.path)],
            let longRunning = operation.start.longRunning
        else { return nil }
        let isDone = now >= operation.end
        let key = Self.key(checked.endpoint, checked.path)
        guard let reply = mock.replies.success(checked) else {
            return MockAnswer(isDone ? 204 : 202)
        }
        if !isDone, longRunning.done.isEmpty {
            var answer = MockAnswer(202)
            answer.note = "pending"
            return answer
        }
        var json = reply.body.map { mock.replies.value(of: $0.type, named: checked.endpoint.name, key: key) }
        if let body = json {
            let type = reply.body?.type ?? .any
            json = isDone ? Self.done(body, type, longRunning, mock) : Self.pending(body, type, longRunning, mock)
        }
        for param in longRunning.params {
            guard let text = checked.path[param.name], !param.path.isEmpty, let body = json else { continue }
            json = Self.setting(.string(text), param.path, in: body, reply.body?.type ?? .any, mock)
        }
        var answer = mock.replies.answer(reply, checked.endpoint, key: key, json: json)
        answer.note = isDone ? "done" : "pending"
        return answer
    }

    private static func key(_ endpoint: MockEndpoint, _ values: [String: String]) -> String {
        let names = PathTemplate(endpoint.path).segments.flatMap(\.parts).compactMap { part in
            switch part {
            case .variable(let name), .path(let name): name
            case .literal: nil as String?
            }
        }
        return "\(endpoint.name) " + names.map { values[$0] ?? "" }.joined(separator: "/")
    }

    // MARK: Values of the conditions

    private static func done(_ body: JSONValue, _ type: MockType, _ longRunning: MockLongRunning, _ mock: MockAPI)
        -> JSONValue
    {
        longRunning.done.reduce(body) { body, condition in
            guard let value = condition.values.first else { return body }
            return setting(value, condition.path, in: body, type, mock)
        }
    }

    /// A body that meets neither the conditions for success nor those for failure.
    private static func pending(
        _ body: JSONValue,
        _ type: MockType,
        _ longRunning: MockLongRunning,
        _ mock: MockAPI
    ) -> JSONValue {
        let ends = longRunning.done + longRunning.failed
        return ends.reduce(body) { body, condition in
            // The first reply can lack the members of the polls.
            guard let member = mock.replies.form.type(at: condition.path, of: type) else { return body }
            let taken = ends.filter { $0.path == condition.path }.flatMap(\.values)
            var candidates: [JSONValue] = [.null, false, "pending", 0]
            if case .values(let values, _) = mock.replies.form.unwrapped(member) {
                candidates = values.filter { !taken.contains($0) } + candidates
            }
            for candidate in candidates where !taken.contains(candidate) {
                let changed = setting(candidate, condition.path, in: body, type, mock)
                if changed.value(at: condition.path) == candidate { return changed }
            }
            var changed = body
            changed.set(nil, at: condition.path[...])
            return mock.replies.checker.problems(in: changed, as: type, at: "", in: .response).isEmpty ? changed : body
        }
    }

    /// The body with a value, unless its type does not have it.
    private static func setting(
        _ value: JSONValue,
        _ path: [String],
        in body: JSONValue,
        _ type: MockType,
        _ mock: MockAPI
    ) -> JSONValue {
        guard !path.isEmpty else { return body }
        let candidates = [value, TypedForm.text(of: value).flatMap { JSONValue.Number(text: $0) }.map { .number($0) }]
        for candidate in candidates.compactMap({ $0 }) {
            var changed = body
            changed.set(candidate, at: path[...])
            if mock.replies.checker.problems(in: changed, as: type, at: "", in: .response).isEmpty { return changed }
        }
        return body
    }
}

extension Duration {
    /// The number of seconds.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
