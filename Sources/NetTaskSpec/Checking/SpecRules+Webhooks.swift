/// The rules for `webhooks:`.
extension SpecRules {
    func checkWebhooks() {
        guard let webhooks else { return }
        for event in webhooks.events {
            if case .type(let type) = event.payload, type.innermost == .scalar(.file) {
                at(event.typePlace, .misplacedFile)
                    .error("the body of a webhook cannot be a `File`, because it is read into memory")
            }
            if let fields = event.fields { checkReplyFields(fields, .default) }
            check(event, webhooks)
        }
    }

    /// The names of a case, and of its structure, hide types with the same name.
    private func check(_ event: Webhooks.Event, _ webhooks: Webhooks) {
        let name = event.name
        let fix = "rename the event: `swiftName: …`"
        let types = Set(shapes.map(\.name.swift) + webhooks.structures)
        if types.contains(name.swift) {
            at(name.place, .nameClash)
                .error("an event cannot have the Swift name `\(name.swift)`, which is the name of a type")
                .note(fix)
        }
        guard event.fields != nil else { return }
        let structure = event.structureName
        if ReservedNames.types.contains(structure) || structure == webhooks.name.swift {
            at(name.place, .nameClash)
                .error(
                    "the fields of the event \(name.written.quotedForMessage) would generate the type `\(structure)`"
                )
                .note("Swift or generated code uses this name").note(fix)
        }
    }
}
