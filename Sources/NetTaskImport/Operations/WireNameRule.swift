import NetTaskSpec

/// Which names a request can have where.
enum WireNameRule {
    /// What says how long a body is, or what it is, is for the transport and not for a caller.
    private static let ofTransport: Set = ["content-length", "transfer-encoding"]

    static func isValid(_ name: String, in location: String) -> Bool {
        switch location {
        case "header": HeaderRule.isToken(name) && !ofTransport.contains(name.lowercased())
        case "cookie": HeaderRule.isToken(name)
        default: !name.isEmpty
        }
    }
}
