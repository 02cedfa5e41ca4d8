import NetTaskSpec

/// The names of endpoints in the last import. An endpoint with the same method and path is the same endpoint, even if the
/// document renames it. The former names go to `was`. A spec that still uses one of them gets a diagnostic with the new name.
struct FormerEndpointNames {
    /// A name that an endpoint had in a group, or directly in the client. A name with a dot begins with the client.
    private typealias Former = (name: String, group: String?)

    /// The former names, by the method and the path.
    private var names: [String: [Former]] = [:]
    /// The former names, by the method and the path without the names of variables. Several operations may have the same key.
    private var alike: [String: [[Former]]] = [:]

    private static func withoutNames(_ operation: String) -> String {
        let parts: [Substring] = operation.split(separator: "{", omittingEmptySubsequences: false).map { part in
            part.firstIndex(of: "}").map { part[$0...] } ?? part
        }
        return parts.joined(separator: "{")
    }

    init(_ files: [ImportedFile]) {
        for file in files {
            let root = YAMLNode.reading(Array(file.text.utf8), path: file.name).root
            add(root?["endpoints"], of: nil)
            for group in root?["groups"]?.entries ?? [] { add(group.value["endpoints"], of: group.key) }
        }
    }

    private mutating func add(_ endpoints: YAMLNode?, of group: String?) {
        for endpoint in endpoints?.entries ?? [] {
            guard let uri = endpoint.value["uri"]?.text else { continue }
            let operation = "\(endpoint.value["method"]?.text ?? "GET") \(uri)"
            let former = ((endpoint.value["was"]?.texts ?? []) + [endpoint.key]).map { (name: $0, group: group) }
            names[operation] = former
            alike[Self.withoutNames(operation), default: []].append(former)
        }
    }

    /// Adds the former names of each endpoint, except names that other endpoints have now.
    func apply(to imported: ImportedSpec) {
        guard !names.isEmpty else { return }
        let endpoints = imported.spec.endpoints
        let client = imported.spec.client.written
        func scoped(_ name: String, _ group: String?) -> String {
            name.contains(".") ? name : [client, group, name].compactMap(\.self).joined(separator: ".")
        }
        let current = endpoints.map { endpoint in
            scoped(imported.namesInGroups[endpoint.name.written] ?? endpoint.name.written, endpoint.group?.written)
        }
        let taken = Set(current)
        let operations = endpoints.map { "\($0.method.rawValue) \($0.uri.written)" }
        let alikeNow = Dictionary(grouping: operations, by: Self.withoutNames)
        for (index, operation) in operations.enumerated() {
            let pattern = Self.withoutNames(operation)
            let isOnly = alikeNow[pattern]?.count == 1 && alike[pattern]?.count == 1
            let former = names[operation] ?? (isOnly ? alike[pattern]?.first : nil) ?? []
            let group = endpoints[index].group?.written
            imported.spec.endpoints[index].formerNames = former.filter { !taken.contains(scoped($0.name, $0.group)) }
                .map { $0.group == group ? $0.name : scoped($0.name, $0.group) }
        }
    }
}
