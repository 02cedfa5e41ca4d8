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
}
