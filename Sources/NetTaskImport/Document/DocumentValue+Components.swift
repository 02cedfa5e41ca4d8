import NetTaskSpec

extension DocumentValue {
    /// What this refers to, or itself; what stands beside a reference is listed. nil, and reported, where it leads nowhere.
    ///
    /// - Parameter kept: The keys that may stand beside a reference in place of those that it leads to.
    func component(keeping kept: Set<String> = []) -> DocumentValue? {
        guard self["$ref"] != nil else { return self }
        for (key, value, _) in members ?? [] where key != "$ref" && !kept.contains(key) {
            value.leaveOut("what is referred to is taken in its place")
        }
        return resolved()
    }

    /// The entries of a map whose keys are names of the document's own, through a reference; nil, with a warning, where this is none.
    ///
    /// - Parameter noun: As messages call it: "`headers`".
    func entries(_ noun: String, of things: String = "") -> [(
        key: String, value: DocumentValue, keyRange: SourceRange
    )]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let members = value.members else {
            value.refuse("\(noun) must be a map\(things), not \(value.node.kind)")
            return nil
        }
        if members.isEmpty { value.carry() }
        return members
    }

    /// The elements of a list, through a reference; nil, with a warning, where this is none.
    func items(_ noun: String) -> [DocumentValue]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let elements = value.elements else {
            value.refuse("\(noun) must be a list, not \(value.node.kind)")
            return nil
        }
        if elements.isEmpty { value.carry() }
        return elements
    }

    /// Whether this leads to another value. A map of names may have something of the name `$ref`.
    private var isReference: Bool { self["$ref"]?.plainText != nil }
}

extension OmissionReason {
    static let danglingReference = "it leads nowhere"
}
