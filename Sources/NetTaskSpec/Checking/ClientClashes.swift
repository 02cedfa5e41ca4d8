/// Finds files of one run that would fill one namespace.
struct ClientClashes {
    private var first: [String: SourceRange] = [:]

    /// To be called once for each file, in order.
    mutating func check(_ client: Name, _ diagnostics: DiagnosticCollector) {
        guard !client.swift.isEmpty else { return }
        guard let other = first[client.swift] else {
            first[client.swift] = client.place
            return
        }
        diagnostics.error(
            "the client `\(client.swift)` is in another file of this run already",
            at: client.place,
            notes: [.init("it is here first", at: other)]
        )
    }
}
