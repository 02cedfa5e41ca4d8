import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// What comes of the schemas of a small document.
struct ImportedSchemas {
    let draft = SpecDraft(client: "Test")
    let run: ImportRun
    /// The leaves that nobody has dealt with.
    let forgotten: [String]

    /// - Parameters:
    ///   - schemas: What stands under `components.schemas`.
    ///   - all: Whether those are imported that nothing needs.
    init(_ schemas: String, all: Bool = true, files: [String: String] = [:]) throws {
        let indented = schemas.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
        let document = "components:\n  schemas:\n" + indented.joined(separator: "\n") + "\n"
        var texts = files.mapValues { Array($0.utf8) }
        texts["api.yaml"] = Array(document.utf8)
        run = ImportRun(files: DocumentFiles(texts))
        let root = try #require(run.files.document("api.yaml", run))
        let importer = SchemaImporter(run, draft, TypeNames(reserved: ["API"]))
        let schemas = try #require(root["components"]?["schemas"])
        importer.declare(schemas)
        importer.importShared(all: all)
        run.ledger.leaveOutTheRest(of: schemas, "forgotten")
        forgotten = run.ledger.omissions.filter { $0.reason == "forgotten" }.map(\.path.description)
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

    func shape(_ name: String) throws -> ShapeDraft {
        try #require(draft.shapes.first { $0.name == name })
    }

    func fields(_ name: String) throws -> [FieldDraft] {
        guard case .object(let fields) = try shape(name).kind else { return [] }
        return fields
    }

    func field(_ name: String, of shape: String) throws -> FieldDraft {
        try #require(try fields(shape).first { $0.wireName == name })
    }

    /// The type of a field as a spec has it, with `?` where it may be missing and `!` where it may be null.
    func type(_ field: String, of shape: String) throws -> String {
        let field = try self.field(field, of: shape)
        return field.type.description + (field.isRequired ? "" : "?") + (field.isNullable ? "!" : "")
    }

    func enumeration(_ name: String) throws -> EnumerationDraft {
        guard case .enumeration(let enumeration) = try shape(name).kind else {
            throw NotThatKind()
        }
        return enumeration
    }

    func alternatives(_ name: String) throws -> AlternativesDraft {
        guard case .alternatives(let alternatives) = try shape(name).kind else {
            throw NotThatKind()
        }
        return alternatives
    }

    struct NotThatKind: Error {}

    /// The specs, which import nothing but shapes.
    var specs: [ImportedFile] { SpecWriter(draft).files() }

    /// What our own reader has to say of the specs.
    var complaints: [String] {
        let sources = specs.map { SpecReader.Source(path: $0.name, text: $0.text) }
        return SpecReader.read(sources: sources).diagnostics.map { "\($0.place.range.start.line): \($0.message)" }
    }
}
