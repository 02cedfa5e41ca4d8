/// A field or param as read, with the places that later checks complain about.
struct LocatedField {
    var field: Field
    /// Where the field is named.
    var keyRange: SourceRange
    var typeRange: SourceRange
    /// Where `from:` stands.
    var fromRange: SourceRange?
    /// What `in:` says, and where.
    var statedLocation: (location: Field.Location, range: SourceRange)?
    /// Where `ignored: true` stands.
    var ignoredRange: SourceRange?
    /// Where `nullable: true` stands.
    var nullableRange: SourceRange?
    /// Where `only:` stands.
    var onlyRange: SourceRange?
    /// Where `transform:` stands.
    var transformRange: SourceRange?
    /// What `was:` says.
    var formerNames: [LocatedFormerName] = []
    /// The keys that it is written with; nil where it is a type alone.
    var keys: MappingReader?

    /// Where a key stands, if it does.
    func place(of key: String) -> SourceRange? { keys?.entry(key)?.keyRange }
}
