/// The keys of one kind of object of OpenAPI.
struct ObjectRule {
    /// As messages call it: "an operation".
    let noun: String
    /// Those that are carried over.
    let keys: Set<String>
    /// Those that no spec has a place for, and why.
    let leftOut: [String: String]
    /// The keys that may stand beside a `$ref`, in place of those of what it leads to. OpenAPI 3.1 has it so for words, and documents
    /// of 3.0 mean it.
    let besideReference: Set<String>

    /// Whether what a `$ref` leads to is read in its place: schemas have rules of their own for that.
    var followsReferences: Bool { !keys.contains("$ref") }

    init(
        _ noun: String,
        keys: Set<String>,
        leftOut: [String: String] = [:],
        besideReference: Set<String> = ["summary", "description"]
    ) {
        self.noun = noun
        self.keys = keys
        self.leftOut = leftOut
        self.besideReference = besideReference.intersection(keys)
    }
}

/// Why things are left out, where several objects share the reason.
enum OmissionReason {
    static let example = "examples are for people and tests"
    static let notValidated = "values are not validated"
    static let notCalled = "it is called by the server, not by a client"
    static let unreferenced = "nothing refers to it"
    static let xml = "only JSON is read and written"
}
