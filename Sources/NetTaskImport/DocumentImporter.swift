package import NetTaskSpec

/// Converts an OpenAPI document to spec files. This is the entry point of the module.
package enum DocumentImporter {
    package struct Options: Sendable {
        /// The Swift namespace. Default: made from the title of the document.
        package var client: String?
        package var filter = OperationFilter()
        /// Whether the endpoints of a tag are a group. Default: all endpoints are directly in the client.
        package var hasGroups = false
        /// The security scheme to prefer if the document has alternatives or does not name a scheme. Default: the first one.
        package var auth: String?
        /// The separator of words in wire names, as a spec writes it. Default: the separator that fits the document best.
        package var separator: String?
        /// The folder that contains all files that the document refers to. Default: the folder of the document.
        package var root: String?
        /// The paths of the overlays that change the document before the import, in their order.
        package var overlays: [String] = []
        /// The files that the last import of the document wrote. An endpoint with another name there keeps it as a former name.
        package var previous: [ImportedFile] = []

        package init() {}
    }

    package struct Result: Sendable {
        /// The spec files. The first file extends the others. The list is empty if the document has errors other than those of
        /// single operations.
        package var files: [ImportedFile]
        /// The diagnostics for the document, file by file, sorted by place.
        package var diagnostics: [Diagnostic]
        package var report: ImportReport
        /// The Swift namespace, or `nil` if the document cannot be read.
        package var client: String?
        /// The separator of words in wire names, as a spec writes it. It is `nil` if there are no spec files.
        package var separator: String?
        /// The products of NetTask that the code for the specs needs.
        package var requirements: [Requirement]
        /// The number of endpoints in the specs.
        package var endpointCount: Int
        /// The number of places in the document whose operations are left out because they cannot become endpoints.
        package var refusedCount: Int
    }

    /// Imports the document at a path.
    package static func `import`(path: String, options: Options = Options()) -> Result {
        self.import(path, DocumentFiles(root: options.root, overlays: options.overlays), options)
    }

    /// Imports a document from memory.
    ///
    /// - Parameter texts: The document, its overlays and all files that it refers to, by their paths.
    package static func `import`(path: String, in texts: [String: [UInt8]], options: Options = Options()) -> Result {
        self.import(path, DocumentFiles(texts, root: options.root, overlays: options.overlays), options)
    }

    private static func `import`(_ path: String, _ files: DocumentFiles, _ options: Options) -> Result {
        let run = ImportRun(files: files)
        defer { run.end() }
        let imported = gather(path, run, options)
        if let imported { FormerEndpointNames(options.previous).apply(to: imported) }
        let specs =
            run.hasFailed
            ? nil : imported.flatMap { OutputCheck(imported: $0, run: run, separator: options.separator).specs() }
        return Result(
            files: specs?.files ?? [],
            diagnostics: Diagnostic.withSourceLines(run.diagnostics.diagnostics(), files.all),
            report: ImportReport(
                run,
                document: path,
                notes: (imported.map { $0.spec.openQuestions + $0.authNotes } ?? []) + files.notes
            ),
            client: imported?.spec.client.written,
            separator: specs?.separator,
            requirements: imported?.spec.requirements ?? [],
            endpointCount: imported?.spec.endpoints.count ?? 0,
            refusedCount: run.refusedOperations.count
        )
    }

    /// Gathers the content of the specs. Returns `nil` if the document cannot be read.
    static func gather(_ path: String, _ run: ImportRun, _ options: Options) -> ImportedSpec? {
        guard let document = run.files.document(path, run) else { return nil }
        var root = document
        if let swagger = SwaggerDocument(root) {
            run.swagger = swagger
            root = swagger.convertedRoot()
        }
        let title = root["info"]?["title"]?.plainText
        let client = options.client ?? ClientName.name(forTitle: title ?? "")
        let imported = ImportedSpec(client: client)
        let hasEnvironments = (root["servers"]?.elements?.count ?? 0) > 1
        let names = TypeNames(
            reserved: hasEnvironments ? [client, "Environment"] : [client],
            former: FormerShapeNames(options.previous, [document, root])
        )
        let schemas = SchemaImporter(run, imported, names)
        if let shared = root["components"]?["schemas"] { schemas.declare(shared) }
        let operations = OperationImporter(
            run: run,
            imported: imported,
            names: names,
            schemas: schemas,
            auth: options.auth,
            hasGroups: options.hasGroups
        )
        operations.importDocument(root, options.filter)
        schemas.importShared(all: options.filter.isEmpty)
        imported.places = names.places
        run.swagger?.leaveOutTheRest()
        for document in run.files.documents {
            run.ledger.leaveOutTheRest(of: document, .unreferenced)
        }
        return imported
    }
}

