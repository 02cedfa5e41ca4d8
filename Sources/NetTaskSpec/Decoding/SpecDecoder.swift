/// Makes a `Spec` of what the files of one client say together.
struct SpecDecoder: Diagnosing {
    /// The module that the Swift becomes a part of; nil if that is not known.
    let module: String?
    /// What this module can import; nil if that is not known.
    let modules: Set<String>?
    let diagnostics: DiagnosticCollector
    /// What is read inherits this.
    private(set) var inherited = Inherited()
    /// The variables of the group's uri without a param, which have been reported.
    private(set) var missingParams: Set<String> = []
    /// The protocols that all shapes conform to.
    private(set) var conformancesOfAll: [Located<Conformance>] = []
    /// The schemes of authentication; nil where the spec declares none at all.
    private(set) var schemes: [AuthScheme]?
    /// What is known of shapes before they are read.
    var shapes = ShapeTable(nil)
    /// Those that could be read.
    private(set) var shapeList: [String: LocatedShape] = [:]
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
        spec.shapes = shapes.map(\.shape)
        if isFull { return spec }
        shapeList = Dictionary(shapes.map { ($0.shape.name.written, $0) }) { first, _ in first }
        spec.defaults = inherited.settings.value
        if let common { inherited.errors = errors(common, common.entries) }

        let ungrouped = keys["endpoints"].flatMap { self.entries($0, "endpoints", of: "endpoints") } ?? []
        guard checkExpansion(ungrouped, keys["groups"]?.entries ?? [], at: (keys["endpoints"] ?? keys["groups"])?.range)
        else { return spec }
        let groups = groups(keys["groups"])
        var endpoints: [LocatedEndpoint] = []
        for entry in ungrouped where !isFull { endpoint(entry).map { endpoints.append($0) } }
        for group in groups where !isFull {
            let decoder = reading(group)
            for entry in group.endpoints where !isFull {
                decoder.endpoint(entry, in: group.group.name).map { endpoints.append($0) }
            }
        }
        if !isFull { readLongRunning(of: &endpoints) }
        let wholeEndpoints = endpoints.filter(\.isWhole)
        spec.groups = groups.map(\.group)
        spec.endpoints = wholeEndpoints.map(\.endpoint)
        if isFull { return spec }
        let webhooks = keys.entry("webhooks").flatMap { self.webhooks($0) }
        spec.webhooks = webhooks?.webhooks
        let environment = spec.environments.isEmpty ? nil : keys.entry("baseURL")
        let plainShapes = shapeList.mapValues(\.shape)
        let rules = SpecRules(
            decoder: self,
            client: files.client,
            baseURLs: spec.environments.isEmpty ? [spec.baseURL].compactMap { $0 } : spec.environments.map(\.url),
            environment: environment.map { Name("Environment", place: $0.keyRange) },
            shapes: shapes,
            endpoints: wholeEndpoints,
            groups: groups.map(\.group.name),
            webhooks: webhooks,
            plainShapes: plainShapes,
            usage: ShapeUsage(endpoints: spec.endpoints, webhooks: spec.webhooks, shapes: plainShapes),
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

    /// The same for the endpoints of a group.
    private func reading(_ group: LocatedGroup) -> SpecDecoder {
        var decoder = self
        decoder.inherited = group.inherited
        decoder.missingParams = group.missingParams
        return decoder
    }

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

    /// Keeps endpoints from growing without bound by what they do not say themselves: each has all constants and headers
    /// of the defaults or of its group, all params of its group, and all fields of its request object.
    private func checkExpansion(
        _ endpoints: [YAMLNode.Entry],
        _ groups: [YAMLNode.Entry],
        at range: SourceRange?
    ) -> Bool {
        func count(_ entries: [YAMLNode.Entry], _ keys: [String]) -> Int {
            entries.filter { keys.contains($0.key) }.reduce(0) { $0 + $1.value.entries.count }
        }
        let inheritedCount = count(inherited.entries, ["headers", "constants", "errors"])
        let extensions = inherited.entries.filter { SpecLanguage.isExtension($0.key) }.reduce(1) { $0 + $1.value.count }
        func count(_ endpoints: [YAMLNode.Entry]) -> Int {
            endpoints.reduce(0) { sum, endpoint in
                let object = endpoint.value["requestObject"]?.text.flatMap { shapeList[$0] }
                let own = count(endpoint.value.entries, ["params"]) + (object?.fields.count ?? 0)
                return sum + inheritedCount + extensions + own
            }
        }
        let ofGroups = groups.map { group in
            let endpoints = group.value["endpoints"]?.entries ?? []
            let own = count(group.value.entries, ["headers", "constants", "errors", "params"])
            return inheritedCount + own * endpoints.count + count(endpoints)
        }
        guard count(endpoints) + ofGroups.reduce(0, +) > YAMLBudget.nodes, let range else { return true }
        at(range)
            .error("defaults, groups and request objects make more than \(YAMLBudget.nodes) values of these endpoints")
        return false
    }
}
