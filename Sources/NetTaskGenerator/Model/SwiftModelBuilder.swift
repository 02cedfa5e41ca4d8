import NetTaskSpec

/// Takes the decisions: from a checked spec to the Swift that it becomes.
struct SwiftModelBuilder {
    let spec: Spec
    let access: SwiftCode
    let namespace: Identifier
    var types: SwiftTypeNames
    let usage: ShapeUsage
    let recursion: RecursiveShapes
    let shapes: [String: Shape]
    /// Those that durable tasks hold, by written name.
    let storedShapes: Set<String>
    /// What declares the properties of the shape or endpoint that is being built.
    var keyword: SwiftCode = "var"

    /// - Parameter access: Wins over what the spec says.
    init(_ spec: Spec, access: AccessLevel?) {
        self.spec = spec
        self.access =
            switch access ?? spec.access ?? .internal {
            case .public: "public "
            case .package: "package "
            case .internal: ""
            }
        namespace = Identifier(spec.client.swift)
        types = SwiftTypeNames(of: spec)
        shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }, uniquingKeysWith: { first, _ in first })
        usage = ShapeUsage(endpoints: spec.endpoints, shapes: shapes)
        recursion = RecursiveShapes(of: spec)
        storedShapes = Self.storedShapes(of: spec, shapes)
    }

    var baseURL: SwiftCode? {
        if let environment = spec.environments.first {
            return "Environment.\(Identifier(environment.name.swift)).rawValue"
        }
        return spec.baseURL.map { "\(StringLiteral($0))" }
    }

    func declaring(_ isMutable: Bool) -> SwiftModelBuilder {
        var builder = self
        builder.keyword = isMutable ? "var" : "let"
        return builder
    }

    /// - Returns: nil for a Swift type of the user's, which is there already.
    func swiftType(_ shape: Shape) -> SwiftType? {
        switch shape.kind {
        case .object(let fields): .structure(declaring(shape.isMutable).structure(shape, fields))
        case .enumeration(let cases): .enumeration(enumeration(shape, cases))
        case .alternatives(let alternatives): .enumeration(enumeration(shape, alternatives))
        case .custom: nil
        }
    }

    /// The modules that these types and tasks need.
    ///
    /// - Parameter hasNamespace: Whether the client itself is declared there, too.
    func imports(shapes: [Shape], endpoints: [Endpoint], hasNamespace: Bool = false) -> [SwiftImport] {
        let shapes = shapes.filter { $0.customType == nil }
        var types: [TypeReference] = []
        for shape in shapes {
            types += (shape.fields ?? []).map(\.type)
            types += (shape.alternatives?.cases ?? []).map(\.type)
        }
        for endpoint in endpoints {
            types += endpoint.params.map(\.type)
            if let body = endpoint.body { types.append(body) }
            switch endpoint.response {
            case .json(let type, _): types.append(type)
            case .fields(let fields): types += fields.map(\.type)
            case .data: types.append(.scalar(.data))
            case .statuses(let bodies): types += bodies.flatMap(\.types)
            case .none, .text, .file: break
            }
            types += endpoint.responseHeaders.map(\.type)
            types += endpoint.errors.flatMap(\.types)
        }
        let scalars = Set(types.compactMap(\.scalar))
        var imports: [(access: SwiftCode, module: SwiftCode)] = []
        if !scalars.isDisjoint(with: [.date, .url, .uuid, .data, .decimal]) {
            imports.append((access, "Foundation"))
        }
        if !endpoints.isEmpty { imports.append(("", "HTTPTypes")) }
        if hasNamespace, !spec.auth.isEmpty || !api().isEmpty {
            imports.append((access, "NetTaskRuntime"))  // what it has of these is a use in a signature
        } else if let access = runtimeAccess(shapes: shapes, endpoints: endpoints) {
            imports.append((access, "NetTaskRuntime"))
        }
        let stored = shapes.filter { storedShapes.contains($0.name.written) }
        // As of the runtime: a `package import` wants a signature.
        let isInSignature =
            hasNamespace && !durableEndpoints.isEmpty || endpoints.contains(where: \.isDurable)
            || stored.contains { $0.fields != nil || $0.alternatives != nil }
        if isInSignature || !stored.isEmpty {
            imports.append((isInSignature || access != "package " ? access : "", "NetTaskDurable"))
        }
        let own = Set(types.compactMap { $0.shape.flatMap { self.shapes[$0]?.customType?.module } })
        for module in own.sorted().map({ "\(Identifier($0))" as SwiftCode })
        where !imports.contains(where: { $0.module == module }) {
            imports.append((access, module))
        }
        return imports.map { SwiftImport(access: $0.access, module: $0.module) }
    }

    /// How widely the runtime has to be imported; nil if it is not needed.
    private func runtimeAccess(shapes: [Shape], endpoints: [Endpoint]) -> SwiftCode? {
        let hasSecrets = shapes.contains { $0.fields?.contains(where: \.isSecret) == true }
        let holdsItsTypes = shapes.contains { $0.fields?.contains(where: \.holdsTypeOfRuntime) == true }
        let used = usage.read.union(usage.sent).union(storedShapes)
        let shapes = shapes.filter { used.contains($0.name.written) }
        // What hides a secret is named in a body only.
        if shapes.isEmpty && endpoints.isEmpty && !holdsItsTypes { return hasSecrets ? "" : nil }
        // The compiler does not count a conformance as a use of a `package import`: it wants a signature.
        guard access == "package " else { return access }
        let isInSignature =
            holdsItsTypes || !endpoints.isEmpty || shapes.contains { $0.fields != nil || $0.alternatives != nil }
        return isInSignature ? access : ""
    }
}

extension Shape {
    var customType: CustomType? {
        if case .custom(let type) = kind { type } else { nil }
    }
}

extension Field {
    /// Whether its Swift type is one of the runtime's.
    fileprivate var holdsTypeOfRuntime: Bool { type.scalar == .jsonValue || isNullable && type.isOptional }
}
