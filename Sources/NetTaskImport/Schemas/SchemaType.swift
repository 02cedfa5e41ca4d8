/// What a schema becomes where it is used.
struct SchemaType {
    var type: DraftType
    var isNullable = false
    /// A format of ours.
    var format: String?
    /// Of the schema itself, where it is no shape of its own.
    var description: String?
    var defaultValue: DefaultDraft?
    var isSecret = false
    var isDeprecated = false
    var only: FieldDraft.Direction?

    /// Any JSON: for what cannot be told more exactly.
    static let any = SchemaType(type: .jsonValue)
}
