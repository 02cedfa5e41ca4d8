extension Endpoint {
    /// Whether a durable queue keeps its tasks on disk.
    package var isDurable: Bool { delivery.durability != nil }

    /// What its tasks are called on disk: their type in Swift.
    package func storedKind(of client: String) -> String { "\(client).\(qualifiedName)" }

    /// What they were called on disk.
    ///
    /// - Parameter name: A former name of the endpoint in its client and group, or one that begins with the client.
    package func storedKind(_ name: String, of client: String) -> String {
        if name.contains(".") { return name }
        return group.map { "\(client).\($0.swift).\(name)" } ?? "\(client).\(name)"
    }

    /// What `was` of this endpoint says of tasks that were called so on disk.
    package func formerName(of kind: String, in client: String) -> String {
        let scope = storedKind(of: client).dropLast(name.swift.count)
        let name = kind.dropFirst(scope.count)
        return kind.hasPrefix(scope) && !name.contains(".") ? String(name) : kind
    }

    /// All that is stored of a task, by the names that it has on disk: params as the spec writes them, and two names that
    /// no param has.
    package var storedFields: [Field] {
        var fields: [Field] = []
        if let object = requestObject {
            let name = Name("$requestObject", swift: object.name.swift, place: object.name.place)
            fields.append(Field(name: name, type: .shape(object.shape)))
        }
        fields += params.map { param in
            var param = param
            param.name.written = Self.storedName(ofParam: param.name.written)
            param.formerNames = param.formerNames.map(Self.storedName)
            return param
        }
        if let body { fields.append(Field(name: Name("$body", swift: "body", place: name.place), type: body)) }
        return fields
    }

    private static func storedName(ofParam name: String) -> String {
        name.hasPrefix("$") ? "$" + name : name
    }

    /// Whether something secret is in what comes back, be it a response or an error.
    ///
    /// - Parameter shapes: The spec's, by written name.
    package func repliesHoldSecrets(_ shapes: [String: Shape]) -> Bool {
        var bodies = errors
        var types: [TypeReference] = []
        switch response {
        case .json(let type, _): types.append(type)
        case .statuses(let successes): bodies += successes
        case .fields(let fields):
            if fields.contains(where: \.isSecret) { return true }
            types += fields.map(\.type)
        case .none, .text, .data, .file: break
        }
        let headers = responseHeaders + bodies.flatMap(\.headers)
        if headers.contains(where: \.isSecret) { return true }
        types += bodies.compactMap(\.response.type)
        return Shape.names(reachedFrom: types, shapes).contains { name in
            shapes[name]?.fields?.contains(where: \.isSecret) == true
        }
    }
}

extension Shape {
    /// The shapes of these types, and all that they hold. Without recursion, since a chain of shapes can be long.
    package static func names(reachedFrom types: [TypeReference], _ shapes: [String: Shape]) -> Set<String> {
        var reached: Set<String> = []
        var pending = types.compactMap(\.shape)
        while let name = pending.popLast() {
            guard reached.insert(name).inserted else { continue }
            pending += (shapes[name]?.fields ?? []).compactMap(\.type.shape)
            pending += (shapes[name]?.alternatives?.cases ?? []).compactMap(\.type.shape)
        }
        return reached
    }
}
