/// Finds shapes that are sent although they say where in a reply their fields come from: `from:` cannot be undone.
struct SentShapes {
    private let shapes: [String: LocatedShape]

    init(_ shapes: [String: LocatedShape]) {
        self.shapes = shapes
    }

    func check(_ endpoints: [LocatedEndpoint], _ diagnostics: DiagnosticCollector) {
        guard shapes.values.contains(where: { $0.fields.contains { $0.fromRange != nil } }) else { return }
        var seen: Set<String> = []
        for located in endpoints {
            for (type, range) in roots(of: located) {
                visit(type, sentAt: range, &seen, diagnostics)
            }
        }
    }

    private func roots(of located: LocatedEndpoint) -> [(TypeReference, SourceRange)] {
        var roots: [(TypeReference, SourceRange)] = []
        if let object = located.endpoint.requestObject, let range = located.requestObjectRange {
            roots.append((.shape(object.shape), range))
        }
        if let body = located.endpoint.body, let range = located.bodyRange { roots.append((body, range)) }
        for param in located.params where !param.field.isIgnored && param.field.transform == nil {
            roots.append((param.field.type, param.typeRange))
        }
        return roots
    }

    private func visit(
        _ type: TypeReference,
        sentAt range: SourceRange,
        _ seen: inout Set<String>,
        _ diagnostics: DiagnosticCollector
    ) {
        var pending = [type]
        while let type = pending.popLast() {
            guard case .shape(let name) = type.innermost, seen.insert(name).inserted else { continue }
            pending += (shapes[name]?.alternatives ?? []).map(\.alternative.type)
            for field in shapes[name]?.fields ?? [] where field.field.isSent {
                if let from = field.fromRange {
                    diagnostics.error(
                        "`from` says where in a reply a value is, but the shape `\(name)` is also sent",
                        at: from,
                        notes: [.init("it is sent here", at: range)]
                    )
                }
                if field.field.transform == nil { pending.append(field.field.type) }
            }
        }
    }
}
