/// Makes a `Spec` of what the files of one client say together.
struct SpecDecoder: Diagnosing {
    let files: ClientFiles
    /// The module that the Swift becomes a part of; nil if that is not known.
    let module: String?
    /// What this module can import; nil if that is not known.
    let modules: Set<String>?
    let diagnostics: DiagnosticCollector
    /// What is read inherits this.
    var inherited = Inherited()
    /// What the entries of each file inherit, by its number.
    private var defaults: [Int: Inherited] = [:]
    /// The file whose defaults are inherited at present.
    private var inheritedFile: Int?
    /// The schemes of authentication; nil where the spec declares none at all.
    private(set) var schemes: [AuthScheme]?
    /// What is known of shapes before they are read.
    var shapes = ShapeTable([])
    /// Those that could be read.
    private(set) var shapeList: [String: Shape] = [:]

    init(_ files: ClientFiles, module: String?, modules: Set<String>?, diagnostics: DiagnosticCollector) {
        self.files = files
        self.module = module
        self.modules = modules
        self.diagnostics = diagnostics
    }

    /// The spec as far as it could be read; it is of use only if there are no diagnostics. Reading stops once one of the files
    /// has more errors than are listed, so that the size of a wrong spec costs little.
    mutating func decode() -> Spec {
        let keys = KeyReader(checked: files.spec.head, SpecLanguage.spec, diagnostics)
        var spec = Spec(files: files.files, client: files.spec.client ?? Name(""))
        spec.number = files.spec.number
        keys.read(into: &spec)
        spec.version = keys["version"].flatMap { version($0) }
        if let node = keys["baseURL"] { (spec.baseURL, spec.environments) = baseURL(node) }
        schemes = files.spec.entries["auth"]?.compactMap { scheme($0.node) }
        spec.auth = schemes ?? []
        let commonKeys = files.spec.defaults.compactMapValues { self.keys($0, SpecLanguage.defaults) }
        for (file, keys) in commonKeys { defaults[file] = files.spec.defaults[file].map { inherited(from: $0, keys) } }
        let allShapes = readShapes(files.spec.entries["shapes"] ?? [])
        let shapes = allShapes.filter(\.isWhole)
        spec.shapes = shapes
        if isFull { return spec }
        shapeList = Dictionary(shapes.map { ($0.name.written, $0) }) { first, _ in first }
        for (file, keys) in commonKeys {
            inherit(from: file)
            let errors = errors(keys, keys.entries)
            defaults[file]?.errors = errors
        }
        inheritedFile = nil
        spec.defaults = defaults[files.spec.home]?.settings ?? EndpointSettings()

        var endpoints: [Endpoint] = []
        // Each endpoint has all that it inherits, and all fields of its request object: together they could grow without bound.
        var size = 0
        let limit = YAMLBudget.nodes
        func add(_ endpoint: Endpoint?) {
            guard let endpoint else { return }
            endpoints.append(endpoint)
            size += endpoint.size(shapeList)
        }
        for entry in files.spec.entries["endpoints"] ?? [] where !isFull && size <= limit {
            inherit(from: entry.home)
            add(endpoint(entry.node))
        }
        for entry in files.spec.entries["groups"] ?? [] {
            inherit(from: entry.home)
            guard let (group, decoder, entries) = group(entry.node) else { continue }
            spec.groups.append(group)
            for entry in entries where !isFull && size <= limit {
                add(decoder.endpoint(entry, in: group.name))
            }
        }
        if size > limit, let first = (files.spec.entries["endpoints"] ?? files.spec.entries["groups"])?.first {
            at(first.node.keyRange, .limitExceeded)
                .error("defaults, groups and request objects make more than \(limit) values of these endpoints")
            return spec
        }
        if !isFull { readLongRunning(of: &endpoints) }
        let wholeEndpoints = endpoints.filter(\.isWhole)
        spec.endpoints = wholeEndpoints
        if isFull { return spec }
        for entry in files.spec.entries["webhooks"] ?? [] {
            inherit(from: entry.home)
            spec.webhooks = webhooks(entry.node)
        }
        let environment = spec.environments.isEmpty ? nil : keys.entry("baseURL")
        let rules = SpecRules(
            decoder: self,
            client: files.spec.client,
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

    /// Has what is read next inherit the defaults of a file.
    mutating func inherit(from file: Int) {
        // Most entries are in one file, and the settings are large.
        if inheritedFile == file { return }
        inheritedFile = file
        inherited = defaults[file] ?? Inherited(file: file)
    }

    /// Whether a key is one of `defaults`.
    func isOfDefaults(_ place: SourceRange) -> Bool {
        files.spec.defaults[place.file]?.value.entries.contains { $0.keyRange == place } == true
    }

    /// Whether one of the files has more errors than are listed.
    var isFull: Bool { diagnostics.fullFiles.contains(where: files.spec.files.contains) }

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
        return at(node.range, .emptyValue).error("`version` cannot be empty").none()
    }
}

extension Endpoint {
    /// How many values Swift says of it.
    fileprivate func size(_ shapes: [String: Shape]) -> Int {
        let object = requestObject.flatMap { shapes[$0.shape]?.fields?.count } ?? 0
        let extensions = settings.extensions.reduce(0) { $0 + $1.value.count }
        let replies = errors.reduce(0) { $0 + 1 + $1.headers.count }
        let lists = settings.headers.count + settings.constants.count + settings.attributes.count
        return lists + extensions + replies + params.count + object
    }
}
