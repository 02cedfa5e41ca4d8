import NetTaskSpec

/// A module that a file uses, and how widely its declarations show it.
struct SwiftImport {
    var access: SwiftCode
    var module: SwiftCode

    /// The part of Foundation with all its types that the language has.
    fileprivate static let essentials: SwiftCode = "FoundationEssentials"

    /// The `import` lines of a file, each module once: as visible as the declarations that need it, and no more, since
    /// the compiler warns about others. The name of the interface follows them, so that a library of another version gives one
    /// error that says what to do.
    static func lines(_ imports: [SwiftImport]) -> [SwiftLine] {
        // The whole has what its part has.
        let hasFoundation = imports.contains { $0.module == "Foundation" }
        let widest = Dictionary(grouping: imports) { item in
            hasFoundation && item.module == essentials ? "Foundation" : item.module
        }
        .compactMap { module, imports in
            imports.max { $0.width < $1.width }.map { SwiftImport(access: $0.access, module: module) }
        }
        let imports = widest.sorted { $0.module.text < $1.module.text }
        let interface: [SwiftLine] =
            imports.contains { $0.module == "NetTaskHTTP" }
            ? [
                "",
                "// The interface of NetTask that this file uses. If the compiler rejects this line, generate the file again.",
                "private typealias NetTaskInterface = NetTaskGenerated_1",
            ] : []
        let lines = imports.flatMap(\.lines)
        guard imports.contains(where: { $0.access == "package " }) else { return lines + interface }
        // Where a plain import is a public one, `package` beside it in another file would be an ambiguity; where it is
        // an internal one, it would not be enough.
        return ["#if hasFeature(InternalImportsByDefault)"] + lines.indented() + ["#else"]
            + imports.flatMap { SwiftImport(access: "", module: $0.module).lines }.indented() + ["#endif"] + interface
    }

    /// Apple's systems have the whole alone.
    private var lines: [SwiftLine] {
        if module != Self.essentials { return ["\(access)import \(module)"] }
        return [
            "#if canImport(FoundationEssentials)", "    \(access)import FoundationEssentials",
            "#else", "    \(access)import Foundation", "#endif",
        ]
    }

    /// Clients in one file may differ in access.
    private var width: Int {
        switch access {
        case "public ": 2
        case "package ": 1
        default: 0
        }
    }
}

