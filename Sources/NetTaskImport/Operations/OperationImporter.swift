import NetTaskSpec

/// Imports the operations of a document as endpoints.
struct OperationImporter {
    let run: ImportRun
    let imported: ImportedSpec
    let names: TypeNames
    let schemas: SchemaImporter
    /// The security scheme that the user prefers.
    let auth: String?
    /// Whether the endpoints of a tag are a group.
    let hasGroups: Bool

    /// Imports the document, except `components.schemas`.
    func importDocument(_ root: DocumentValue, _ filter: OperationFilter) {
        guard OpenAPIVersion.check(root), var reader = ObjectReader(root, .document) else { return }
        reader.take("openapi")
        imported.spec.description = InfoImporter.description(reader.take("info"), reader.take("externalDocs"))
        let base = reader["$self"]?.plainText.flatMap { $0.contains("://") ? $0 : nil }
        if base != nil { reader.carry(["$self"]) }
        let environments = reader.take("servers").map { ServersImporter.environments($0, on: base) } ?? []
        imported.spec.baseURL = environments.first?.url
        if environments.count > 1 { imported.spec.environments = environments }
        let components = reader.take("components")
        let security = SecurityImporter()
        if let schemes = components?["securitySchemes"] { security.declare(schemes) }
        if let auth { security.prefer(auth, root) }
        let requirement = reader.take("security")
        let auth = security.ofDocument(requirement)
        imported.spec.defaults.auth = auth.names
        imported.spec.defaults.scopes = auth.scopes
        let webhooks = WebhookImporter(schemas)
        let endpoints = EndpointImporter(
            schemas: schemas,
            webhooks: webhooks,
            security: security,
            documentAuth: auth
        )
        if let paths = reader.take("paths") { importPaths(paths, endpoints, filter, at: root.range) }
        if let value = reader.take("webhooks") {
            if filter.isEmpty {
                webhooks.add(webhooks: value)
            } else {
                value.leaveOut(.unused(.filteredOut, "filtered out"))
            }
        }
        imported.spec.webhooks = webhooks.finish(names)
        imported.spec.auth = security.finish()
        imported.authNotes = security.notes
        if requirement == nil, auth.alternatives.isEmpty {
            imported.spec.defaults.auth = mostFrequent(imported.spec.endpoints.map(\.auth)) ?? []
        }
        if let tags = reader.take("tags") {
            let used = imported.operations.keys.compactMap { imported.homes[$0]?.tag }
            imported.tags = InfoImporter.tags(tags, used: Set(used))
        }
        if let components { leaveOutTheRest(of: components, root) }
        reader.finish()
    }

    /// Returns the first of the most frequent values.
    private func mostFrequent<Value: Hashable>(_ values: [Value]) -> Value? {
        let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
        let highest = counts.values.max()
        return values.first { counts[$0] == highest }
    }

    // MARK: Paths

    /// The keys of a path that apply to all of its operations.
    private static let sharedKeys = ["summary", "description", "servers", "parameters"]

    private func importPaths(
        _ paths: DocumentValue,
        _ endpoints: EndpointImporter,
        _ filter: OperationFilter,
        at range: SourceRange
    ) {
        guard let members = paths.entries("`paths`") else { return }
        var items: [ObjectReader] = []
        var operations: [LocatedOperation] = []
        for member in members { add(member, &items, &operations) }
        filter.check(operations, at: range, run.diagnostics)
        // All operations are named first, so that the names do not depend on the filter.
        let names = self.names(for: operations)
        let groups = hasGroups ? groups(for: operations) : [:]
        for (operation, name) in zip(operations, names) {
            if !filter.matches(operation) {
                operation.original.leaveOut(.unused(.filteredOut, "filtered out"))
            } else if let (found, tag) = endpoints.endpoint(operation, name: name) {
                var endpoint = found
                if let group = tag.flatMap({ groups[$0] }) {
                    endpoint.group = Name(group)
                    imported.namesInGroups[name] = self.names.name(of: name, inGroup: group)
                }
                imported.spec.endpoints.append(endpoint)
                imported.homes[name] = .tag(tag)
                imported.operations[name] = operation
            }
        }
        for key in Self.sharedKeys {
            for shared in items.compactMap({ $0[key] }) {
                for value in shared.elements ?? [shared] {
                    run.ledger.leaveOutUntouched(value, .unused(.filteredOut, "none of its operations uses it"))
                }
            }
        }
    }

    /// Adds a path and its operations. Reports the parts that are not understood.
    private func add(
        _ member: DocumentValue.Member,
        _ items: inout [ObjectReader],
        _ operations: inout [LocatedOperation]
    ) {
        let (path, value, range) = member
        guard !path.hasPrefix("x-") else { return value.leaveOut(.extension) }
        if !path.hasPrefix("/") { value.warn(.invalidDocument, "a path must begin with a slash", at: range) }
        guard var reader = ObjectReader(value, .pathItem) else {
            let message = "the path \(path.quotedForMessage) is left out because it cannot be read"
            run.refuseOperation(message, at: range, cause: value.range)
            return
        }
        for key in Self.sharedKeys { reader.take(key) }
        for (method, value, keyRange) in reader.members where LocatedOperation.methods.contains(method) {
            reader.take(method)
            guard let operation = ObjectReader(value, .operation) else {
                let name = "\(method.uppercased()) \(path)".quotedForMessage
                let message = "\(name) is left out because it cannot be read"
                run.refuseOperation(message, at: keyRange, cause: value.range)
                continue
            }
            operations.append(
                LocatedOperation(
                    path: path,
                    pathRange: range,
                    method: method,
                    methodRange: keyRange,
                    reader: operation,
                    pathItem: reader
                )
            )
        }
        reader.finish()
        items.append(reader)
    }

