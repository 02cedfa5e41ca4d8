import NetTaskSpec

// What all tasks of a client have in common is in `api`, and each endpoint says only what it has otherwise: an edit of the
// defaults then changes one file.

extension SwiftModelBuilder {
    /// The body of the function that makes the `api` of the client; none where it has neither endpoints nor a base URL.
    func api() -> [SwiftLine] {
        if spec.endpoints.isEmpty, spec.baseURL == nil { return [] }
        let statements = statements(spec.defaults, in: "api", over: EndpointSettings())
        let value = SwiftLine.call("HTTPAPI(", baseURL.map { ["baseURL: \($0)"] } ?? [])
        return statements.isEmpty ? [value] : [value.wrapped(in: "var api = ")] + statements + ["return api"]
    }

    /// The body of the closure that makes `endpoint`.
    func endpoint(of endpoint: Endpoint) -> [SwiftLine] {
        let statements = self.statements(of: endpoint)
        let value = SwiftLine.call(
            "\(namespace).api.endpoint(",
            [
                "\(StringLiteral("\(spec.client.swift).\(endpoint.qualifiedName)"))",
                ".\(Identifier(endpoint.method.rawValue.lowercased()))",
                "\(StringLiteral(endpoint.uri.written))",
            ]
        )
        return statements.isEmpty
            ? [value] : [value.wrapped(in: "var endpoint = ")] + statements + ["return endpoint"]
    }

    /// What an endpoint has otherwise than the client's `api`.
    private func statements(of endpoint: Endpoint) -> [SwiftLine] {
        var own = endpoint.settings
        let inherited = endpoint.method.isIdempotent || endpoint.delivery.idempotencyKey != nil
        own.delivery.isIdempotent = endpoint.isIdempotent == inherited ? nil : endpoint.isIdempotent
        var lines = statements(own, in: "endpoint", over: spec.defaults)
        if let interval = endpoint.longRunning?.interval {
            lines.append("endpoint.settings.pollInterval = \(interval.code)")
        }
        let accepted = endpoint.acceptedStatuses.map { range in
            "\(NumberLiteral(range.lowerBound))...\(NumberLiteral(range.upperBound))" as SwiftCode
        }
        if !accepted.isEmpty { lines.append(.call("endpoint.acceptedStatuses = [", accepted, "]")) }
        if !endpoint.responseHeaders.isEmpty, case .file = endpoint.response {
            lines.append("endpoint.receivesFile = true")
        }
        if endpoint.repliesHoldSecrets(hasSecretShapes ? shapes : [:]) {
            lines.append("endpoint.hidesReplies = true")
        }
        if !endpoint.extensions.isEmpty {
            let members = endpoint.extensions.map { "\(StringLiteral($0.name)): \($0.value.code)" as SwiftCode }
            lines.append(.call("endpoint.extensions = [", members, "]"))
        }
        return lines
    }

    // MARK: What both can say

    /// A statement for each value that is not the inherited one.
    private func statements(
        _ settings: EndpointSettings,
        in target: SwiftCode,
        over inherited: EndpointSettings
    ) -> [SwiftLine] {
        var inherited = inherited
        var lines: [SwiftLine] = []
        if let retry = inherited.retry, settings.retry?.hasAll(of: retry) != true {
            inherited.retry = nil
            lines.append("\(target).settings.retry = .init()")
        }
        func set<Value: Equatable>(
            _ name: SwiftCode,
            _ value: KeyPath<EndpointSettings, Value>,
            _ code: (Value) -> SwiftCode
        ) {
            if settings[keyPath: value] == inherited[keyPath: value] { return }
            lines.append("\(target).\(name) = \(code(settings[keyPath: value]))")
        }
        func choice<Choice: RawRepresentable<String>>(_ value: Choice?) -> SwiftCode {
            value.map { ".\(Identifier($0.rawValue))" } ?? "nil"
        }
        func duration(_ value: Duration?) -> SwiftCode { value?.code ?? "nil" }

        set("encoding", \.encoding) { choice($0) }
        if settings.auth != inherited.auth {
            let alternatives = settings.auth.map { schemes in
                let names = schemes.map { "\(StringLiteral("\(spec.client.swift).\($0)"))" as SwiftCode }
                return "[\(names.joined(separator: ", "))]" as SwiftCode
            }
            lines.append(.call("\(target).authentication = [", alternatives, "]"))
        }
        set("settings.retry.maxRetryCount", \.retry?.maxRetryCount) {
            "\(NumberLiteral($0 ?? RuntimeDefaults.maxRetryCount))"
        }
        set("settings.retry.interval", \.retry?.interval) { duration($0) }
        set("settings.retry.backoff", \.retry?.backoff) { choice($0) }
        set("settings.retry.maxInterval", \.retry?.maxInterval) { duration($0) }
        set("settings.retry.jitter", \.retry?.jitter) { $0 == true ? "true" : "false" }
        set("settings.retry.when", \.retry?.when) { choice($0) }
        set("settings.timeout", \.timeout) { duration($0) }
        set("settings.deadline", \.deadline) { duration($0) }
        set("settings.isIdempotent", \.delivery.isIdempotent) { $0 == true ? "true" : "false" }
        set("settings.priority", \.delivery.effectivePriority) { choice($0) }
        set("settings.expires", \.delivery.expires) { duration($0) }
        set("settings.limitKey", \.delivery.limitKey) { $0.map { "\(StringLiteral($0))" } ?? "nil" }
        set("settings.rate", \.delivery.rate) { $0?.code ?? "nil" }
        set("settings.duplicates", \.delivery.uniqueness?.policy) { choice($0) }
        set("settings.identity", \.delivery.isByParams) { $0 ? ".params" : ".request" }
        if let key = settings.delivery.idempotencyKey {
            let header: SwiftCode = "header: \(StringLiteral(key.header))"
            let arguments = key.isQuoted ? [header, "isQuoted: true"] : [header]
            lines.append(.call("\(target).settings.idempotencyKey = NetTaskIdempotencyKey(", arguments))
        }
        return lines
    }

    /// The statements that pack what tells a task from others: by the names of the spec, of which there are no two alike.
    func identityStatements(for endpoint: Endpoint) -> [SwiftLine] {
        guard case .params(let names) = endpoint.delivery.uniqueness?.identity else { return [] }
        let params = Dictionary(endpoint.params.map { ($0.name.written, $0) }) { first, _ in first }
        return names.flatMap { name -> [SwiftLine] in
            guard var param = params[name] else { return [] }
            param.wireName = name
            param.style = nil
            param.isSecret = false
            param.transform = nil
            return packStatement(for: param)
        }
    }
}

extension Retry {
    /// Whether it sets every key that another one sets, with the same or another value. Otherwise, the runtime's default
    /// must be restored.
    fileprivate func hasAll(of other: Retry) -> Bool {
        (maxRetryCount != nil || other.maxRetryCount == nil) && (interval != nil || other.interval == nil)
            && (backoff != nil || other.backoff == nil) && (maxInterval != nil || other.maxInterval == nil)
            && (jitter != nil || other.jitter == nil) && (when != nil || other.when == nil)
    }
}

extension Delivery.Rate {
    fileprivate var code: SwiftCode {
        let key: SwiftCode = key.map { ", key: \(StringLiteral($0))" } ?? ""
        return "NetTaskRate(limit: \(NumberLiteral(limit)), per: \(per.code)\(key))"
    }
}

extension Delivery {
    fileprivate var effectivePriority: Priority { priority ?? RuntimeDefaults.priority }

    fileprivate var isByParams: Bool {
        if case .params = uniqueness?.identity { true } else { false }
    }
}
