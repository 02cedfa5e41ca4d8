/// Finds files of one run that would fill one namespace.
struct ClientClashes {
    private var first: [String: Diagnostic.Place] = [:]

    /// To be called once for each file, in order.
    mutating func check(_ client: Name, _ diagnostics: DiagnosticCollector) {
        guard !client.swift.isEmpty else { return }
        let place = diagnostics.place(client.place)
        guard let other = first[client.swift] else {
            first[client.swift] = place
            return
        }
        diagnostics.error(
            "the client `\(client.swift)` is in another file of this run already",
            at: client.place,
            notesElsewhere: [Diagnostic.Note("it is here first", at: other)]
        )
    }
}
