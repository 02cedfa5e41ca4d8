import NetTaskSpec

/// Turns schemas into types, and into shapes where those need a name.
final class SchemaImporter {
    let run: ImportRun
    let draft: SpecDraft
    let names: TypeNames

    init(_ run: ImportRun, _ draft: SpecDraft, _ names: TypeNames) {
        self.run = run
        self.draft = draft
        self.names = names
    }

    /// Gives every schema under `components` its name, in the order of the document.
    func declare(_ schemas: DocumentValue) {}

    /// Makes shapes of the schemas under `components`.
    ///
    /// - Parameter all: Whether also of those that nothing needs.
    func importShared(all: Bool) {}

    /// The type of a schema, whose shapes are added to the draft.
    func type(of schema: DocumentValue, _ context: SchemaContext) -> SchemaType { .any }

    /// The fields of a schema of an object, through references and `allOf`; nil if it is no object with known fields.
    func fields(of schema: DocumentValue, _ context: SchemaContext) -> [FieldDraft]? { nil }
}
