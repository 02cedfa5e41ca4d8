/// A conformance as read, with the place that later checks complain about.
struct LocatedConformance {
    var conformance: Conformance
    var range: SourceRange
}
