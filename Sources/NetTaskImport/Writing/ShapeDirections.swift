/// Which shapes are sent and which are read, those that others hold included. One that no endpoint needs may be both.
struct ShapeDirections {
    private var sent: Set<String> = []
    private var read: Set<String> = []
    private let shapes: [String: ShapeDraft]

    init(_ draft: SpecDraft) {
        shapes = Dictionary(draft.shapes.map { ($0.name, $0) }) { first, _ in first }
        for endpoint in draft.endpoints {
            for param in endpoint.params { Self.reach(param.type.innermost, shapes, &sent) }
            if let shape = endpoint.requestObject { Self.reach(shape, shapes, &sent) }
            if let body = endpoint.body { Self.reach(body.innermost, shapes, &sent) }
            for type in endpoint.readTypes { Self.reach(type.innermost, shapes, &read) }
        }
        for shape in draft.shapes.filter({ !sent.contains($0.name) && !read.contains($0.name) }) {
            Self.reach(shape.name, shapes, &sent)
            Self.reach(shape.name, shapes, &read)
        }
    }

    func isSent(_ shape: String) -> Bool { sent.contains(shape) }

    func isRead(_ shape: String) -> Bool { read.contains(shape) }

    /// Whether a type is an enumeration that has but one case, which it is as good as filled in with.
    func onlyCase(of type: DraftType) -> String? {
        guard case .named(let name) = type, case .enumeration(let enumeration) = shapes[name]?.kind else { return nil }
        return enumeration.cases.count == 1 ? enumeration.cases[0].name : nil
    }

    /// The cases of a type, by their values; nil if it is no enumeration.
    func cases(of type: DraftType) -> [String: String]? {
        guard case .named(let name) = type, case .enumeration(let enumeration) = shapes[name]?.kind else { return nil }
        return Dictionary(enumeration.cases.map { ($0.value, $0.name) }) { first, _ in first }
    }

    private static func reach(_ name: String, _ shapes: [String: ShapeDraft], _ found: inout Set<String>) {
        var open = [name]
        while let name = open.popLast() {
            guard let shape = shapes[name], found.insert(name).inserted else { continue }
            switch shape.kind {
            case .object(let fields): open += fields.map(\.type.innermost)
            case .alternatives(let alternatives): open += alternatives.cases.map(\.type.innermost)
            case .enumeration: break
            }
        }
    }
}

extension EndpointDraft {
    /// The types of all replies, headers included.
    var readTypes: [DraftType] {
        var types = responseHeaders.map(\.type)
        var statuses = errors
        switch response {
        case .none: break
        case .type(let type, _, _): types.append(type)
        case .statuses(let successes): statuses += successes
        }
        return types + statuses.flatMap { [$0.type].compactMap { $0 } + $0.headers.map(\.type) }
    }
}
