import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// What comes of the schemas of a small document, which are specs without errors, with no leaf that nobody has dealt with.
struct ImportedSchemas {
    let gathered = ImportedSpec(client: "Test")
    let run: ImportRun
    /// The leaves that nobody has dealt with.
    let forgotten: [String]

    /// - Parameters:
    ///   - schemas: What stands under `components.schemas`.
    ///   - all: Whether those are imported that nothing needs.
    init(
        _ schemas: String,
        all: Bool = true,
        files: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let indented = schemas.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
        let document = "components:\n  schemas:\n" + indented.joined(separator: "\n") + "\n"
        var texts = files.mapValues { Array($0.utf8) }
        texts["api.yaml"] = Array(document.utf8)
        run = ImportRun(files: DocumentFiles(texts))
        let root = try #require(run.files.document("api.yaml", run))
        let importer = SchemaImporter(run, gathered, TypeNames(reserved: ["API"]))
        let schemas = try #require(root["components"]?["schemas"])
        importer.declare(schemas)
        importer.importShared(all: all)
        let reason = OmissionReason.differs(.importFault, "forgotten")
        run.ledger.leaveOutTheRest(of: schemas, reason)
        forgotten = run.ledger.omissions.filter { $0.reason == reason }.map(\.path.description)
        #expect(forgotten == [], sourceLocation: sourceLocation)
        #expect(complaints == [], sourceLocation: sourceLocation)
    }

    /// The kinds of problems and their messages, in order.
    var problems: [String] { run.diagnostics.diagnostics().map { "\($0.severity): \($0.message)" } }

    /// The reasons for which something is left out, by where it is under `components.schemas`.
    var omissions: [String: String] {
        let found = run.ledger.omissions.map { omission in
            (omission.path.keys.dropFirst(2).joined(separator: "/"), omission.reason.text)
        }
        return Dictionary(found) { $0 == $1 ? $0 : "\($0); \($1)" }
    }

    var spec: Spec { gathered.spec }

    func shape(_ name: String) throws -> Shape {
        try #require(spec.shapes.first { $0.name.written == name })
    }

    func fields(_ name: String) throws -> [Field] { try shape(name).fields ?? [] }

    func field(_ name: String, of shape: String) throws -> Field {
        try #require(try fields(shape).first { $0.wireName == name })
    }

    /// The type of a field as a spec has it, with `?` where it may be missing and `!` where it may be null.
    func type(_ field: String, of shape: String) throws -> String {
        let field = try self.field(field, of: shape)
        return field.type.description + (field.isNullable ? "!" : "")
    }

    /// Those of an enumeration.
    func cases(_ name: String) throws -> [EnumerationCase] { try #require(try shape(name).cases) }

    func alternatives(_ name: String) throws -> Alternatives { try #require(try shape(name).alternatives) }

    /// The specs, which import nothing but shapes.
    var specs: [ImportedFile] { ImportLayout(gathered).files() }

    /// What our own reader has to say of the specs.
    var complaints: [String] {
        let sources = specs.map { SpecReader.Source(path: $0.name, text: $0.text) }
        return SpecReader.read(sources: sources).diagnostics.map { "\($0.place.range.start.line): \($0.message)" }
    }
}
