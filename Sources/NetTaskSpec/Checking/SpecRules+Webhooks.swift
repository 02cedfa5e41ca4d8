/// The rules of `webhooks:`.
extension SpecRules {
    func checkWebhooks() {
        guard let webhooks else { return }
        for event in webhooks.events {
            if case .type(let type) = event.payload, type.innermost == .scalar(.file) {
                at(event.typePlace, .misplacedFile)
                    .error("what comes with a webhook is in memory, and cannot be a `File`")
            }
            if let fields = event.fields { checkReplyFields(fields, .default) }
            check(event, webhooks)
        }
    }

    /// The names of a case, and of the structure that is beside it, hide types.
    private func check(_ event: Webhooks.Event, _ webhooks: Webhooks) {
        let name = event.name
        let fix = "give the event another name: `swiftName: …`"
        let types = Set(shapes.map(\.name.swift) + webhooks.structures)
        if types.contains(name.swift) {
            at(name.place, .nameClash)
                .error("an event cannot be called `\(name.swift)` in Swift, which is the name of a type")
                .note(fix)
        }
        guard event.fields != nil else { return }
        let structure = event.structureName
        if ReservedNames.types.contains(structure) || structure == webhooks.name.swift {
            at(name.place, .nameClash)
                .error("the fields of the event \(name.written.quotedForMessage) would be the type `\(structure)`")
                .note("Swift or generated code uses that name").note(fix)
        }
    }
}
