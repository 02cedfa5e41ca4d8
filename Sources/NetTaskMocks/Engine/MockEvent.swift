package import Foundation
package import HTTPTypes

/// A call that an API makes to report an event, without its signature.
package struct MockEvent: Sendable {
    package var name: String
    package var headers: HTTPFields
    package var body: Data
}

extension MockAPI {
    /// The event with a made payload.
    ///
    /// - Parameter changes: JSON whose members replace those of the payload; another value replaces the whole payload.
    /// - Returns: `nil` if the description has no event with this name.
    package func event(_ name: String, changedBy changes: JSONValue? = nil) -> MockEvent? {
        guard let event = description.webhooks?.events.first(where: { $0.name == name }) else { return nil }
        var payload = event.type.map { replies.value(of: $0, named: name, key: "event \(name)") } ?? [:]
        if case .object(let members)? = changes, case .object(let made) = payload {
            payload = .object(made.merging(members) { $1 })
        } else if let changes {
            payload = changes
        }
        return call(event, payload)
    }

    /// The events that report a change: those whose payload has the type of the thing, and whose name has a word for the
    /// change, such as `order.created`.
    package func events(for change: MockChange) -> [MockEvent] {
        guard let webhooks = description.webhooks, case .shape(let shape) = change.type else { return [] }
        return webhooks.events.filter { event in
            guard case .shape(shape)? = event.type else { return false }
            return !change.kind.words.isDisjoint(with: event.name.words)
        }
        .map { call($0, change.thing) }
    }

    private func call(_ event: MockWebhooks.Event, _ payload: JSONValue) -> MockEvent {
        var body = JSONValue.object([:]).setting(payload, at: event.path[...])
        var headers: HTTPFields = [.contentType: "application/json"]
        if let header = description.webhooks?.nameHeader.flatMap({ HTTPField.Name($0) }) {
            headers[header] = event.name
        }
        if let path = description.webhooks?.namePath, !path.isEmpty {
            body = body.setting(.string(event.name), at: path[...])
        }
        return MockEvent(name: event.name, headers: headers, body: Data(body.description.utf8))
    }
}

extension MockChange.Kind {
    /// The words for it in names of events.
    fileprivate var words: Set<String> {
        switch self {
        case .created: ["created", "added", "new"]
        case .changed: ["updated", "changed", "edited", "modified"]
        case .removed: ["deleted", "removed", "destroyed"]
        }
    }
}

extension JSONValue {
    /// The value with another one at a path, for which objects are made.
    fileprivate func setting(_ value: JSONValue, at path: ArraySlice<String>) -> JSONValue {
        guard let name = path.first else { return value }
        guard case .object(var members) = self else { return self }
        members[name] = (members[name] ?? [:]).setting(value, at: path.dropFirst())
        return .object(members)
    }
}

extension String {
    /// The words of a name, in lowercase: `order`, `created` of `order.created`, `ORDER_CREATED` and `orderCreated`.
    fileprivate var words: Set<String> {
        var words: [String] = [""]
        var wasLowercase = false
        for character in self {
            if wasLowercase, character.isUppercase { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() } else { words.append("") }
            wasLowercase = character.isLowercase
        }
        return Set(words)
    }
}
