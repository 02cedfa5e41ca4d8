package import NetTaskSpec

/// The description of a client for NetTaskMocks: the JSON that `MockDescription(json:)` reads.
///
/// It has the endpoints and shapes as values on the wire. The tool and generated code use the same description.
package struct MockDescriptionText {
    private let spec: Spec
    private let types: MockTypeText
    private let path: (String) -> String

    /// - Parameter path: The path of a spec file as places have it. Default: the path itself.
    package init(_ spec: Spec, path: @escaping (String) -> String = { $0 }) {
        self.spec = spec
        self.path = path
        types = MockTypeText(shapes: spec.shapesByName)
    }

    package var json: String { lines.joined(separator: "\n") }

    /// The lines of the JSON: one for each endpoint and each shape.
    var lines: [String] {
        var object = MockObject()
        object.set("client", text: spec.client.swift)
        object.set("baseURL", text: spec.baseURL)
        object.set("auth", json: auth)
        object.set("webhooks", json: spec.webhooks.map(webhooks))
        let endpoints = spec.endpoints.filter { !$0.followsURL }.map(endpoint)
        let shapes = spec.shapes.map { "\(MockObject.quoted($0.name.written)):\(types.json($0))" }
        return [object.json.dropLast() + ",", "\"endpoints\":["] + Self.separated(endpoints)
            + ["],", "\"shapes\":{"] + Self.separated(shapes) + ["}}"]
    }

    private static func separated(_ lines: [String]) -> [String] { lines.dropLast().map { $0 + "," } + lines.suffix(1) }

    private var auth: String {
        var object = MockObject()
        for scheme in spec.auth {
            var credential = MockObject()
            switch scheme.kind {
            case .bearer: credential.set("kind", text: "bearer")
            case .basic: credential.set("kind", text: "basic")
            case .oauth2: credential.set("kind", text: "oauth2")
            case .apiKey(let location, let name):
                credential.set("kind", text: "apiKey")
                credential.set("in", text: location.rawValue)
                credential.set("name", text: name)
            }
            object.set(scheme.name.written, json: credential.json)
        }
        return object.json
    }

    // MARK: Endpoints

    private func endpoint(_ endpoint: Endpoint) -> String {
        let request = MockRequestText(endpoint, types)
        let replies = MockReplyText(endpoint, types)
        var object = MockObject()
        object.set("name", text: endpoint.qualifiedName)
        object.set("place", text: text(of: endpoint.name.place))
        object.set("method", text: endpoint.method.rawValue)
        object.set("path", text: endpoint.uri.written)
        object.set("params", list: request.params)
        object.set("bodies", list: request.bodies)
        object.set("needsBody", flag: request.needsBody)
        object.set("replies", list: replies.successes + replies.errors)
        object.set("stream", json: replies.stream)
        object.set("auth", list: endpoint.auth.map { MockObject.list($0.map(MockObject.quoted)) })
        object.set("idempotencyKey", text: endpoint.delivery.idempotencyKey?.header)
        object.set("pages", json: endpoint.pages.map { pages($0, endpoint) })
        object.set("longRunning", json: endpoint.longRunning.map { longRunning($0, endpoint) })
        object.set("rate", json: endpoint.delivery.rate.map(rate))
        return object.json
    }

    /// The path, line and column: `shop.nettask.yaml:12:3`.
    private func text(of place: SourceRange) -> String {
        let file = spec.files.first { $0.number == place.file } ?? spec.files.first { $0.numbers.contains(place.file) }
        return "\(path(file?.path ?? "")):\(place.start.line):\(place.start.column)"
    }

    private func rate(_ rate: Delivery.Rate) -> String {
        var object = MockObject()
        object.set("limit", json: "\(rate.limit)")
        let (seconds, attoseconds) = rate.per.components
        object.set("seconds", json: MockTypeText.number("\(Double(seconds) + Double(attoseconds) / 1e18)"))
        return object.json
    }

    private func pages(_ pages: Pages, _ endpoint: Endpoint) -> String {
        var object = MockObject()
        func set(_ form: String, _ param: String?, _ limit: String?, next: ResponsePath?) {
            object.set("form", text: form)
            object.set("param", text: endpoint.wireName(ofParam: param))
            object.set("limit", text: endpoint.wireName(ofParam: limit))
            object.set("items", texts: endpoint.keys(of: pages.items))
            object.set("next", texts: next.map(endpoint.keys) ?? [])
            object.set("more", texts: pages.more.map(endpoint.keys) ?? [])
        }
        switch pages.form {
        case .link: set("link", nil, nil, next: nil)
        case .url(let path): set("url", nil, nil, next: path)
        case .cursor(let param, let next): set("cursor", param, nil, next: next)
        case .page(let param, let limit): set("page", param, limit, next: nil)
        case .offset(let param, let limit): set("offset", param, limit, next: nil)
        }
        return object.json
    }

    private func longRunning(_ longRunning: LongRunning, _ endpoint: Endpoint) -> String {
        var object = MockObject()
        object.set("poll", text: longRunning.poll)
        object.set("params", list: (longRunning.params ?? []).compactMap(source))
        object.set("done", list: longRunning.done.map { condition($0, endpoint) })
        object.set("failed", list: longRunning.failed.map { condition($0, endpoint) })
        return object.json
    }

    /// The place of a poll's param in the first reply; `nil` if it has the value of the request.
    private func source(_ param: LongRunning.Param) -> String? {
        var object = MockObject()
        object.set("name", text: param.field.nameInPath)
        switch param.source {
        case .body(let keys, _): object.set("path", texts: keys)
        case .header(let header): object.set("header", text: header.wireName)
        case .param: return nil
        }
        return object.json
    }

    private func condition(_ condition: LongRunning.Condition, _ endpoint: Endpoint) -> String {
        var object = MockObject()
        object.set("path", texts: endpoint.keys(of: condition.path))
        object.set("values", list: (condition.values ?? []).map { types.json($0, condition.path.type) })
        return object.json
    }

    // MARK: Webhooks

    private func webhooks(_ webhooks: Webhooks) -> String {
        var object = MockObject()
        object.set("events", list: webhooks.events.map(event))
        switch webhooks.eventName {
        case .body(let path): object.set("namePath", texts: path)
        case .header(let name): object.set("nameHeader", text: name)
        }
        if case .hmac(let hmac) = webhooks.signature { object.set("signature", json: signature(hmac)) }
        return object.json
    }

    private func event(_ event: Webhooks.Event) -> String {
        var object = MockObject()
        object.set("name", text: event.name.written)
        switch event.payload {
        case .none: break
        case .type(let type): object.set("type", json: types.json(type))
        case .fields(let fields): object.set("type", json: types.json(fields))
        }
        object.set("path", texts: event.path)
        return object.json
    }

    /// A signature with HMAC; webhooks without one have that of Standard Webhooks.
    private func signature(_ hmac: Webhooks.HMAC) -> String {
        var object = MockObject()
        object.set("header", text: hmac.header)
        object.set("algorithm", text: hmac.algorithm.rawValue)
        object.set("payload", text: hmac.payload)
        object.set("encoding", text: hmac.encoding.rawValue)
        object.set("prefix", text: hmac.prefix)
        switch hmac.timestamp {
        case .header(let name): object.set("timestampHeader", text: name)
        case .field(let name): object.set("timestampField", text: name)
        case nil: break
        }
        return object.json
    }
}

extension Endpoint {
    /// Whether its URL is a param, so that it has no path of its own.
    fileprivate var followsURL: Bool { params.contains { $0.location == .url } }

    fileprivate func wireName(ofParam name: String?) -> String? {
        params.first { $0.name.written == name }?.wireName
    }

    /// The path on the wire, from the whole reply.
    fileprivate func keys(of path: ResponsePath) -> [String] {
        if case .json(_, let prefix) = response { return prefix + path.keys }
        return path.keys
    }
}

extension Field {
    /// The name of a param in the description: that of the variable for a param of the path.
    var nameInPath: String { location == .path ? name.written : wireName }
}
