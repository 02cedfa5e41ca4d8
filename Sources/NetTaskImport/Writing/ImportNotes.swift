import NetTaskSpec

/// A product of NetTask that the Swift for an import needs.
package struct Requirement: Sendable, Equatable {
    package var product: String
    /// The trait of the package that has the product; nil for one that is always there.
    package var trait: String?

    /// What stands in Package.swift, in the dependencies of the target, without a comma.
    package var line: String { ".product(name: \"\(product)\", package: \"NetTask\")" }
}

/// What a spec needs and the document does not say.
extension SpecDraft {
    /// The products that the target needs, `NetTaskRuntime` first.
    var requirements: [Requirement] {
        var requirements = [Requirement(product: "NetTaskRuntime")]
        if endpoints.contains(where: { $0.stream != nil }) {
            requirements.append(Requirement(product: "NetTaskStreams"))
        }
        if !webhooks.isEmpty { requirements.append(Requirement(product: "NetTaskWebhooks", trait: "Crypto")) }
        return requirements
    }

    var notes: [String] {
        var notes: [String] = []
        if servers.isEmpty, !endpoints.isEmpty {
            notes.append(
                "baseURL: where the server is; write `baseURL: https://…` into the spec that extends the import"
            )
        }
        guard !webhooks.isEmpty else { return notes }
        return notes + [
            "webhooks: how they are signed (Standard Webhooks, unless `hmac` says otherwise)",
            "webhooks: where the name of an event is (`type` in the body, unless `name` says otherwise)",
            "webhooks: what the events are called on the wire (as in the document)",
        ]
    }
}

extension SpecWriter {
    /// Comments about what Package.swift has to say; none where `NetTaskRuntime` is enough.
    static func comments(about requirements: [Requirement]) -> [String] {
        guard requirements.count > 1 else { return [] }
        let traits = requirements.compactMap(\.trait)
        return ["The target needs, in Package.swift:"] + requirements.map { "    \($0.line)," }
            + (traits.isEmpty
                ? [] : ["and the package NetTask `traits: [\(traits.map { "\"\($0)\"" }.joined(separator: ", "))]`."])
    }
}
