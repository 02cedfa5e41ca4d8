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
    func importDocument(_ root: DocumentValue, _ filter: OperationFilter) {}
}
