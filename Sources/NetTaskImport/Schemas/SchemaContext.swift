/// Where a schema stands: what shapes that it needs are called, and which file they go to.
struct SchemaContext {
    /// The name for a shape that is described in place: `CreatePetBody`. Those inside of it put theirs behind.
    var name: String
    var home: DraftHome

    func inside(_ name: String) -> SchemaContext {
        SchemaContext(name: self.name + " " + name, home: home)
    }
}
