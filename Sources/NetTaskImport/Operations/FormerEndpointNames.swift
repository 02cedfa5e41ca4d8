import NetTaskSpec

/// The names that endpoints had in the last import: an endpoint of the same method and path is the same one, however the document
/// calls it now. They go into `was`, by which specs that still say the former name are told the new one.
struct FormerEndpointNames {
    private var names: [Operation: [String]] = [:]

    private struct Operation: Hashable {
        var method: String
        /// Without the names of variables.
        var path: String

        init(method: String, uri: String) {
            self.method = method
            path = uri.split(separator: "{", omittingEmptySubsequences: false).map { part in
                part.firstIndex(of: "}").map { part[$0...] } ?? part
            }.joined(separator: "{")
        }
    }

    init(_ files: [ImportedFile]) {
        for file in files {
            let root = YAMLNode.reading(Array(file.text.utf8), path: file.name).root
            guard case .mapping(let endpoints)? = root?["endpoints"]?.content else { continue }
            for endpoint in endpoints {
                guard let uri = endpoint.value["uri"]?.text else { continue }
                let operation = Operation(method: endpoint.value["method"]?.text ?? "GET", uri: uri)
                var former: [String] = []
                if case .sequence(let names)? = endpoint.value["was"]?.content { former = names.compactMap(\.text) }
                names[operation] = former + [endpoint.key]
            }
        }
    }

    /// Gives each endpoint its former names, but for those that are another's now.
    func apply(to draft: SpecDraft) {
        guard !names.isEmpty else { return }
        let taken = Set(draft.endpoints.map(\.name))
        for index in draft.endpoints.indices {
            let endpoint = draft.endpoints[index]
            let former = names[Operation(method: endpoint.method, uri: endpoint.uri)] ?? []
            draft.endpoints[index].was = former.filter { !taken.contains($0) }
        }
    }
}
