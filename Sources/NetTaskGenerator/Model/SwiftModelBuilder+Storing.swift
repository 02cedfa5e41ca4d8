import NetTaskSpec

// What a durable queue needs of a task, to keep it on disk. Only where the spec says `durable`.

extension SwiftModelBuilder {
    var durableEndpoints: [Endpoint] { spec.endpoints.filter(\.isDurable) }

    /// The shapes that durable tasks hold.
    static func storedShapes(of spec: Spec, _ shapes: [String: Shape]) -> Set<String> {
        let types = spec.endpoints.filter(\.isDurable).flatMap { $0.storedFields.map(\.type) }
        return Shape.names(reachedFrom: types, shapes)
    }

    /// The `durableTasks` of the client; none where it has no durable tasks.
    func durableTasks() -> [SwiftLine] {
        let types: [SwiftCode] = durableEndpoints.map { "\($0.typeName).self" }
        if types.isEmpty { return [] }
        return ["/// The tasks that can be kept on disk, to be registered with a durable queue."]
            + .braces(
                "\(access)nonisolated static var durableTasks: DurableHTTPNetTasks {",
                [.call("DurableHTTPNetTasks([", types, "])")]
            )
    }

    // MARK: Tasks

    /// How often a durable task is run; none where that is not said.
    private func durability(of endpoint: Endpoint) -> [SwiftLine] {
        guard let durability = endpoint.delivery.durability else { return [] }
        var values: [SwiftCode] = []
        if let count = durability.maxRunCount { values.append("maxRunCount: \(NumberLiteral(count))") }
        if let interval = durability.interval { values.append("interval: \(interval.code)") }
        if let maximum = durability.maxInterval { values.append("maxInterval: \(maximum.code)") }
        if let codec = durability.codec { values.append("codec: \(StringLiteral(codec))") }
        if let requirements = durability.requirements, !requirements.isEmpty {
            let all: [SwiftCode] = requirements.map { ".\(Identifier($0.rawValue))" }
            values.append("requirements: \(all.count == 1 ? all[0] : "[\(all.joined(separator: ", "))]")")
        }
        return values.isEmpty ? [] : getter("durability", "NetTaskDurability", values)
    }

    private func getter(_ name: SwiftCode, _ type: SwiftCode, _ arguments: [SwiftCode]) -> [SwiftLine] {
        .braces("\(access)static var \(name): \(type) {", [.call("\(type)(", arguments)])
    }

    /// The settings of a durable task: what it is called on disk, whether its reply may be there, and how often it is run.
    func storing(of endpoint: Endpoint) -> [SwiftLine] {
        guard endpoint.isDurable else { return [] }
        let kind = endpoint.storedKind(of: spec.client.swift)
        var arguments: [SwiftCode] = ["kind: \(StringLiteral(kind))"]
        if !endpoint.formerNames.isEmpty {
            let kinds = endpoint.formerNames.map { StringLiteral(endpoint.storedKind($0, of: spec.client.swift)) }
            arguments.append("formerKinds: \(SwiftCode.list(of: kinds))")
        }
        if let version = spec.version { arguments.append("version: \(StringLiteral(version))") }
        arguments.append("hash: \(StringLiteral(StoredLayout(of: endpoint, shapes).hash))")
        if let version = endpoint.delivery.durability?.payloadVersion, version != RuntimeDefaults.payloadVersion {
            arguments.append("payloadVersion: \(NumberLiteral(version))")
        }
        var lines = getter("storedForm", "StoredForm", arguments)
        if endpoint.repliesHoldSecrets(shapes) { lines.append("\(access)static var keepsReply: Bool { false }") }
        return lines + durability(of: endpoint)
    }

    // MARK: Fields

    /// The functions that store and restore what has these fields.
    func storingFunctions(of fields: [Field]) -> [[SwiftLine]] {
        storingFunctions(store: fields.map(storeStatement), restore: fields.map(restoreStatement))
    }

    private func storingFunctions(store: [SwiftLine], restore: [SwiftLine]) -> [[SwiftLine]] {
        [
            .braces("\(access)func store(into object: inout StoredWriter) {", store),
            .braces("\(access)init(restoring object: inout JSONReader) throws {", restore),
        ]
    }

    private func storeStatement(for field: Field) -> SwiftLine {
        let property = Identifier(field.name.swift)
        // The parameter that it is stored into is called so, too.
        let value: SwiftCode = property.name == "object" ? "self.\(property)" : "\(property)"
        return "object.store(\(JSONName.literal(field.name.written)), \(value))"
    }

    private func restoreStatement(for field: Field) -> SwiftLine {
        let isNull = field.isNullable && !field.type.isOptional
        let name = JSONName.literal(field.name.written)
        var arguments: [SwiftCode] = [isNull ? "nullable: \(name)" : "\(name)"]
        if !field.formerNames.isEmpty {
            arguments.append("was: \(SwiftCode.list(of: field.formerNames.map(JSONName.literal)))")
        }
        if field.isSecret { arguments.append("isSecret: true") }
        if let value = defaultArgument(field) { arguments.append(value) }
        return .call("self.\(Identifier(field.name.swift)) = try object.restore(", arguments)
    }

    // MARK: Alternatives

    /// The functions that store and restore one of several types: an object whose only member is called like the case.
    func storingFunctions(of shape: Shape, _ alternatives: Alternatives) -> [[SwiftLine]] {
        var names = alternatives.cases.map { (name: Identifier($0.name.swift), stored: $0.name.swift) }
        // No case is called so, in no version.
        if let catchAll = shape.catchAll { names.append((Identifier(catchAll), "?")) }
        let stores: [SwiftLine] = names.map { name, stored in
            "case .\(name)(let value): object.store(\(JSONName.literal(stored)), value)"
        }
        let restores: [SwiftLine] = names.map { name, stored in
            let literal = JSONName.literal(stored)
            return "case \(literal): self = .\(name)(try object.restore(\(literal)))"
        }
        let unknown: SwiftLine =
            "default: throw object.error(unknown: value, of: \(StringLiteral(shape.name.swift)))"
        return storingFunctions(
            store: ["switch self {"] + stores + ["}"],
            restore: ["let value = try object.restoreCase()", "switch value {"] + restores + [unknown, "}"]
        )
    }
}
