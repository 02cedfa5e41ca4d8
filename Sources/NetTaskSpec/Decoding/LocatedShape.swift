/// A shape as read, with the places that later checks complain about.
struct LocatedShape {
    var shape: Shape
    /// Of an object; empty for an enumeration.
    var fields: [LocatedField]
    /// Where the shape is named.
    var keyRange: SourceRange
}
