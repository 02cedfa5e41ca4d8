/// Makes a `Spec` of what the files of one client say together.
struct SpecDecoder: Diagnosing {
    /// The module that the Swift becomes a part of; nil if that is not known.
    let module: String?
    /// What this module can import; nil if that is not known.
    let modules: Set<String>?
    let diagnostics: DiagnosticCollector
    /// What is read inherits this.
    var inherited = Inherited()
    /// The protocols that all shapes conform to.
    private(set) var conformancesOfAll: [Located<Conformance>] = []
    /// The schemes of authentication; nil where the spec declares none at all.
    private(set) var schemes: [AuthScheme]?
    /// What is known of shapes before they are read.
    var shapes = ShapeTable(nil)
    /// Those that could be read.
    private(set) var shapeList: [String: Shape] = [:]
    /// The numbers of the files that are read.
    private var numbers: Set<Int> = []

    init(module: String?, modules: Set<String>?, diagnostics: DiagnosticCollector) {
        self.module = module
        self.modules = modules
        self.diagnostics = diagnostics
    }

    /// The spec as far as it could be read; it is of use only if there are no diagnostics. Reading stops once one of the files
    /// has more errors than are listed, so that the size of a wrong spec costs little.
    mutating func decode(_ entries: [YAMLNode.Entry], of files: ClientFiles) -> Spec {
        let keys = KeyReader(checked: entries, SpecLanguage.spec, diagnostics)
        var spec = Spec(files: files.files, client: files.client ?? Name(""))
        numbers = files.files.reduce(into: []) { $0.formUnion($1.numbers) }
        keys.read(into: &spec)
        spec.version = keys["version"].flatMap { version($0) }
        if let node = keys["baseURL"] { (spec.baseURL, spec.environments) = baseURL(node) }
        schemes = keys.entry("auth").map { schemes($0) }
        spec.auth = schemes ?? []
        let common = keys.entry("defaults").flatMap { self.keys($0, SpecLanguage.defaults) }
        if let common, let node = keys["defaults"] {
            inherited.settings = settings(common, node.entries, node.entries)
            inherited.entries = common.entries + node.extensionEntries
            conformancesOfAll = common["conformances"].map { conformances($0, isForAllShapes: true) } ?? []
        }
        let allShapes = readShapes(keys["shapes"])
        let shapes = allShapes.filter(\.isWhole)
        spec.shapes = shapes
        if isFull { return spec }
        shapeList = Dictionary(shapes.map { ($0.name.written, $0) }) { first, _ in first }
        spec.defaults = inherited.settings
        if let common { inherited.errors = errors(common, common.entries) }

        let ungrouped = keys["endpoints"].flatMap { self.entries($0, "endpoints", of: "endpoints") } ?? []
        let groups = groups(keys["groups"])
        var endpoints: [Endpoint] = []
        // Each endpoint has all that it inherits, and all fields of its request object: together they could grow without bound.
        var size = 0
        for (group, decoder, entries) in [(nil, self, ungrouped)] + groups {
            for entry in entries where !isFull && size <= YAMLBudget.nodes {
                guard let endpoint = decoder.endpoint(entry, in: group?.name) else { continue }
                endpoints.append(endpoint)
                size += endpoint.size(shapeList)
            }
        }
        if size > YAMLBudget.nodes, let range = (keys["endpoints"] ?? keys["groups"])?.range {
            let problem =
                "defaults, groups and request objects make more than \(YAMLBudget.nodes) values of these endpoints"
            at(range).error(problem)
            return spec
        }
        if !isFull { readLongRunning(of: &endpoints) }
        let wholeEndpoints = endpoints.filter(\.isWhole)
        spec.groups = groups.compactMap(\.group)
        spec.endpoints = wholeEndpoints
        if isFull { return spec }
        spec.webhooks = keys.entry("webhooks").flatMap { self.webhooks($0) }
        let environment = spec.environments.isEmpty ? nil : keys.entry("baseURL")
        let rules = SpecRules(
            decoder: self,
            client: files.client,
            baseURLs: spec.environments.isEmpty ? [spec.baseURL].compactMap { $0 } : spec.environments.map(\.url),
            environment: environment.map { Name("Environment", place: $0.keyRange) },
            shapes: shapes,
            endpoints: wholeEndpoints,
            groups: spec.groups.map(\.name),
            webhooks: spec.webhooks,
            usage: ShapeUsage(endpoints: spec.endpoints, webhooks: spec.webhooks, shapes: shapeList),
            secretShapes: SecretShapes(shapes),
            storedSecrets: SecretShapes(shapes, withUnsent: true),
            nesting: NestingRule(shapes: self.shapes, shapeList: shapeList)
        )
        rules.check(allShapes, endpoints)
        var examples = ExampleReader(self)
        examples.read(shapes, wholeEndpoints, into: &spec)
        return spec
    }

    /// Whether one of the files has more errors than are listed.
    var isFull: Bool { !diagnostics.fullFiles.isDisjoint(with: numbers) }

    /// The keys of a map, which is what the name of the entry stands for.
    ///
    /// - Parameters:
    ///   - subject: What messages call the map, if that is not what it is by its rule: "the endpoint `GetPost`".
    func keys(_ entry: YAMLNode.Entry, _ rule: MappingRule, subject: String? = nil) -> KeyReader? {
        if rule.shortKey == "type", rule.key("type")?.value == .type, refusesJSONSchema(entry.value) { return nil }
        return KeyReader(
            entry.value,
            rule,
            subject: subject ?? rule.subject(entry.key),
            place: entry.keyRange,
            diagnostics
        )
    }

    private func version(_ node: YAMLNode) -> String? {
        guard let text = shortText(node, "version") else { return nil }
        if text.contains(where: { !$0.isWhitespace }) { return text }
        return at(node.range).error("`version` cannot be empty").none()
    }
}

extension Endpoint {
    /// How many values Swift says of it.
    fileprivate func size(_ shapes: [String: Shape]) -> Int {
        let object = requestObject.flatMap { shapes[$0.shape]?.fields?.count } ?? 0
        let extensions = settings.extensions.reduce(0) { $0 + $1.value.count }
        let replies = errors.reduce(0) { $0 + 1 + $1.headers.count }
        return settings.headers.count + settings.constants.count + extensions + replies + params.count + object
    }
}
