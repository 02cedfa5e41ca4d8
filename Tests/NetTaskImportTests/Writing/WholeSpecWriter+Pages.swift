@testable import NetTaskImport
@testable import NetTaskSpec

extension WholeSpecWriter {
    func node(_ pages: Pages, of endpoint: Endpoint) -> SpecNode {
        var keys = SpecMap(isCompact: true)
        switch pages.form {
        case .link: keys.add("next", "Link")
        case .url(let path): keys.add("url", words(path, endpoint))
        case .cursor(let param, let next):
            keys.add("cursor", param)
            keys.add("next", words(next, endpoint))
        case .page(let param, let limit):
            keys.add("page", param)
            keys.add("limit", limit)
        case .offset(let param, let limit):
            keys.add("offset", param)
            keys.add("limit", limit)
        }
        keys.add("items", words(pages.items, endpoint))
        keys.add("more", pages.more.flatMap { words($0, endpoint) })
        return .map(keys)
    }

    /// The names of a path as a spec writes them; nil for the response itself.
    private func words(_ path: ResponsePath, _ endpoint: Endpoint) -> String? {
        var names: [String] = []
        var type = endpoint.response.type?.unwrapped
        var fields = endpoint.responseHeaders
        if case .fields(let own) = endpoint.response { fields += own }
        for step in path.steps {
            if step.kind == .last, case .array(let element) = type {
                names.append("last")
                type = element.unwrapped
                continue
            }
            let inner = type?.shape.flatMap { shapes[$0]?.fields } ?? []
            // The body beside headers has no name in a path.
            guard let field = (inner + fields).first(where: { $0.name.swift == step.name }) else { continue }
            names.append(field.name.written)
            type = field.type.unwrapped
            fields = []
        }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }
}