extension SwiftModelBuilder {
    /// The modules that these types and tasks need.
    ///
    /// - Parameter hasNamespace: Whether the client itself is declared there, too.
    func imports(
        shapes: [Shape],
        endpoints: [Endpoint],
        webhooks: Webhooks? = nil,
        hasNamespace: Bool = false
    ) -> [SwiftImport] {
        let shapes = shapes.filter { $0.customType == nil }
        var types: [TypeReference] = []
        var fields = shapes.flatMap { $0.fields ?? [] } + endpoints.flatMap(\.params)
        fields += webhooks?.events.flatMap { $0.fields ?? [] } ?? []
        for shape in shapes {
            types += (shape.fields ?? []).map(\.type)
            types += (shape.alternatives?.cases ?? []).map(\.type)
        }
        for endpoint in endpoints {
            types += endpoint.params.map(\.type)
            types += endpoint.bodyTypes
            switch endpoint.response {
            case .json(let type, _): types.append(type)
            case .fields(let own):
                fields += own
                types += own.map(\.type)
            case .data: types.append(.scalar(.data))
            case .contents(let contents): types += contents.map(\.type)
            case .statuses(let bodies): types += bodies.flatMap(\.types)
            case .none, .text, .file, .elements: break
            }
            types += endpoint.stream?.types ?? []
            types += endpoint.responseHeaders.map(\.type)
            types += endpoint.errors.flatMap(\.types)
        }
        types += webhooks?.readTypes ?? []
        let scalars = Set(types.compactMap(\.scalar))
        var imports: [(access: SwiftCode, module: SwiftCode)] = []
        let ofFoundation: Set<TypeReference.Scalar> = [.date, .url, .uuid, .data, .decimal]
        // What polls are asked by is named in a body only.
        let ofPolls = endpoints.flatMap { $0.longRunning?.params ?? [] }.compactMap(\.field.type.unwrapped.scalar)
        let ownTypes = types.compactMap { $0.shape.flatMap { self.shapes[$0]?.customType } }
        let namesOwn = ownTypes.contains { $0.module == nil } || namesOwn(shapes, endpoints)
        // Defaults name the types of Foundation in full.
        let hasDefaults = fields.contains {
            $0.defaultValue != nil && $0.type.scalar.map(ofFoundation.contains) == true
        }
        let foundation: SwiftCode = namesOwn || hasDefaults ? "Foundation" : SwiftImport.essentials
        if !scalars.isDisjoint(with: ofFoundation) {
            imports.append((access, foundation))
        } else if !ofFoundation.isDisjoint(with: ofPolls) {
            imports.append(("", foundation))
        }
        if !endpoints.isEmpty { imports.append(("", "HTTPTypes")) }
        if hasNamespace, !spec.auth.isEmpty || !api().isEmpty {
            imports.append((access, "NetTaskHTTP"))  // what it has of these is a use in a signature
        } else if webhooks != nil {
            imports.append((access, "NetTaskHTTP"))  // its JSON is in the case of events that are not listed
        } else if let access = runtimeAccess(shapes: shapes, endpoints: endpoints) {
            imports.append((access, "NetTaskHTTP"))
        }
        if webhooks != nil { imports.append((access, "NetTaskWebhooks")) }
        if hasNamespace, !oauth2Schemes.isEmpty { imports.append((access, "NetTaskOAuth")) }
        if endpoints.contains(where: { $0.usesStreams }) {
            // As of the runtime: a task whose work is over by a status has a conformance alone.
            let isInSignature = endpoints.contains { endpoint in
                let hasState = endpoint.longRunning.map { !$0.done.isEmpty || !$0.failed.isEmpty } ?? false
                return endpoint.stream != nil || endpoint.pages != nil || hasState
            }
            imports.append((isInSignature || access != "package " ? access : "", "NetTaskStreams"))
        }
        if endpoints.contains(where: validation.checks)
            || shapes.contains(where: { validation.shapes.contains($0.name.written) })
        {
            imports.append((access, "NetTaskValidation"))
        }
        let stored = shapes.filter { storedShapes.contains($0.name.written) }
        // As of the runtime: a `package import` wants a signature.
        let isInSignature =
            hasNamespace && !durableEndpoints.isEmpty || endpoints.contains(where: \.isDurable)
            || stored.contains { $0.fields != nil || $0.alternatives != nil }
        if isInSignature || !stored.isEmpty {
            imports.append((isInSignature || access != "package " ? access : "", "NetTaskDurable"))
        }
        for module in Set(ownTypes.compactMap(\.module)).sorted().map({ "\(Identifier($0))" as SwiftCode })
        where !imports.contains(where: { $0.module == module }) {
            imports.append((access, module))
        }
        return imports.map { SwiftImport(access: $0.access, module: $0.module) }
    }

    /// Whether these name functions, protocols or attributes of the user's, which can be Foundation's.
    private func namesOwn(_ shapes: [Shape], _ endpoints: [Endpoint]) -> Bool {
        let fields = shapes.flatMap { $0.fields ?? [] } + endpoints.flatMap { $0.params + $0.replyFields }
        return fields.contains { $0.transform != nil || $0.readTransform != nil }
            || shapes.contains { !$0.attributes.isEmpty || $0.conformances.contains(where: \.isOwn) }
            || endpoints.contains { !$0.attributes.isEmpty }
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

extension Conformance {
    fileprivate var isOwn: Bool {
        if case .own = self { true } else { false }
    }
}

extension Field {
    /// Whether its Swift type is one of the runtime's.
    fileprivate var holdsTypeOfRuntime: Bool { type.scalar == .jsonValue || isNullable && type.isOptional }
}
