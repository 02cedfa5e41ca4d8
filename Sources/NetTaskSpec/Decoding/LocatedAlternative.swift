/// An alternative as read, with the place that later checks complain about.
struct LocatedAlternative {
    var alternative: Alternative
    var typeRange: SourceRange
}
