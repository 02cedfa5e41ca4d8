import NetTaskSpec

/// What one spec file of a run, and what it brought in from outside, adds to one client.
struct ClientPart {
    let builder: SwiftModelBuilder
    var shapes: [Shape] = []
    var endpoints: [Endpoint] = []
    /// The calls of the server, if they go here.
    var webhooks: Webhooks?
    /// Whether the namespace of the client is declared here: in the file of the spec itself.
    var declaresNamespace = false

    /// The parts of a spec, by its files.
    static func all(of spec: Spec, _ builder: SwiftModelBuilder) -> [ClientPart] {
        // In one go: a client may have as many files as it has tags, and each would look through all of the spec.
        var indices: [Int: Int] = [:]
        for (index, file) in spec.files.enumerated() {
            for number in file.numbers { indices[number] = index }
        }
        var shapes: [[Shape]] = Array(repeating: [], count: spec.files.count)
        for shape in spec.shapes {
            if let index = indices[shape.name.place.file] { shapes[index].append(shape) }
        }
        var endpoints: [[Endpoint]] = Array(repeating: [], count: spec.files.count)
        for endpoint in spec.endpoints {
            if let index = indices[endpoint.name.place.file] { endpoints[index].append(endpoint) }
        }
        let home = spec.webhooks.flatMap { indices[$0.name.place.file] }
        return spec.files.indices.map { index in
            ClientPart(
                builder: builder,
                shapes: shapes[index],
                endpoints: endpoints[index],
                webhooks: index == home ? spec.webhooks : nil,
                declaresNamespace: spec.files[index].number == spec.number
            )
        }
    }

    func onlyNamespace() -> ClientPart {
        ClientPart(builder: builder, declaresNamespace: declaresNamespace)
    }

    /// Each shape and endpoint, and the namespace, with what it adds to the name of its file.
    var split: [(suffix: String?, part: ClientPart)] {
        let shapes = shapes.filter { $0.customType == nil }.map { shape in
            (shape.name.swift, ClientPart(builder: builder, shapes: [shape]))
        }
        let endpoints = endpoints.map { ($0.qualifiedName, ClientPart(builder: builder, endpoints: [$0])) }
        let calls = webhooks.map { ($0.name.swift, ClientPart(builder: builder, webhooks: $0)) }
        return (declaresNamespace ? [(nil, onlyNamespace())] : [])
            + (shapes + endpoints + [calls].compactMap { $0 }).map { ($0, $1) }
    }

    /// The shapes and endpoints, as they are spread over files; without the namespace.
    func parts(_ spread: Spread) -> [ClientPart] {
        var shapes: [[Shape]] = Array(repeating: [], count: spread.count)
        for shape in self.shapes { shapes[spread.index(of: shape.name)].append(shape) }
        var endpoints: [[Endpoint]] = Array(repeating: [], count: spread.count)
        for endpoint in self.endpoints { endpoints[spread.index(of: endpoint.name)].append(endpoint) }
        var parts = zip(shapes, endpoints).map { ClientPart(builder: builder, shapes: $0, endpoints: $1) }
        if let webhooks { parts[spread.index(of: webhooks.name)].webhooks = webhooks }
        return parts
    }
}
