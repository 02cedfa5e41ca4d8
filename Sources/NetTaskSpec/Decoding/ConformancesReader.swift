/// Reads `conformances:`, a list of protocols.
struct ConformancesReader {
    let diagnostics: DiagnosticCollector
    /// Whether this is the list of `defaults`.
    var isForAllShapes = false

    func conformances(_ node: YAMLNode) -> [LocatedConformance] {
        guard case .sequence(let items) = node.content else {
            diagnostics.error(
                "`conformances` must be a list of protocols, such as `[Hashable, Codable]`, not \(node.kind)",
                at: node.range
            )
            return []
        }
        guard items.count <= Self.limit else {
            diagnostics.error("`conformances` can hold \(Self.limit) protocols at most", at: node.range)
            return []
        }
        var found: [LocatedConformance] = []
        for item in items {
            guard let conformance = conformance(item) else { continue }
            if let first = found.first(where: { $0.conformance == conformance }) {
                diagnostics.error(
                    "this protocol is here for the second time",
                    at: item.range,
                    notes: [.init("it is here first", at: first.range)]
                )
                continue
            }
            found.append(LocatedConformance(conformance: conformance, range: item.range))
        }
        return found
    }

    /// Those of the defaults and a shape's own, each once.
    func merged(_ defaults: [LocatedConformance], with own: [LocatedConformance]) -> [LocatedConformance] {
        let all = defaults + own.filter { own in !defaults.contains { $0.conformance == own.conformance } }
        // Swift takes what another one implies for a repetition.
        guard all.contains(where: { $0.conformance == .known(.codable) }) else { return all }
        return all.filter { $0.conformance != .known(.encodable) && $0.conformance != .known(.decodable) }
    }

    private func conformance(_ node: YAMLNode) -> Conformance? {
        guard case .scalar(let scalar) = node.content, !node.isMissing else {
            diagnostics.error("a protocol must be a name, not \(node.kind)", at: node.range)
            return nil
        }
        // `Swift.Hashable` is `Hashable`.
        let name = scalar.text.hasPrefix("Swift.") ? String(scalar.text.dropFirst(6)) : scalar.text
        if let known = Conformance.Known(rawValue: name) {
            guard isForAllShapes, known == .identifiable || known == .caseIterable else { return .known(known) }
            diagnostics.error(
                "not every shape can be `\(known.rawValue)`",
                at: node.range,
                notes: [.init("write it into the shapes that are", at: node.range)]
            )
            return nil
        }
        guard !Self.generated.contains(name) else {
            diagnostics.error(
                "`\(name)` is what generated code makes of a shape where it is needed",
                at: node.range,
                notes: [.init("leave it out", at: node.range)]
            )
            return nil
        }
        return DottedName.parts(of: scalar.text, at: node.range, what: "the name of a protocol", diagnostics)
            .map { .own($0) }
    }

    /// Each is looked for in all shapes that a shape holds.
    private static let limit = 16

    private static let generated: Set<String> = [
        "CustomReflectable", "JSONReadable", "JSONScalar", "ParameterPackable", "ParameterValue", "RawRepresentable",
        "Sendable",
    ]
}
