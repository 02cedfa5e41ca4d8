import NetTaskSpec

/// The names of endpoints in the last import. An endpoint with the same method and path is the same endpoint, even if the
/// document renames it. The former names go to `was`. A spec that still uses one of them gets a diagnostic with the new name.
struct FormerEndpointNames {
    /// The former names, by the method and the path.
    private var names: [String: [String]] = [:]
    /// The former names, by the method and the path without the names of variables. Several operations may have the same key.
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

    /// Adds the former names of each endpoint, except names that other endpoints have now.
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
