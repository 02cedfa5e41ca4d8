/// An entry of `errors:`, or of a `response:` by status, as read, with the places that later checks complain about.
struct LocatedStatusBody {
    var body: StatusBody
    var keyRange: SourceRange
    var typeRange: SourceRange
}
