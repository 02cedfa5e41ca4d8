/// Decodes the files of one client to a `Spec`.
struct SpecDecoder: Diagnosing {
    let files: ClientFiles
    /// The module that the generated code belongs to; `nil` if unknown.
    let module: String?
    /// The modules that this module can import; `nil` if unknown.
    let modules: Set<String>?
    let diagnostics: DiagnosticCollector
    /// The settings that the next entries inherit.
    var inherited = Inherited()
    /// The defaults for the entries of each file, by its number.
    private var defaults: [Int: Inherited] = [:]
    /// The file whose defaults are inherited at present.
    private var inheritedFile: Int?
    /// The authentication schemes; `nil` if the spec has no `auth`.
    private(set) var schemes: [AuthScheme]?
    /// The facts about shapes that are known before they are decoded.
    var shapes = ShapeTable([])
    /// The decoded shapes.
    private(set) var shapeList: [String: Shape] = [:]

    init(_ files: ClientFiles, module: String?, modules: Set<String>?, diagnostics: DiagnosticCollector) {
        self.files = files
        self.module = module
        self.modules = modules
        self.diagnostics = diagnostics
    }

    /// The spec, as far as it could be decoded; valid only if there are no diagnostics. Decoding stops once a file has more
    /// errors than are reported, so that large invalid specs take little time.
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
        // Each endpoint contains all inherited settings and all fields of its request object, so that the total size must be
        // limited.
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
                .error("with defaults, groups and request objects, the endpoints have more than \(limit) values")
            return spec
        }
        if !isFull { readLongRunning(of: &endpoints) }
        let wholeEndpoints = endpoints.filter(\.isWhole)
        spec.endpoints = wholeEndpoints
        for shape in wholeEndpoints.compactMap(\.bodyShape) { shapeList[shape.name.written] = shape }
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
            mocks: spec.hasMocks ? keys.entry("mocks")?.keyRange : nil,
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

    /// Sets the inherited settings to the defaults of a file.
    mutating func inherit(from file: Int) {
        // Most entries are in one file, and the settings are large.
        if inheritedFile == file { return }
        inheritedFile = file
        inherited = defaults[file] ?? Inherited(file: file)
    }

    /// Whether the key at this place is in `defaults`.
    func isOfDefaults(_ place: SourceRange) -> Bool {
        files.spec.defaults[place.file]?.value.entries.contains { $0.keyRange == place } == true
    }

    /// Whether one of the files has more errors than are reported.
    var isFull: Bool { diagnostics.fullFiles.contains(where: files.spec.files.contains) }

    /// The keys of the map that is the value of the entry.
    ///
    /// - Parameters:
    ///   - subject: The name of the map in messages, if it differs from its rule's: "the endpoint `GetPost`".
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
    /// The number of values in generated Swift code.
    fileprivate func size(_ shapes: [String: Shape]) -> Int {
        let object = requestObject.flatMap { shapes[$0.shape]?.fields?.count } ?? 0
        let extensions = settings.extensions.reduce(0) { $0 + $1.value.count }
        let replies = errors.reduce(0) { $0 + 1 + $1.headers.count }
        let lists = settings.headers.count + settings.constants.count + settings.attributes.count
        return lists + extensions + replies + params.count + object
    }
}
