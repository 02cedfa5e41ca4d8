/// One file of a run, read as far as it makes sense by itself: it may say only a part of what its client needs.
struct SpecPart {
    /// What places in this file call it.
    let number: Int
    let path: String
    /// Where the file begins: for what it does not say.
    let start: SourceRange
    /// All that it says with keys that a spec has; with what it extends, once ``Overlays`` has merged that.
    var entries: [YAMLNode.Entry]
    /// Whether it has the key `client`, be the name a good one or not.
    var hasClient: Bool
    var client: Name?
    /// The files that it includes, as far as they are there.
    var includes: [Reference] = []
    /// The files that it extends, as far as they are there.
    var extends: [Reference] = []
    /// Whether those are all that it names. If not, what is in the others would seem unknown.
    var hasAllFiles = true
    /// The numbers of all files whose entries were merged into these.
    var extended: [Int] = []

    func entry(_ key: String) -> YAMLNode.Entry? { entries.first { $0.key == key } }

    struct Reference {
        var file: Int
        /// Where the path stands.
        var range: SourceRange
    }
}
