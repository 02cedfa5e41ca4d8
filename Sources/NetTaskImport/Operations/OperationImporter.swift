import NetTaskSpec

/// Turns the operations of a document into endpoints.
final class OperationImporter {
    let run: ImportRun
    let draft: SpecDraft
    let names: TypeNames
    let schemas: SchemaImporter

    init(_ run: ImportRun, _ draft: SpecDraft, _ names: TypeNames, _ schemas: SchemaImporter) {
        self.run = run
        self.draft = draft
        self.names = names
        self.schemas = schemas
    }

    /// Takes all of the document but `components.schemas`.
    func importDocument(_ root: DocumentValue, _ filter: OperationFilter) {
        guard OpenAPIVersion.check(root), var reader = ObjectReader(root, .document) else { return }
        _ = reader.take("openapi")
        draft.description = InfoImporter.description(reader.take("info"), reader.take("externalDocs"))
        if let servers = reader.take("servers") { draft.servers = ServersImporter.servers(servers) }

        let components = reader.take("components")
        let security = SecurityImporter(run)
        if let schemes = components?["securitySchemes"] { security.declare(schemes) }
        let auth = reader.take("security").map { security.auth($0) } ?? []
        draft.auth = auth.map(\.name)

        let endpoints = EndpointImporter(
            run: run,
            types: OperationTypes(schemas, draft),
            security: security,
            documentAuth: auth,
            baseURL: draft.servers.first?.url
        )
        if let paths = reader.take("paths") { importPaths(paths, endpoints, filter, at: root.range) }
        draft.schemes = security.finish()
        if let tags = reader.take("tags") {
            draft.tags = TagImporter.tags(tags, used: Set(draft.endpoints.compactMap(\.tag)))
        }
        if let components { UnreferencedComponents(root: root).leaveOut(of: components) }
        reader.finish()
    }

    // MARK: Paths

    private func importPaths(
        _ paths: DocumentValue,
        _ endpoints: EndpointImporter,
        _ filter: OperationFilter,
        at range: SourceRange
    ) {
        guard let members = paths.entries("`paths`") else { return }
        let list = PathList(run: run)
        let items = members.compactMap { list.item($0.key, $0.value, $0.keyRange) }
        let operations = items.flatMap(\.operations)
        filter.check(operations, at: range, run.diagnostics)
        // Names come first, and those of all operations, so that they do not depend on what is imported.
        let names = self.names(for: operations)
        for (operation, name) in zip(operations, names) {
            if filter.matches(operation) {
                if let endpoint = endpoints.endpoint(operation, name: name) { draft.endpoints.append(endpoint) }
            } else {
                operation.reader.value.leaveOut("filtered out")
            }
        }
        for key in PathList.sharedKeys {
            for item in items {
                guard let shared = item.pathItem[key] else { continue }
                for value in shared.elements ?? [shared] {
                    run.ledger.leaveOutUntouched(value, "none of its operations needs it")
                }
            }
        }
    }

    private func names(for operations: [LocatedOperation]) -> [String] {
        var places: [String: SourceRange] = [:]
        return operations.map { operation in
            if let id = operation.id, let range = operation.reader["operationId"]?.range {
                if let first = places[id] {
                    run.diagnostics.warning(
                        "another operation has the `operationId` \(id.quotedForMessage)",
                        at: range,
                        notes: [.init("it is here", at: first)]
                    )
                } else {
                    places[id] = range
                }
            }
            return names.name(for: operation.nameText, .endpoint)
        }
    }
}
