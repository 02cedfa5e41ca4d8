/// The keys of one kind of object of OpenAPI.
struct ObjectRule {
    /// As messages call it: "an operation".
    let noun: String
    /// Those that are carried over.
    let keys: Set<String>
    /// Those that no spec has a place for, and why.
    let leftOut: [String: String]

    init(_ noun: String, keys: Set<String>, leftOut: [String: String] = [:]) {
        self.noun = noun
        self.keys = keys
        self.leftOut = leftOut
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
