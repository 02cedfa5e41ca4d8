import NetTaskSpec

/// The names that endpoints had in the last import: an endpoint of the same method and path is the same one, however the document
/// calls it now. They go into `was`, by which specs that still say the former name are told the new one.
struct FormerEndpointNames {
    /// By method and path as it was.
    private var names: [Operation: [String]] = [:]
    /// By what is left without the names of variables: those of all operations that it is the same of.
    private var alike: [Operation: [[String]]] = [:]

    private struct Operation: Hashable {
        var method: String
        var path: String

        /// The same without the names of variables.
        var withoutNames: Operation {
            let parts: [Substring] = path.split(separator: "{", omittingEmptySubsequences: false).map { part in
                part.firstIndex(of: "}").map { part[$0...] } ?? part
            }
            return Operation(method: method, path: parts.joined(separator: "{"))
        }
    }

    init(_ files: [ImportedFile]) {
        for file in files {
            let root = YAMLNode.reading(Array(file.text.utf8), path: file.name).root
            for endpoint in root?["endpoints"]?.entries ?? [] {
                guard let uri = endpoint.value["uri"]?.text else { continue }
                let operation = Operation(method: endpoint.value["method"]?.text ?? "GET", path: uri)
                let former = (endpoint.value["was"]?.texts ?? []) + [endpoint.key]
                names[operation] = former
                alike[operation.withoutNames, default: []].append(former)
            }
        }
    }

    /// Gives each endpoint its former names, but for those that are another's now.
    func apply(to draft: SpecDraft) {
        guard !names.isEmpty else { return }
        let taken = Set(draft.endpoints.map(\.name))
        let operations = draft.endpoints.map { Operation(method: $0.method, path: $0.uri) }
        let counts = Dictionary(operations.map { ($0.withoutNames, 1) }, uniquingKeysWith: +)
        for (index, operation) in operations.enumerated() {
            var former = names[operation]
            if former == nil, counts[operation.withoutNames] == 1, let only = alike[operation.withoutNames],
                only.count == 1
            {
                former = only[0]
            }
            draft.endpoints[index].was = (former ?? []).filter { !taken.contains($0) }
        }
    }
}
