/// One file of a run, read as far as it makes sense by itself: it may say only a part of what its client needs.
struct SpecPart {
    /// What places in this file call it.
    let number: Int
    let path: String
    /// Where the file begins: for what it does not say.
    let start: SourceRange
    /// All that it says with keys that a spec has.
    let entries: [YAMLNode.Entry]
    /// Whether it has the key `client`, be the name a good one or not.
    let hasClient: Bool
    let client: Name?
    /// The files that it includes, as far as they are there.
    var includes: [Include] = []
    /// Whether those are all that it names.
    var hasAllIncludes = true

    struct Include {
        var file: Int
        /// Where the path stands.
        var range: SourceRange
    }
}
