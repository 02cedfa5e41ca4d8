package import NetTaskSpec

/// Turns an OpenAPI document into spec files: the way into this module.
package enum DocumentImporter {
    package struct Options: Sendable {
        /// The Swift namespace; by default made from the title of the document.
        package var client: String?
        package var filter = OperationFilter()
        /// The security scheme that is sent where the document has alternatives, or does not name one; by default the first.
        package var auth: String?
        /// What stands between the words of names on the wire, as a spec writes it; by default what fits the document best.
        package var separator: String?
        /// The folder below which files are that the document refers to; by default that of the document.
        package var root: String?
        /// The paths of the overlays that change the document before it is imported, in their order.
        package var overlays: [String] = []
        /// What the last import of the document wrote: what had another name there keeps it as a former one.
        package var previous: [ImportedFile] = []

        package init() {}
    }

    package struct Result: Sendable {
        /// The spec files, the one that extends the others first; none if the document has errors other than those of single
        /// operations.
        package var files: [ImportedFile]
        /// All that is wrong with the document, file by file and sorted by place.
        package var diagnostics: [Diagnostic]
        package var report: ImportReport
        /// The Swift namespace; nil if the document cannot be read.
        package var client: String?
        /// What stands between the words of names on the wire, as a spec writes it; nil if the document cannot be read.
        package var separator: String?
        /// The products of NetTask that the Swift for the specs needs.
        package var requirements: [Requirement]
        /// How many endpoints the specs have.
        package var endpointCount: Int
        /// How many places of the document name operations that are left out, since no endpoint can be made of them.
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
        if let imported { FormerEndpointNames(options.previous).apply(to: &imported.spec) }
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

    /// All that specs will say of the document; nil if it cannot be read.
    static func gather(_ path: String, _ run: ImportRun, _ options: Options) -> ImportedSpec? {
        guard var root = run.files.document(path, run) else { return nil }
        if let swagger = SwaggerDocument(root) {
            run.swagger = swagger
            root = swagger.convertedRoot()
        }
        let title = root["info"]?["title"]?.plainText
        let client = options.client ?? ClientName.name(forTitle: title ?? "")
        let imported = ImportedSpec(client: client)
        let hasEnvironments = (root["servers"]?.elements?.count ?? 0) > 1
        let names = TypeNames(reserved: hasEnvironments ? [client, "Environment"] : [client])
        let schemas = SchemaImporter(run, imported, names)
        if let shared = root["components"]?["schemas"] { schemas.declare(shared) }
        OperationImporter(run: run, imported: imported, names: names, schemas: schemas, auth: options.auth)
            .importDocument(root, options.filter)
        schemas.importShared(all: options.filter.isEmpty)
        run.swagger?.leaveOutTheRest()
        for document in run.files.documents {
            run.ledger.leaveOutTheRest(of: document, .unreferenced)
        }
        return imported
    }
}

/// A spec file that an import wrote or would write.
package struct ImportedFile: Sendable, Equatable {
    /// Its name in the folder of the import: `pets.nettask.yaml`.
    package var name: String
    package var text: String

    /// Whether an import wrote the file with this text, even if the text was edited since.
    package static func isImported(_ text: String) -> Bool { ImportHeader.isImported(text) }
}

/// What one import shares: the files it reads, what is wrong with them, and what became of their values. Not for use from
/// several threads.
final class ImportRun {
    let diagnostics = DiagnosticCollector()
    let ledger = Ledger()
    let files: DocumentFiles
    /// The document, if it is one of Swagger 2.0.
    var swagger: SwaggerDocument?
    /// What references lead to, those that lead somewhere: most of a document are repeated.
    var targets: [ReferencePlace: DocumentValue] = [:]
    /// The schemas of a property that several parts of an object have, by the place of the schema that stands for all of them.
    var combined: [SourceRange: [DocumentValue]] = [:]
    /// Where operations are named that are left out because of what is wrong with them.
    private(set) var refusedOperations: Set<SourceRange> = []
    /// Where that stands what is wrong with them.
    private var causes: Set<SourceRange> = []
    /// Where the keys of large maps are.
    private var indices: [SourceRange: [String: Int]] = [:]

    private var originals: [SourceRange: DocumentValue] = [:]

    /// Smaller maps are searched.
    private static let searched = 32

    init(files: DocumentFiles) {
        self.files = files
    }

    /// Lets go of the values, which hold this run: an import is over.
    func end() {
        files.forget()
        targets = [:]
        combined = [:]
        swagger = nil
        originals = [:]
    }

    /// What stands at a place of a document that is read as OpenAPI 3.0; nil for other documents.
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

    /// Reports an operation, or several of one path, of which no endpoint can be made. The import goes on without it.
    ///
    /// - Parameters:
    ///   - range: Where it is named.
    ///   - cause: Where something is wrong that may have been reported.
    func refuseOperation(_ message: String, at range: SourceRange, cause: SourceRange? = nil) {
        refusedOperations.insert(range)
        if let cause, let report = diagnostics.makeError(in: cause) {
            causes.insert(report.range)
            report.note(message, at: range)
        } else {
            let report = diagnostics.at(range, .operationLeftOut).error(message)
            if let cause { report.note("this is not understood", at: cause) }
        }
    }

    /// Whether the document as a whole cannot be imported.
    var hasFailed: Bool {
        let known = refusedOperations.union(causes)
        return diagnostics.diagnostics().contains { $0.severity == .error && !known.contains($0.place.range) }
    }

    /// The entry of a key in the map at a place.
    func entry(_ key: String, of entries: [YAMLNode.Entry], at range: SourceRange) -> YAMLNode.Entry? {
        guard entries.count > Self.searched else {
            // By index: to search by elements copies each of them.
            return entries.indices.first { entries[$0].key == key }.map { entries[$0] }
        }
        if indices[range] == nil {
            indices[range] = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
        }
        return indices[range]?[key].map { entries[$0] }
    }
}
