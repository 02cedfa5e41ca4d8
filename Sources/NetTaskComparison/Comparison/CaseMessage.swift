import NetTaskSpec

/// What is said of a case that is new.
enum CaseMessage {
    /// - Parameter catchAll: The case for values that are not listed, if there is one.
    static func new(besides catchAll: String?) -> String {
        guard let catchAll else { return "it is new; a `switch` needs it" }
        return "it is new; it was `\(catchAll)`, and a `switch` without `default` needs it"
    }
}
