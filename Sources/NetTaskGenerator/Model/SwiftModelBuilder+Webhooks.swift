import NetTaskSpec

extension SwiftModelBuilder {
    /// The enumeration of what a server tells.
    func enumeration(_ webhooks: Webhooks) -> SwiftEnumeration {
        var builder = declaring(webhooks.isMutable)
        builder.types = types.inside(of: namespace, seenBefore: Set(webhooks.structures))
        let summary = "An event that the spec does not list: its name, and the body as JSON."
        return SwiftEnumeration(
            namespace: namespace,
            description: webhooks.description,
            comment: DocComment(webhooks.description ?? "The calls that the server makes."),
            access: access,
            keyword: "enum",
            name: Identifier(type: webhooks.name.swift),
            conformances: "VerifiedWebhook",
            cases: webhooks.events.map(builder.swiftCase) + [
                .unknown(webhooks.catchAll, "String, JSONValue", summary)
            ],
            functions: [signature(webhooks.signature), name(webhooks.eventName), reads(webhooks)],
            structures: webhooks.events.compactMap { event in
                event.fields.map { fields in
                    builder.structure(Identifier(event.structureName), fields, isRead: true)
                }
            }
        )
    }

    private func swiftCase(_ event: Webhooks.Event) -> SwiftCase {
        SwiftCase(
            comment: DocComment(event.description, "`\(event.name.written)`", event.deprecation?.paragraph),
            name: Identifier(event.name.swift),
            value: .string(event.name.written),
            payload: event.types.isEmpty && event.fields == nil
                ? nil : event.fields == nil ? types.code(for: event.types[0]) : "\(Identifier(event.structureName))"
        )
    }

    // MARK: Members

    private func signature(_ signature: Webhooks.Signature) -> [SwiftLine] {
        let value: SwiftLine
        switch signature {
        case .standard: value = ".standard"
        case .hmac(let hmac):
            var arguments: [SwiftCode] = ["header: \(StringLiteral(hmac.header))"]
            if hmac.algorithm != .sha256 { arguments.append("algorithm: .\(Identifier(hmac.algorithm.rawValue))") }
            if hmac.payload != "{body}" { arguments.append("payload: \(StringLiteral(hmac.payload))") }
            if hmac.encoding != .hex { arguments.append("encoding: .\(Identifier(hmac.encoding.rawValue))") }
            if !hmac.prefix.isEmpty { arguments.append("prefix: \(StringLiteral(hmac.prefix))") }
            switch hmac.timestamp {
            case .header(let name): arguments.append("timestamp: .header(\(StringLiteral(name)))")
            case .field(let name): arguments.append("timestamp: .field(\(StringLiteral(name)))")
            case nil: break
            }
            value = .call(".hmac(", arguments)
        }
        return .braces("\(access)static var signature: WebhookSignature {", [value])
    }

    private func name(_ place: Webhooks.Place) -> [SwiftLine] {
        let value: SwiftLine =
            switch place {
            case .body(let path): "try body.json(\(SwiftCode.list(of: path.map(JSONName.literal))))"
            case .header(let name): "try body.header(\(StringLiteral(name)))"
            }
        return .braces(
            "\(access)static func eventName(_ body: WebhookBody) throws -> String {",
            [value]
        )
    }

    private func reads(_ webhooks: Webhooks) -> [SwiftLine] {
        let reads: [SwiftLine] = webhooks.events.map { event in
            let name: SwiftCode = ".\(Identifier(event.name.swift))"
            let pattern = StringLiteral(event.name.written)
            if event.payload == .none { return "case \(pattern): self = \(name)" }
            let path: SwiftCode = event.path.isEmpty ? "" : .list(of: event.path.map(JSONName.literal))
            return "case \(pattern): self = \(name)(try body.json(\(path)))"
        }
        let unknown: SwiftLine = "default: self = .\(Identifier(webhooks.catchAll))(name, try body.json())"
        return .braces(
            "\(access)init(event name: String, from body: WebhookBody) throws {",
            ["switch name {"] + reads + [unknown, "}"]
        )
    }
}
