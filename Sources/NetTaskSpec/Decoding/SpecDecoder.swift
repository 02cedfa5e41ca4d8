/// Makes a `Spec` of the nodes of one file.
struct SpecDecoder {
    let path: String
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// The spec as far as it could be read; it is of use only if there are no diagnostics.
    func decode(_ root: YAMLNode) -> Spec? {
        let start = SourceRange(start: root.range.start, end: root.range.start)
        if root.isMissing {
            diagnostics.error("this file is empty; a spec begins with `nettask: 1`", at: start)
            return nil
        }
        guard checkVersion(root) else { return nil }
        let rule = SpecLanguage.spec
        guard let reader = MappingReader(root, rule, subject: "a spec", place: start, diagnostics) else { return nil }
        let client = client(reader)
        var spec = Spec(path: path, client: client ?? Name(""))
        spec.description = reader["description"].flatMap { values.text($0, "description") }
        spec.access = reader["access"].flatMap { values.choice($0, "access") }
        let baseURL = reader.entry("baseURL")
        if let baseURL {
            (spec.baseURL, spec.environments) = BaseURLReader(diagnostics: diagnostics).baseURL(baseURL.value)
        }
        let defaults = reader.entry("defaults").map { Defaults($0, diagnostics) } ?? Defaults()

        let shapeReader = ShapeReader(defaults: defaults, diagnostics: diagnostics)
        let (shapes, table) = shapeReader.shapes(reader["shapes"], ShapeTable(reader["shapes"]))
        let shapeList = Dictionary(shapes.map { ($0.shape.name.written, $0) }) { first, _ in first }
        let endpointReader = EndpointReader(
            defaults: defaults,
            shapes: table,
            shapeList: shapeList,
            diagnostics: diagnostics
        )
        guard ExpansionBudget.check(reader["endpoints"], defaults, shapeList, diagnostics) else { return spec }
        let endpoints = endpoints(reader["endpoints"]) { endpointReader.endpoint($0) }

        ShapeCycles(shapes).check(diagnostics)
        AlternativesCheck(shapes, shapeList).check(diagnostics)
        ConformancesCheck(shapes, shapeList).check(diagnostics)
        let plainShapes = shapeList.mapValues(\.shape)
        let usage = ShapeUsage(endpoints: endpoints.map(\.endpoint), shapes: plainShapes)
        DirectionRule.check(shapes, usage, diagnostics)
        SentShapes(shapeList).check(endpoints, diagnostics)
        // The type that the environments become.
        let environment = spec.environments.isEmpty ? nil : baseURL.map { Name("Environment", place: $0.keyRange) }
        checkTypeNames([client, environment].compactMap { $0 }, shapes, endpoints)
        checkParamNames(client, endpoints)
        spec.shapes = shapes.map(\.shape)
        spec.endpoints = endpoints.map(\.endpoint)
        return spec
    }

    /// Whether this is a spec of our version. A spec of another one would give nothing but misleading errors.
    private func checkVersion(_ root: YAMLNode) -> Bool {
        guard case .mapping(let entries) = root.content else { return true }
        guard let node = entries.first(where: { $0.key == "nettask" })?.value, !node.isMissing else { return true }
        let version = String(SpecLanguage.version)
        guard case .scalar(let scalar) = node.content else {
            diagnostics.error("`nettask` must be the version `\(version)`, not \(node.kind)", at: node.range)
            return false
        }
        guard scalar.text == version else {
            let written = scalar.text.quotedForMessage
            diagnostics.error("unknown version \(written); this NetTask reads `nettask: \(version)`", at: node.range)
            return false
        }
        return true
    }

    private func client(_ reader: MappingReader) -> Name? {
        guard let node = reader["client"], let text = values.text(node, "client") else { return nil }
        return NameReader(diagnostics: diagnostics).name(text, at: node.range, swiftName: nil, .client)
    }

    private func endpoints(
        _ node: YAMLNode?,
        read: (YAMLNode.Entry) -> LocatedEndpoint?
    ) -> [LocatedEndpoint] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`endpoints` must be a map of names to endpoints, not \(node.kind)", at: node.range)
            return []
        }
        return entries.compactMap(read)
    }

    /// Shapes and endpoints become types in one namespace, whose own name they cannot have either.
    private func checkTypeNames(_ own: [Name], _ shapes: [LocatedShape], _ endpoints: [LocatedEndpoint]) {
        let generated = shapes.filter { $0.customTypeRange == nil }
        let names = own + generated.map(\.shape.name) + endpoints.map(\.endpoint.name)
        NameClashes.check(names, noun: "type", diagnostics)
        OwnNamesCheck.check(shapes, besides: names, diagnostics)
    }

    /// A task names its client, and would find a param of that name first.
    private func checkParamNames(_ client: Name?, _ endpoints: [LocatedEndpoint]) {
        guard let client else { return }
        for endpoint in endpoints.map(\.endpoint) {
            for param in endpoint.params where param.name.swift == client.swift {
                diagnostics.error(
                    "a param cannot be called `\(client.swift)`, which is the client",
                    at: param.name.place,
                    notes: [.init("give the param another Swift name with `swiftName:`", at: param.name.place)]
                )
            }
            if let object = endpoint.requestObject?.name, object.swift == client.swift {
                diagnostics.error(
                    "the property for the request object would be called `\(client.swift)`, which is the client",
                    at: object.place,
                    notes: [.init("give the shape or the client another name", at: object.place)]
                )
            }
        }
    }
}
