import NetTaskSpec

extension SwiftModelBuilder {
    /// The settings that say how a task is delivered; none where the spec says nothing that is not so anyway.
    func delivery(of endpoint: Endpoint) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        let isIdempotentAnyway = endpoint.method.isIdempotent || endpoint.delivery.idempotencyKey != nil
        if endpoint.isIdempotent != isIdempotentAnyway {
            let value: SwiftCode = endpoint.isIdempotent ? "true" : "false"
            lines += CodeLayout(indentation: 8).body("\(access)static var isIdempotent: Bool", .code(value))
        }
        let arguments = arguments(for: endpoint.delivery)
        if arguments.isEmpty { return lines }
        let declaration: SwiftCode = "\(access)static var delivery: NetTaskDelivery"
        let plain = arguments.map(\.inOneLine)
        let oneLine = CodeLayout(indentation: 8).call("\(declaration) { NetTaskDelivery(", plain, ") }")
        if oneLine.count == 1 { return lines + oneLine }
        var inner = CodeLayout(indentation: 12).call("NetTaskDelivery(", plain)
        if inner.count > 1 {
            inner = ["NetTaskDelivery("]
            for (index, argument) in arguments.enumerated() {
                inner += argument.lines(indentation: 16, isLast: index == arguments.count - 1)
            }
            inner.append(")")
        }
        return lines + ["\(declaration) {"] + inner.map { $0.indented(by: 4) } + ["}"]
    }

    private func arguments(for delivery: Delivery) -> [DeliveryArgument] {
        var arguments: [DeliveryArgument] = []
        if let priority = delivery.priority, priority != .normal {
            arguments.append(.plain(.init("priority: ", ".\(Identifier(priority.rawValue))")))
        }
        if let expires = delivery.expires { arguments.append(.plain(.init("expires: ", expires.code))) }
        if let key = delivery.limitKey { arguments.append(.plain(.init("limitKey: ", StringLiteral(key)))) }
        if let uniqueness = delivery.uniqueness {
            arguments.append(.plain(.init("duplicates: ", ".\(Identifier(uniqueness.policy.rawValue))")))
            if uniqueness.identity != .request { arguments.append(.plain(.init("identity: ", ".params"))) }
        }
        if let key = delivery.idempotencyKey {
            var values = [CodeLayout.Argument("header: ", StringLiteral(key.header))]
            if key.isQuoted { values.append(.init("isQuoted: ", "true")) }
            arguments.append(.call("idempotencyKey: NetTaskIdempotencyKey(", values))
        }
        if let durability = delivery.durability {
            var values: [CodeLayout.Argument] = []
            if let count = durability.maxRunCount { values.append(.init("maxRunCount: ", "\(NumberLiteral(count))")) }
            if let interval = durability.interval { values.append(.init("interval: ", interval.code)) }
            if let maximum = durability.maxInterval { values.append(.init("maxInterval: ", maximum.code)) }
            if let codec = durability.codec { values.append(.init("codec: ", StringLiteral(codec))) }
            if let requirements = durability.requirements, !requirements.isEmpty {
                let all: [SwiftCode] = requirements.map { ".\(Identifier($0.rawValue))" }
                let value: SwiftCode = all.count == 1 ? all[0] : "[\(all.joined(separator: ", "))]"
                values.append(.init("requirements: ", value))
            }
            arguments.append(.call("durability: NetTaskDurability(", values))
        }
        return arguments
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
    /// Whether there is a `delivery` to emit.
    var isSaid: Bool {
        durability != nil || uniqueness != nil || expires != nil || limitKey != nil || idempotencyKey != nil
            || priority ?? .normal != .normal
    }
}

/// An argument of `NetTaskDelivery`, of which some are calls themselves.
private enum DeliveryArgument {
    case plain(CodeLayout.Argument)
    case call(SwiftCode, [CodeLayout.Argument])

    var inOneLine: CodeLayout.Argument {
        switch self {
        case .plain(let argument): argument
        case .call(let head, let arguments): .init("", "\(head)\(arguments.map(\.code).joined(separator: ", ")))")
        }
    }

    /// With the indentation that it has among other arguments.
    func lines(indentation: Int, isLast: Bool) -> [SwiftCode] {
        let comma: SwiftCode = isLast ? "" : ","
        switch self {
        case .plain(let argument):
            return CodeLayout(indentation: indentation - 4).argument(argument, followedBy: comma)
        case .call(let head, let arguments):
            let lines = CodeLayout(indentation: indentation).call(head, arguments, ")\(comma)")
            return lines.map { $0.indented(by: 4) }
        }
    }
}
