import NetTaskSpec

/// What one spec file of a run, and what it brought in from outside, adds to one client.
struct ClientPart {
    let builder: SwiftModelBuilder
    let shapes: [Shape]
    let endpoints: [Endpoint]
    /// Whether the namespace of the client is declared here: in the first file that names it.
    let declaresNamespace: Bool

    init(of file: Spec.File, _ builder: SwiftModelBuilder) {
        let spec = builder.spec
        self.builder = builder
        shapes = spec.shapes.filter { file.holds($0.name) }
        endpoints = spec.endpoints.filter { file.holds($0.name) }
        declaresNamespace = file.holds(spec.client)
    }

    private init(_ builder: SwiftModelBuilder, shapes: [Shape], endpoints: [Endpoint], declaresNamespace: Bool) {
        self.builder = builder
        self.shapes = shapes
        self.endpoints = endpoints
        self.declaresNamespace = declaresNamespace
    }

    func onlyNamespace() -> ClientPart {
        ClientPart(builder, shapes: [], endpoints: [], declaresNamespace: declaresNamespace)
    }

    /// The shapes and endpoints of the names that are chosen, without the namespace.
    func only(_ isChosen: (Name) -> Bool) -> ClientPart {
        ClientPart(
            builder,
            shapes: shapes.filter { isChosen($0.name) },
            endpoints: endpoints.filter { isChosen($0.name) },
            declaresNamespace: false
        )
    }
}
