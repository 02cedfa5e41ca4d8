import NetTaskSpec

/// The names that endpoints had in the last import: an endpoint of the same method and path is the same one, however the document
/// calls it now. They go into `was`, by which specs that still say the former name are told the new one.
struct FormerEndpointNames {
    /// By method and path as it was.
    private var names: [String: [String]] = [:]
    /// By what is left without the names of variables: those of all operations that it is the same of.
    private var alike: [String: [[String]]] = [:]

    private static func withoutNames(_ operation: String) -> String {
        let parts: [Substring] = operation.split(separator: "{", omittingEmptySubsequences: false).map { part in
            part.firstIndex(of: "}").map { part[$0...] } ?? part
        }
        return parts.joined(separator: "{")
    }

    init(_ files: [ImportedFile]) {
        for file in files {
            let root = YAMLNode.reading(Array(file.text.utf8), path: file.name).root
            for endpoint in root?["endpoints"]?.entries ?? [] {
                guard let uri = endpoint.value["uri"]?.text else { continue }
                let operation = "\(endpoint.value["method"]?.text ?? "GET") \(uri)"
                let former = (endpoint.value["was"]?.texts ?? []) + [endpoint.key]
                names[operation] = former
                alike[Self.withoutNames(operation), default: []].append(former)
            }
        }
    }

    /// Gives each endpoint its former names, but for those that are another's now.
    func apply(to spec: inout Spec) {
        guard !names.isEmpty else { return }
        let taken = Set(spec.endpoints.map(\.name.written))
        let operations = spec.endpoints.map { "\($0.method.rawValue) \($0.uri.written)" }
        let alikeNow = Dictionary(grouping: operations, by: Self.withoutNames)
        for (index, operation) in operations.enumerated() {
            let pattern = Self.withoutNames(operation)
            let isOnly = alikeNow[pattern]?.count == 1 && alike[pattern]?.count == 1
            let former = names[operation] ?? (isOnly ? alike[pattern]?.first : nil) ?? []
            spec.endpoints[index].formerNames = former.filter { !taken.contains($0) }
        }
    }
}
