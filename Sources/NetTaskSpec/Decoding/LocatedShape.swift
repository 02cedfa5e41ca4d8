/// A shape as read, with the places that later checks complain about.
struct LocatedShape {
    var shape: Shape
    /// Of an object; empty for what has no fields.
    var fields: [LocatedField]
    /// Of a shape with `oneOf`; empty for others.
    var alternatives: [LocatedAlternative] = []
    /// Where `swiftType:` stands.
    var customTypeRange: SourceRange?
    /// Its own and those of the defaults.
    var conformances: [LocatedConformance] = []
    var example: YAMLNode.Entry?
    /// Where the shape is named.
    var keyRange: SourceRange
}
