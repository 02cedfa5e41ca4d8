@testable import NetTaskImport
@testable import NetTaskSpec

/// Writes all of a spec in one file, also what no import has.
struct WholeSpecWriter {
    let writer: SpecWriter
    let shapes: [String: Shape]
    private let inherited: SpecMap

    var spec: Spec { writer.spec }

    init(_ spec: Spec) {
        writer = SpecWriter(spec)
        shapes = spec.shapesByName
        inherited = Self.keys(of: spec.defaults)
    }

    var text: String {
        var map = writer.head
        map.add("version", spec.version)
        map.add("access", spec.access?.rawValue)
        map.add("examples", flag: spec.hasExamples)
        map.add("mocks", flag: spec.hasMocks)
        var defaults = SpecMap()
        defaults.add("separator", writer.separator)
        defaults.items += inherited.items
        map.set("defaults", .map(defaults))
        map.set("webhooks", spec.webhooks.map(node))
        writer.add("endpoints", keys(ofEndpointsIn: nil), to: &map)
        writer.add("groups", spec.groups.map { ($0.name.written, keys(of: $0)) }, to: &map)
        writer.add("shapes", spec.shapes.map { ($0.name.written, keys(of: $0)) }, to: &map)
        return YAMLText.of(map)
    }

    // MARK: Endpoints

    private func keys(ofEndpointsIn group: String?) -> [(String, SpecMap)] {
        spec.endpoints.filter { $0.group?.written == group }.map { ($0.name.written, keys(of: $0)) }
    }

    private func keys(of group: EndpointGroup) -> SpecMap {
        var keys = SpecMap()
        keys.add(group.name)
        keys.add("description", group.description)
        writer.add("endpoints", self.keys(ofEndpointsIn: group.name.written), to: &keys)
        return keys
    }

    private func keys(of endpoint: Endpoint) -> SpecMap {
        var keys = writer.keys(of: endpoint)
        keys.add(endpoint.name)
        if endpoint.params.contains(where: { $0.location == .url }) { keys.set("uri", nil) }
        for key in ["encoding", "headers", "auth"] { keys.set(key, nil) }
        keys.items += Self.keys(of: endpoint.settings).difference(from: inherited).items
        if let idle = endpoint.stream?.idle, case .map(var response)? = keys["response"] {
            response.add("idle", idle)
            keys.set("response", .map(response))
        }
        keys.add("ignored", ignored(endpoint.params))
        keys.add("pages", endpoint.pages.map { node($0, of: endpoint) })
        if case .members(let members)? = endpoint.example {
            keys.add("example", .map(map(of: members, endpoint.members)))
        }
        return keys
    }

    private func ignored(_ fields: [Field]) -> SpecNode? {
        SpecNode.texts(fields.filter(\.isIgnored).map(\.name.written))
    }

    // MARK: Shapes

    private func keys(of shape: Shape) -> SpecMap {
        var keys = writer.keys(of: shape)
        keys.add(shape.name)
        switch shape.kind {
        case .object(let fields):
            keys.add("ignored", ignored(fields))
            if shape.isMutable != spec.defaults.isMutable { keys.add("mutable", .literal(String(shape.isMutable))) }
        case .enumeration(let cases): keys.set("enum", node(cases, keys["enum"]))
        case .alternatives(let alternatives):
            keys.set("oneOf", node(alternatives, keys["oneOf"]))
            keys.add("closed", flag: alternatives.discriminator != nil && shape.catchAll == nil)
        case .custom(let type):
            keys.add("swiftType", type.path.joined(separator: "."))
            keys.add("import", type.module)
        }
        keys.add("conformances", SpecNode.texts(shape.conformances.map(\.written)))
        keys.add("example", shape.example.flatMap { node($0, .shape(shape.name.written)) })
        return keys
    }

    private func node(_ cases: [EnumerationCase], _ short: SpecNode?) -> SpecNode? {
        guard cases.contains(where: { $0.description != nil || $0.deprecation != nil }) else { return short }
        var map = SpecMap()
        for entry in cases {
            var keys = SpecMap()
            keys.add("value", writer.node(entry.value))
            keys.add("description", entry.description)
            keys.add(entry.deprecation)
            map.add(entry.name.written, .map(keys))
        }
        return .map(map)
    }

    private func node(_ alternatives: Alternatives, _ short: SpecNode?) -> SpecNode? {
        // A list where the language gives the cases names that no key would.
        let isList = alternatives.cases.contains { entry in
            entry.name.written == entry.type.description && entry.name.written != entry.name.swift
                && (entry.values.isEmpty || CamelCase.lowerCamel(entry.name.written) != entry.name.swift)
        }
        if isList { return .list(alternatives.cases.map { .type($0.type) }) }
        guard case .map(let map)? = short else { return short }
        var whole = SpecMap()
        for entry in alternatives.cases {
            guard let value = map[entry.name.written], entry.description != nil || entry.deprecation != nil else {
                whole.add(entry.name.written, map[entry.name.written])
                continue
            }
            var keys = SpecMap()
            if case .map(let own) = value { keys = own } else { keys.add("type", value) }
            keys.add("description", entry.description)
            keys.add(entry.deprecation)
            whole.add(entry.name.written, .map(keys))
        }
        return .map(whole)
    }
}

extension SpecMap {
    mutating func add(_ name: Name) {
        if name.swift != name.written { add("swiftName", name.swift) }
    }

    /// Puts a value in place of another one; nil takes that out.
    mutating func set(_ key: String, _ value: SpecNode?) {
        let index = items.firstIndex { if case .entry(key, _, _) = $0 { true } else { false } }
        if let index { items.remove(at: index) }
        guard let value else { return }
        items.insert(.entry(key: key, value: value, comment: nil), at: index ?? items.count)
    }
}

extension Conformance {
    fileprivate var written: String {
        switch self {
        case .known(let known): known.rawValue
        case .own(let parts): parts.joined(separator: ".")
        }
    }
}
