import NetTaskSpec

// What all tasks of a client have in common is in `api`, and each endpoint says only what it has otherwise: an edit of the
// defaults then changes one file.

extension SwiftModelBuilder {
    /// The body of the function that makes the `api` of the client; none where it has neither endpoints nor a base URL.
    func api() -> [SwiftCode] {
        if spec.endpoints.isEmpty, spec.baseURL == nil { return [] }
        let statements = statements(spec.defaults, in: "api", over: EndpointDefaults(), indentation: 8)
        let baseURL = baseURL.map { [CodeLayout.Argument("baseURL: ", $0)] } ?? []
        let value = CodeLayout(indentation: 8).call("HTTPAPI(", baseURL)
        return statements.isEmpty ? value : initialized("api", value) + statements + ["return api"]
    }

    /// The getter of `endpoint`.
    func endpoint(of endpoint: Endpoint) -> [SwiftCode] {
        let statements = self.statements(of: endpoint)
        let value = CodeLayout(indentation: 12).call(
            "\(namespace).api.endpoint(",
            [
                .init("", StringLiteral("\(spec.client.swift).\(endpoint.name.swift)")),
                .init("", ".\(Identifier(endpoint.method.rawValue.lowercased()))"),
                .init("", StringLiteral(endpoint.uri.written)),
            ]
        )
        let body = statements.isEmpty ? value : initialized("endpoint", value) + statements + ["return endpoint"]
        return ["\(access)static var endpoint: HTTPEndpoint {"] + body.map { $0.indented(by: 4) } + ["}"]
    }

    private func initialized(_ name: SwiftCode, _ value: [SwiftCode]) -> [SwiftCode] {
        ["var \(name) = \(value[0])"] + value.dropFirst()
    }

    /// What an endpoint has otherwise than the client's `api`.
    private func statements(of endpoint: Endpoint) -> [SwiftCode] {
        let target: SwiftCode = "endpoint"
        var own = settings(of: endpoint)
        let inherited = endpoint.method.isIdempotent || endpoint.delivery.idempotencyKey != nil
        own.delivery.isIdempotent = endpoint.isIdempotent == inherited ? nil : endpoint.isIdempotent
        var lines = statements(own, in: target, over: spec.defaults, indentation: 12)
        let accepted = acceptedStatuses(of: endpoint)
        if !accepted.isEmpty {
            let ranges: SwiftCode = "[\(accepted.joined(separator: ", "))]"
            lines += CodeLayout(indentation: 12).assignment("\(target).acceptedStatuses", ranges)
        }
        if !endpoint.responseHeaders.isEmpty, case .file = endpoint.response {
            lines.append("\(target).receivesFile = true")
        }
        if !endpoint.extensions.isEmpty {
            lines += ExtensionValue.map(endpoint.extensions)
                .lines(after: "\(target).extensions = ", "", indentation: 12)
        }
        return lines
    }

    // MARK: What both can say

    private func settings(of endpoint: Endpoint) -> EndpointDefaults {
        var settings = EndpointDefaults()
        settings.encoding = endpoint.encoding
        settings.auth = endpoint.auth
        settings.retry = endpoint.retry
        settings.timeout = endpoint.timeout
        settings.deadline = endpoint.deadline
        settings.delivery = endpoint.delivery
        return settings
    }

    /// A statement for each value that is not the inherited one.
    private func statements(
        _ settings: EndpointDefaults,
        in target: SwiftCode,
        over inherited: EndpointDefaults,
        indentation: Int
    ) -> [SwiftCode] {
        let layout = CodeLayout(indentation: indentation)
        var lines: [SwiftCode] = []
        func set<Value: Equatable>(
            _ name: SwiftCode,
            _ value: KeyPath<EndpointDefaults, Value>,
            _ code: (Value) -> CodeLayout.Argument.Value
        ) {
            if settings[keyPath: value] == inherited[keyPath: value] { return }
            lines += layout.assignment("\(target).\(name)", code(settings[keyPath: value]))
        }
        func choice<Choice: RawRepresentable<String>>(_ value: Choice?) -> CodeLayout.Argument.Value {
            .code(value.map { ".\(Identifier($0.rawValue))" } ?? "nil")
        }
        func duration(_ value: Duration?) -> CodeLayout.Argument.Value { .code(value?.code ?? "nil") }

        set("encoding", \.encoding) { choice($0) }
        set("authentication", \.auth) { .list($0.map { StringLiteral("\(spec.client.swift).\($0)") }) }
        set("settings.retry.maxRetryCount", \.retry?.maxRetryCount) { .code("\(NumberLiteral($0 ?? 0))") }
        set("settings.retry.interval", \.retry?.interval) { duration($0) }
        set("settings.retry.backoff", \.retry?.backoff) { choice($0) }
        set("settings.retry.maxInterval", \.retry?.maxInterval) { duration($0) }
        set("settings.retry.jitter", \.retry?.jitter) { .code($0 == true ? "true" : "false") }
        set("settings.retry.when", \.retry?.when) { choice($0) }
        set("settings.timeout", \.timeout) { duration($0) }
        set("settings.deadline", \.deadline) { duration($0) }
        set("settings.isIdempotent", \.delivery.isIdempotent) { .code($0 == true ? "true" : "false") }
        set("settings.priority", \.delivery.effectivePriority) { choice($0) }
        set("settings.expires", \.delivery.expires) { duration($0) }
        set("settings.limitKey", \.delivery.limitKey) { $0.map { .string(StringLiteral($0)) } ?? .code("nil") }
        set("settings.duplicates", \.delivery.uniqueness?.policy) { choice($0) }
        set("settings.identity", \.delivery.isByParams) { .code($0 ? ".params" : ".request") }
        if let key = settings.delivery.idempotencyKey {
            var arguments = [CodeLayout.Argument("header: ", StringLiteral(key.header))]
            if key.isQuoted { arguments.append(.init("isQuoted: ", "true")) }
            lines += layout.call("\(target).settings.idempotencyKey = NetTaskIdempotencyKey(", arguments)
        }
        return lines
    }

    /// The statements that pack what tells a task from others: by the names of the spec, of which there are no two alike.
    func identityStatements(for endpoint: Endpoint) -> [SwiftCode] {
        guard case .params(let names) = endpoint.delivery.uniqueness?.identity else { return [] }
        let params = Dictionary(endpoint.params.map { ($0.name.written, $0) }) { first, _ in first }
        return names.flatMap { name -> [SwiftCode] in
            guard var param = params[name] else { return [] }
            param.wireName = name
            param.style = nil
            param.isSecret = false
            param.transform = nil
            return packStatement(for: param, indentation: 12)
        }
    }
}

extension Delivery {
    fileprivate var effectivePriority: Priority { priority ?? .normal }

    fileprivate var isByParams: Bool {
        if case .params = uniqueness?.identity { true } else { false }
    }
}
