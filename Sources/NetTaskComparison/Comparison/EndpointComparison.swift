import NetTaskSpec

/// Compares an endpoint with what it was.
struct EndpointComparison {
    let client: ComparedClient
    let found: DifferenceCollector

    /// All but its name.
    func compare(_ old: Endpoint, _ new: Endpoint, _ subject: DifferenceCollector.Subject) {
        RequestComparison(client: client, found: found).compare(old, new, subject)
        DeliveryComparison(found: found).compare(old, new, subject)
        ResponseComparison(client: client, found: found).compare(old, new, subject)
        ErrorsComparison(client: client, found: found).compare(old.errors, new.errors, subject)
        found.addMutability(subject, old.isMutable, new.isMutable)
        found.addOther(subject, ifNot: old.description == new.description, "description")
        found.addOther(subject, ifNot: old.deprecation == new.deprecation, "deprecated")
        client.compareExamples(old.example, new.example, subject, found)
        found.addOther(subject, ifNot: old.extensions == new.extensions, "x-…")
    }
}
