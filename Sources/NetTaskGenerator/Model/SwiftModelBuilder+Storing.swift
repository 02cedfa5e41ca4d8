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
    func durableTasks() -> [SwiftCode] {
        let types: [SwiftCode] = durableEndpoints.map { "\(Identifier($0.name.swift)).self" }
        if types.isEmpty { return [] }
        let comment: SwiftCode = "/// The tasks that can be kept on disk, to be registered with a durable queue."
        let declaration: SwiftCode = "\(access)nonisolated static var durableTasks: DurableHTTPNetTasks"
        let oneLine: SwiftCode = "\(declaration) { DurableHTTPNetTasks([\(types.joined(separator: ", "))]) }"
        // `swift format` leaves room for a last comma, which an array of one element has not.
        let comma: SwiftCode = types.count == 1 ? "" : ","
        if oneLine.width + comma.width + 4 <= CodeLayout.lineLength { return [comment, oneLine] }
        return [comment, "\(declaration) {", "    DurableHTTPNetTasks(["] + types.map { "        \($0)\(comma)" }
            + ["    ])", "}"]
    }

    // MARK: Tasks

    /// How often a durable task is run; none where that is not said.
    func durability(of endpoint: Endpoint) -> [SwiftCode] {
        guard let durability = endpoint.delivery.durability else { return [] }
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
        if values.isEmpty { return [] }
        return getter("durability", "NetTaskDurability", values)
    }

    private func getter(_ name: SwiftCode, _ type: SwiftCode, _ arguments: [CodeLayout.Argument]) -> [SwiftCode] {
        let declaration: SwiftCode = "\(access)static var \(name): \(type)"
        let lines = CodeLayout(indentation: 8).call("\(declaration) { \(type)(", arguments, ") }")
        if lines.count == 1 { return lines }
        let inner = CodeLayout(indentation: 12).call("\(type)(", arguments)
        return ["\(declaration) {"] + inner.map { $0.indented(by: 4) } + ["}"]
    }

    /// The settings of a durable task: what it is called on disk, and whether its reply may be there.
    func storing(of endpoint: Endpoint) -> [SwiftCode] {
        guard endpoint.isDurable else { return [] }
        let kind = Endpoint.storedKind(endpoint.name.swift, of: spec.client.swift)
        var arguments = [CodeLayout.Argument("kind: ", StringLiteral(kind))]
        if !endpoint.formerNames.isEmpty {
            let kinds = endpoint.formerNames.map { StringLiteral(Endpoint.storedKind($0, of: spec.client.swift)) }
            var former = CodeLayout.Argument(list: kinds)
            former.prefix = "formerKinds: "
            arguments.append(former)
        }
        if let version = spec.version { arguments.append(.init("version: ", StringLiteral(version))) }
        arguments.append(.init("hash: ", StringLiteral(StoredLayout(of: endpoint, shapes).hash)))
        var lines = getter("storedForm", "StoredForm", arguments)
        if endpoint.repliesHoldSecrets(shapes) {
            lines += CodeLayout(indentation: 8).body("\(access)static var keepsReply: Bool", .code("false"))
        }
        return lines
    }

    // MARK: Fields

    /// The functions that store and restore what has these fields.
    func storingFunctions(of fields: [Field]) -> [SwiftFunction] {
        storingFunctions(
            store: fields.flatMap(storeStatement),
            restore: fields.flatMap(restoreStatement)
        )
    }

    private func storingFunctions(store: [SwiftCode], restore: [SwiftCode]) -> [SwiftFunction] {
        [
            SwiftFunction(
                declaration: ["\(access)func store(into object: inout StoredWriter) {"],
                body: store
            ),
            SwiftFunction(
                declaration: ["\(access)init(restoring object: inout JSONReader) throws {"],
                body: restore
            ),
        ]
    }

    private func storeStatement(for field: Field) -> [SwiftCode] {
        let property = Identifier(field.name.swift)
        // The parameter that it is stored into is called so, too.
        let value: SwiftCode = property.name == "object" ? "self.\(property)" : "\(property)"
        return CodeLayout(indentation: 12)
            .call("object.store(", [.init("", JSONName.literal(field.name.written)), .init("", value)])
    }

    private func restoreStatement(for field: Field) -> [SwiftCode] {
        let isNull = field.isNullable && !field.type.isOptional
        var arguments = [CodeLayout.Argument(isNull ? "nullable: " : "", JSONName.literal(field.name.written))]
        if !field.formerNames.isEmpty {
            var former = CodeLayout.Argument(list: field.formerNames.map { JSONName.literal($0) })
            former.prefix = "was: "
            arguments.append(former)
        }
        if field.isSecret { arguments.append(.init("isSecret: ", "true")) }
        if field.defaultValue != nil, let value = types.defaultValue(of: field) {
            arguments.append(CodeLayout.Argument("default: ", value))
        }
        return CodeLayout(indentation: 12)
            .call("self.\(Identifier(field.name.swift)) = try object.restore(", arguments)
    }

    // MARK: Alternatives

    /// The functions that store and restore one of several types: an object whose only member is called like the case.
    func storingFunctions(of shape: Shape, _ alternatives: Alternatives) -> [SwiftFunction] {
        let layout = CodeLayout(indentation: 12)
        var names = alternatives.cases.map { (name: Identifier($0.name.swift), stored: $0.name.swift) }
        // No case is called so, in no version.
        if let catchAll = shape.catchAll { names.append((Identifier(catchAll), "?")) }
        let stores: [SwiftCode] = names.flatMap { name, stored in
            let pattern: SwiftCode = ".\(name)(let value)"
            return layout.switchCase(
                pattern,
                "object.store(",
                [.init("", JSONName.literal(stored)), .init("", "value")]
            )
        }
        let restores: [SwiftCode] = names.flatMap { name, stored in
            let literal = JSONName.literal(stored)
            return layout.switchCase(
                "\(literal)" as SwiftCode,
                "self = .\(name)(",
                [.init("", "try object.restore(\(literal))")]
            )
        }
        let arguments = [CodeLayout.Argument("unknown: ", "value"), .init("of: ", StringLiteral(shape.name.swift))]
        var unknown = layout.call("default: throw object.error(", arguments)
        if unknown.count > 1 {
            let lines = CodeLayout(indentation: 16).call("throw object.error(", arguments)
            unknown = ["default:"] + lines.map { $0.indented(by: 4) }
        }
        return storingFunctions(
            store: ["switch self {"] + stores + ["}"],
            restore: ["let value = try object.restoreCase()", "switch value {"] + restores + unknown + ["}"]
        )
    }
}