    private func names(for operations: [LocatedOperation]) -> [String] {
        var places: [String: SourceRange] = [:]
        return operations.map { operation in
            if let id = operation.id, let range = operation.reader["operationId"]?.range {
                if let first = places[id] {
                    run.diagnostics.at(range, .invalidDocument)
                        .warning("duplicate `operationId` \(id.quotedForMessage)")
                        .note("the first operation with this name", at: first)
                } else {
                    places[id] = range
                }
            }
            return names.name(for: operation.nameText, .endpoint)
        }
    }

    /// Returns the names of the groups, by their tags. An endpoint is in the group of its first tag.
    private func groups(for operations: [LocatedOperation]) -> [String: String] {
        var groups: [String: String] = [:]
        for tag in operations.compactMap(\.tags.first) where groups[tag] == nil {
            groups[tag] = names.name(for: tag, .group)
        }
        return groups
    }

    // MARK: Components

    /// Lists the components that no operation uses.
    private func leaveOutTheRest(of components: DocumentValue, _ root: DocumentValue) {
        guard var reader = ObjectReader(components, .components) else { return }
        var references: Set<String> = []
        root.node.forEachText(of: "$ref") { references.insert($0) }
        reader.take("schemas")
        for kind in [
            "securitySchemes", "parameters", "responses", "requestBodies", "headers", "pathItems", "mediaTypes",
            "callbacks",
        ] {
            guard let value = reader.take(kind), let members = value.entries(value.name) else { continue }
            for (key, component, _) in members {
                let isReferredTo =
                    kind == "securitySchemes"
                    || references.contains((run.original(at: component.range) ?? component).path.description)
                if key.hasPrefix("x-") {
                    component.leaveOut(.extension)
                } else {
                    let reason = isReferredTo ? OmissionReason.notImported : OmissionReason.unreferenced
                    run.ledger.leaveOutUntouched(component, reason)
                }
            }
        }
        reader.finish()
    }
}

extension YAMLNode {
    /// Calls a function with each text that a key has, in all maps of this node.
    func forEachText(of key: String, _ use: (String) -> Void) {
        switch content {
        case .scalar: break
        // Loops by index: an iterator would copy each entry.
        case .sequence(let items): for index in items.indices { items[index].forEachText(of: key, use) }
        case .mapping(let entries):
            for index in entries.indices {
                if entries[index].key == key, let text = entries[index].value.text {
                    use(text)
                } else {
                    entries[index].value.forEachText(of: key, use)
                }
            }
        }
    }
}

/// An operation of a document, with its place.
struct LocatedOperation {
    /// The path as in the document.
    let path: String
    /// The range of the path.
    let pathRange: SourceRange
    /// The method in lowercase, as a key of OpenAPI.
    let method: String
    /// The range of the method.
    let methodRange: SourceRange
    /// The keys of the operation.
    let reader: ObjectReader
    /// The keys that the operations of the path share.
    let pathItem: ObjectReader

    /// The operation as in the document.
    var original: DocumentValue { reader.value.run.original(at: reader.value.range) ?? reader.value }

    static let methods: Set = ["get", "put", "post", "delete", "head", "patch", "options", "trace"]

    var id: String? {
        guard let id = reader["operationId"]?.plainText, !id.isEmpty else { return nil }
        return id
    }

    var tags: [String] { reader["tags"]?.elements?.compactMap(\.plainText) ?? [] }

    /// The text for the name of the endpoint.
    var nameText: String { id ?? Self.nameText(method, path) }

    static func nameText(_ method: String, _ path: String) -> String {
        let words: [String] = path.split(separator: "/").map { part in
            String(part).replacing("{", with: " by ").replacing("}", with: " ")
        }
        return ([method] + words).joined(separator: " ")
    }
}

/// The versions of documents that can be imported. A document of Swagger 2.0 is already converted to OpenAPI 3.0.
private enum OpenAPIVersion {
    /// Whether the document can be imported. If not, reports the reason.
    static func check(_ root: DocumentValue) -> Bool {
        func refuse(
            _ message: String,
            _ value: DocumentValue,
            _ note: String = "OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, are supported"
        )
            -> Bool
        {
            root.run.diagnostics.at(value.range, .unsupportedVersion).error(message).note(note)
            return false
        }
        guard root.node.isMap else { return refuse("an OpenAPI document must be a map, not \(root.node.kind)", root) }
        guard let value = root["openapi"] else {
            guard let old = root["swagger"] else { return refuse("missing key `openapi`", root) }
            return refuse("Swagger \(old.plainText ?? "without a version") is not supported", old)
        }
        guard let text = value.plainText else { return refuse("`openapi` must be a version such as 3.0.3", value) }
        // A release candidate, such as 3.0.0-rc1, is read as its release.
        let release = text.prefix { $0 != "-" }
        let numbers = release.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count >= 2, numbers[0] == 3, let minor = numbers[1], numbers.count < 3 || numbers[2] != nil else {
            return refuse("\(text.quotedForMessage) is not a supported version of OpenAPI", value)
        }
        value.carry()
        if minor > 2 {
            root.run.diagnostics.at(value.range, .unsupportedVersion).warning(
                "OpenAPI \(text) is read as 3.2; its new keys are ignored"
            )
            .note("OpenAPI 3.0, 3.1 and 3.2, and Swagger 2.0, are supported")
        }
        return true
    }
}
