@testable import NetTaskImport
@testable import NetTaskSpec

extension WholeSpecWriter {
    func node(_ webhooks: Webhooks) -> SpecNode {
        var map = SpecMap()
        if webhooks.name.swift != webhooks.name.written { map.add("swiftName", webhooks.name.swift) }
        map.add("description", webhooks.description)
        if webhooks.isMutable != spec.defaults.isMutable { map.add("mutable", .literal(String(webhooks.isMutable))) }
        if case .hmac(let hmac) = webhooks.signature { map.add("hmac", node(hmac)) }
        switch webhooks.eventName {
        case .body(["type"]): break
        case .body(let path): map.add("name", path.joined(separator: "."))
        case .header(let name): map.add("name", node(header: name))
        }
        var events = SpecMap()
        for event in webhooks.events { events.add(event.name.written, node(event)) }
        map.add("events", .map(events))
        return .map(map)
    }

    private func node(_ event: Webhooks.Event) -> SpecNode {
        var keys = SpecMap(isCompact: event.fields == nil)
        switch event.payload {
        case .none: keys.add("type", TypeReference.noneWord)
        case .type(let type): keys.add("type", .type(type))
        case .fields(let fields): keys.add("fields", .map(writer.map(of: fields, .field)))
        }
        if CamelCase.lowerCamel(event.name.written) != event.name.swift { keys.add("swiftName", event.name.swift) }
        if !event.path.isEmpty { keys.add("from", event.path.joined(separator: ".")) }
        keys.add("description", event.description)
        keys.add(event.deprecation)
        return keys.shortened("type")
    }

    private func node(_ hmac: Webhooks.HMAC) -> SpecNode {
        let usual = Webhooks.HMAC(header: hmac.header)
        var keys = SpecMap(isCompact: true)
        keys.add("header", hmac.header)
        if hmac.algorithm != usual.algorithm { keys.add("algorithm", hmac.algorithm.rawValue) }
        if hmac.payload != usual.payload { keys.add("payload", hmac.payload) }
        if hmac.encoding != usual.encoding { keys.add("encoding", hmac.encoding.rawValue) }
        if hmac.prefix != usual.prefix { keys.add("prefix", hmac.prefix) }
        switch hmac.timestamp {
        case .header(let name): keys.add("timestamp", node(header: name))
        case .field(let name): keys.add("timestamp", name)
        case nil: break
        }
        return .map(keys)
    }

    private func node(header name: String) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        keys.add("header", name)
        return .map(keys)
    }
}
