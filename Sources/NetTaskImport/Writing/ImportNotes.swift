import NetTaskSpec

/// A product of NetTask that the code for an import needs.
package struct Requirement: Sendable, Equatable {
    package var product: String
    /// The trait of the package that adds the product. It is `nil` for a product that is always available.
    package var trait: String?

    private var line: String { ".product(name: \"\(product)\", package: \"NetTask\")," }

    /// Returns a heading and the lines of Package.swift for products: the dependencies of the target, and the traits.
    package static func lines(for requirements: [Requirement]) -> [String] {
        let traits = requirements.compactMap(\.trait).map { "\"\($0)\"" }
        return ["In Package.swift, the target needs:"] + requirements.map { "    \($0.line)" }
            + (traits.isEmpty ? [] : ["and the package NetTask `traits: [\(traits.joined(separator: ", "))]`."])
    }
}

/// Facts that a spec needs and the document does not state.
extension Spec {
    /// The products that the target needs. `NetTaskRuntime` is first.
    var requirements: [Requirement] {
        var requirements = [Requirement(product: "NetTaskRuntime")]
        if endpoints.contains(where: { $0.stream != nil }) {
            requirements.append(Requirement(product: "NetTaskStreams"))
        }
        if auth.contains(where: { $0.oauth2 != OAuth2() }) { requirements.append(Requirement(product: "NetTaskOAuth")) }
        if webhooks != nil { requirements.append(Requirement(product: "NetTaskWebhooks", trait: "Crypto")) }
        return requirements
    }

    var openQuestions: [String] {
        var notes: [String] = []
        if baseURL == nil, !endpoints.isEmpty {
            notes.append(
                "baseURL: the URL of the server; add `baseURL: https://…` to the spec that extends the import"
            )
        }
        guard webhooks != nil else { return notes }
        return notes + [
            "webhooks: how they are signed (default: Standard Webhooks; change it with `hmac`)",
            "webhooks: where the name of an event is (default: `type` in the body; change it with `name`)",
            "webhooks: the names of the events on the wire (default: their names in the document)",
        ]
    }
}
