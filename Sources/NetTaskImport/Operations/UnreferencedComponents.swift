import NetTaskSpec

/// Lists the components that no operation needed.
struct UnreferencedComponents {
    private let run: ImportRun
    /// All that the document refers to.
    private var references: Set<String> = []

    init(root: DocumentValue) {
        run = root.run
        gather(root.node)
    }

    private mutating func gather(_ node: YAMLNode) {
        switch node.content {
        case .scalar: break
        case .sequence(let items): for item in items { gather(item) }
        case .mapping(let entries):
            for entry in entries {
                if entry.key == "$ref", case .scalar(let scalar) = entry.value.content {
                    references.insert(scalar.text)
                } else {
                    gather(entry.value)
                }
            }
        }
    }

    private static let kinds = [
        "securitySchemes", "parameters", "responses", "requestBodies", "headers", "pathItems", "mediaTypes",
    ]

    func leaveOut(of components: DocumentValue) {
        guard var reader = ObjectReader(components, .components) else { return }
        _ = reader.take("schemas")
        for kind in Self.kinds {
            guard let value = reader.take(kind) else { continue }
            guard let members = value.entries(value.name) else { continue }
            for (key, component, _) in members {
                if key.hasPrefix("x-") {
                    component.leaveOut("extensions of others mean nothing to nettask")
                } else {
                    leaveOut(component, kind)
                }
            }
        }
        reader.finish()
    }

    private func leaveOut(_ component: DocumentValue, _ kind: String) {
        let isReferredTo = references.contains(component.path.description) || kind == "securitySchemes"
        let reason = isReferredTo ? "nothing that is imported refers to it" : OmissionReason.unreferenced
        run.ledger.leaveOutUntouched(component, reason)
    }
}
