/// Where a schema stands: what shapes that it needs are called, and which file they go to.
struct SchemaContext {
    /// The name for a shape that is described in place: `CreatePetBody`. Those inside of it put theirs behind.
    var name: String
    var home: DraftHome
    /// The name of a shape itself, where it has one already: it is under `components`.
    var shapeName: String?
    /// Which of the shared schemas it is or stands in, in their order.
    var sharedIndex: Int?
    /// What was put behind last: the name of the field.
    var word: String?
    /// Whether that is the title.
    var isNamedByTitle = false

    init(name: String, home: DraftHome) {
        self.name = name
        self.home = home
    }

    func inside(_ name: String) -> SchemaContext {
        var inner = self
        inner.name = self.name + " " + name
        inner.word = name
        inner.shapeName = nil
        inner.isNamedByTitle = false
        return inner
    }
}
