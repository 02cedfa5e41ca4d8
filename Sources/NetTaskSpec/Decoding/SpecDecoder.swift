/// Makes a `Spec` of what the files of one client say together.
struct SpecDecoder {
    /// What the target that is generated for can import; nil if that is not known.
    let modules: Set<String>?
    let diagnostics: DiagnosticCollector

    private var values: ValueReader { ValueReader(diagnostics: diagnostics) }

    /// The spec as far as it could be read; it is of use only if there are no diagnostics.
    func decode(_ entries: [YAMLNode.Entry], of files: ClientFiles) -> Spec {
        let reader = MappingReader(checked: entries, SpecLanguage.spec)
        let client = files.client
        var spec = Spec(files: files.files, client: client ?? Name(""))
        spec.description = reader["description"].flatMap { values.text($0, "description") }
        spec.version = reader["version"].flatMap { version($0) }
        spec.access = reader["access"].flatMap { values.choice($0, "access") }
        spec.hasExamples = reader["examples"].flatMap { values.bool($0, "examples") } ?? false
        let baseURL = reader.entry("baseURL")
        if let baseURL {
            (spec.baseURL, spec.environments) = BaseURLReader(diagnostics: diagnostics).baseURL(baseURL.value)
        }
        let schemes = reader.entry("auth").map { AuthSchemesReader(diagnostics: diagnostics).schemes($0) }
        spec.auth = schemes ?? []
        var defaults = reader.entry("defaults").map { Defaults($0, schemes: schemes, diagnostics) } ?? Defaults()
        spec.defaults = defaults.ofEndpoints

        let shapeReader = ShapeReader(defaults: defaults, diagnostics: diagnostics)
        let (shapes, table) = shapeReader.shapes(reader["shapes"], ShapeTable(reader["shapes"]))
        defaults.readErrors(table, diagnostics)
        let shapeList = Dictionary(shapes.map { ($0.shape.name.written, $0) }) { first, _ in first }
        let endpointReader = EndpointReader(
            defaults: defaults,
            schemes: schemes,
            shapes: table,
            shapeList: shapeList,
            secretShapes: SecretShapes(shapes),
            storedSecrets: SecretShapes(shapes, withUnsent: true),
            nesting: NestingCheck(shapes: table, shapeList: shapeList),
            diagnostics: diagnostics
        )
        let groupReader = GroupReader(defaults: defaults, schemes: schemes, shapes: table, diagnostics: diagnostics)
        let ungrouped = self.endpoints(reader["endpoints"])
        var budget = ExpansionBudget(shapes: shapeList)
        budget.count(ungrouped, defaults)
        for group in reader["groups"]?.entries ?? [] { budget.count(group: group.value, defaults) }
        guard budget.check(at: (reader["endpoints"] ?? reader["groups"])?.range, diagnostics) else { return spec }
        let groups = groupReader.groups(reader["groups"])
        let endpoints =
            ungrouped.compactMap { endpointReader.endpoint($0) }
            + groups.flatMap { group in
                group.endpoints.compactMap {
                    endpointReader.inheriting(group.defaults).endpoint($0, in: group.group.name)
                }
            }

        ShapeCycles(shapes).check(diagnostics)
        let plainShapes = shapeList.mapValues(\.shape)
        let usage = ShapeUsage(endpoints: endpoints.map(\.endpoint), shapes: plainShapes)
        AlternativesCheck(shapes, shapeList, usage).check(diagnostics)
        InlineRule(shapeList, diagnostics).check(shapes, endpoints)
        ConformancesCheck(shapes, shapeList).check(diagnostics)
        DirectionRule.check(shapes, usage, diagnostics)
        IdleKeyRule(diagnostics: diagnostics).check(shapes, usage)
        SentShapes(shapeList).check(endpoints, diagnostics)
        checkModules(endpoints)
        // The type that the environments become.
        let environment = spec.environments.isEmpty ? nil : baseURL.map { Name("Environment", place: $0.keyRange) }
        checkTypeNames([client, environment].compactMap { $0 }, shapes, endpoints, groups.map(\.group.name))
        checkParamNames(client, endpoints)
        if let client { FormerNamesRule(diagnostics: diagnostics).check(endpoints, of: client.swift) }
        spec.shapes = shapes.map(\.shape)
        spec.groups = groups.map(\.group)
        spec.endpoints = endpoints.map(\.endpoint)
        var examples = ExampleReader(shapeList, table, diagnostics)
        examples.read(shapes, endpoints, into: &spec)
        return spec
    }

    /// What only some clients need is in modules of its own.
    private func checkModules(_ endpoints: [LocatedEndpoint]) {
        guard let modules, !modules.contains("NetTaskDurable") else { return }
        let places = endpoints.filter { $0.endpoint.isDurable }.compactMap { $0.delivery.place(of: "durable") }
        guard let place = places.first else { return }
        diagnostics.error(
            "`durable` needs the module NetTaskDurable, which the target does not depend on",
            at: place,
            notes: [
                .init(
                    "add `.product(name: \"NetTaskDurable\", package: \"NetTask\")` to the target's dependencies in Package.swift",
                    at: place
                )
            ]
        )
    }

    private func version(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "version"),
            NameReader(diagnostics: diagnostics).checkLength(text, at: node.range)
        else { return nil }
        guard text.contains(where: { !$0.isWhitespace }) else {
            diagnostics.error("`version` cannot be empty", at: node.range)
            return nil
        }
        return text
    }

    private func endpoints(_ node: YAMLNode?) -> [YAMLNode.Entry] {
        guard let node else { return [] }
        guard case .mapping(let entries) = node.content else {
            diagnostics.error("`endpoints` must be a map of names to endpoints, not \(node.kind)", at: node.range)
            return []
        }
        return entries
    }

    /// Shapes, groups and endpoints become types in one namespace, whose own name they cannot have either. The endpoints of a group
    /// are in a namespace of their own, and name the client in front of its types.
    private func checkTypeNames(
        _ own: [Name],
        _ shapes: [LocatedShape],
        _ endpoints: [LocatedEndpoint],
        _ groups: [Name]
    ) {
        let generated = shapes.filter { $0.customTypeRange == nil }
        let ungrouped = endpoints.filter { $0.endpoint.group == nil }
        let names = own + generated.map(\.shape.name) + ungrouped.map(\.endpoint.name) + groups
        NameClashes.check(names, noun: "type", diagnostics)
        for group in groups {
            let members = endpoints.map(\.endpoint).filter { $0.group == group }
            NameClashes.check(own + members.map(\.name), noun: "type", diagnostics)
            OwnNamesCheck.check(shapes, besides: members.map(\.name), [], diagnostics)
        }
        let structures = Set(endpoints.flatMap(\.endpoint.replyStructures))
        OwnNamesCheck.check(shapes, besides: names, structures, diagnostics)
        // Inside of these structures, shapes of their names are named with the client.
        let isShadowed = generated.contains { structures.contains($0.shape.name.swift) }
        if isShadowed, let client = own.first, structures.contains(client.swift) {
            let message = "the client is called like the structure `\(client.swift)` of a reply with headers"
            diagnostics.error(message, at: client.place)
        }
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