/// A spec file that an import wrote or would write.
package struct ImportedFile: Sendable, Equatable {
    /// The name in the folder of the import, such as `pets.nettask.yaml`.
    package var name: String
    package var text: String

    /// Whether an import wrote the file with this text, even if the text was edited later.
    package static func isImported(_ text: String) -> Bool { ImportHeader.isImported(text) }
}

/// The shared state of one import: the files that it reads, their diagnostics, and the results for their values. Not thread-safe.
final class ImportRun {
    let diagnostics = DiagnosticCollector()
    let ledger = Ledger()
    let files: DocumentFiles
    /// The document, if it is a document of Swagger 2.0.
    var swagger: SwaggerDocument?
    /// The targets of references, without broken references. Documents refer to most targets repeatedly.
    var targets: [ReferencePlace: DocumentValue] = [:]
    /// The schemas of a property that several parts of an object have, by the place of the schema that represents all of them.
    var combined: [SourceRange: [DocumentValue]] = [:]
    /// The places that name the operations that are left out because of errors.
    private(set) var refusedOperations: Set<SourceRange> = []
    /// The places of these errors.
    private var causes: Set<SourceRange> = []
    /// The indices of the keys of large maps, by the addresses of their entries. The table holds the entries, so that no other
    /// entries get the same address.
    private var indices: [UnsafeRawPointer?: (entries: [YAMLNode.Entry], places: [String: Int])] = [:]

    private var originals: [SourceRange: DocumentValue] = [:]

    /// The maximum number of keys in a map that is searched. Larger maps have an index.
    private static let searched = 32

    init(files: DocumentFiles) {
        self.files = files
    }

    /// Releases the values at the end of an import to break a reference cycle: the values hold this run.
    func end() {
        files.forget()
        targets = [:]
        combined = [:]
        swagger = nil
        originals = [:]
    }

    /// Returns the original value at a place of a document of Swagger 2.0. Returns `nil` for other documents.
    func original(at range: SourceRange) -> DocumentValue? {
        guard swagger != nil else { return nil }
        for document in files.documents where originals[document.range] == nil { addOriginals(document) }
        return originals[range]
    }

    private func addOriginals(_ value: DocumentValue) {
        if originals[value.range] == nil { originals[value.range] = value }
        for (_, member, _) in value.members ?? [] { addOriginals(member) }
        for element in value.elements ?? [] { addOriginals(element) }
    }

    /// Reports that one operation, or the operations of one path, cannot become endpoints. The import continues without them.
    ///
    /// - Parameters:
    ///   - range: The range of the key that names the operation or the path.
    ///   - cause: The range of a part with a fault. The fault may already be reported.
    func refuseOperation(_ message: String, at range: SourceRange, cause: SourceRange? = nil) {
        refusedOperations.insert(range)
        if let cause, let report = diagnostics.makeError(in: cause) {
            causes.insert(report.range)
            report.note(message, at: range)
        } else {
            let report = diagnostics.at(range, .operationLeftOut).error(message)
            if let cause { report.note("this part cannot be imported", at: cause) }
        }
    }

    /// Whether the document as a whole cannot be imported.
    var hasFailed: Bool {
        let known = refusedOperations.union(causes)
        return diagnostics.diagnostics().contains { $0.severity == .error && !known.contains($0.place.range) }
    }

    /// Returns the entry of a key.
    func entry(_ key: String, of entries: [YAMLNode.Entry]) -> YAMLNode.Entry? {
        guard entries.count > Self.searched else {
            // Searches by index: a search by elements would copy each of them.
            return entries.indices.first { entries[$0].key == key }.map { entries[$0] }
        }
        let address = entries.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
        if indices[address] == nil {
            indices[address] = (entries, Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first })
        }
        return indices[address]?.places[key].map { entries[$0] }
    }
}
