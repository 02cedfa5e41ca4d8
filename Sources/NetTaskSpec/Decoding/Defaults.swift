/// `defaults:`, what an endpoint has where it says nothing itself.
struct Defaults {
    var separator = NameSeparator.default
    var timeout: Duration?
    var deadline: Duration?
    var encoding = Endpoint.Encoding.form
    var headers: [LocatedHeader] = []
    /// The headers alone, so that all endpoints can share them.
    private(set) var plainHeaders: [Endpoint.Header] = []
    var constants: [ConstantsReader.Located] = []
    private(set) var plainConstants: [Endpoint.Constant] = []
    var retry: Retry?
    var delivery = LocatedDelivery()
    var isMutable = true
    var conformances: [LocatedConformance] = []
    /// What the bodies of errors are. They name shapes, so that they are read once those are known.
    var errors: [LocatedStatusBody] = []
    /// The schemes of authentication that endpoints need.
    var auth: [AuthReader.Located] = []
    /// The keys of the author's own.
    var extensions: [ExtensionValue.Member] = []
    private var errorsEntry: YAMLNode.Entry?
    /// What endpoints inherit, as it is written.
    private var entries: [YAMLNode.Entry] = []
    private var inheritedKeys: Set<String> = []

    init() {}

    /// Those that generated code says once.
    var ofEndpoints: EndpointDefaults {
        var defaults = EndpointDefaults()
        defaults.encoding = encoding
        defaults.auth = auth.map(\.scheme.name.written)
        defaults.retry = retry
        defaults.timeout = timeout
        defaults.deadline = deadline
        defaults.delivery = delivery.delivery
        return defaults
    }

    mutating func readErrors(_ shapes: ShapeTable, _ diagnostics: DiagnosticCollector) {
        guard let errorsEntry else { return }
        errors = StatusBodiesReader(role: .errors, shapes: shapes, diagnostics: diagnostics).bodies(errorsEntry)
    }

    /// - Parameters:
    ///   - rule: That of `defaults`, or of a group.
    ///   - schemes: Those of the spec; nil where it declares none at all.
    init(
        _ entry: YAMLNode.Entry,
        _ rule: MappingRule = SpecLanguage.defaults,
        subject: String = "`defaults`",
        schemes: [AuthScheme]?,
        _ diagnostics: DiagnosticCollector
    ) {
        guard let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics)
        else { return }
        entries = reader.entries
        if case .mapping(let all) = entry.value.content { entries += all.filter { SpecLanguage.isExtension($0.key) } }
        inheritedKeys = Set(entries.map(\.key))
        let values = ValueReader(diagnostics: diagnostics)
        separator = reader["separator"].flatMap { values.separator($0) } ?? .default
        timeout = reader["timeout"].flatMap { values.duration($0, "timeout") }
        deadline = reader["deadline"].flatMap { values.duration($0, "deadline") }
        encoding = reader["encoding"].flatMap { values.choice($0, "encoding") } ?? .form
        headers = reader["headers"].map { HeadersReader(diagnostics: diagnostics).headers($0) } ?? []
        constants = reader["constants"].map { ConstantsReader(diagnostics: diagnostics).constants($0) } ?? []
        errorsEntry = reader.entry("errors")
        extensions = ExtensionsReader(diagnostics: diagnostics).extensions(entry.value)
        auth = reader.entry("auth").map { AuthReader(schemes: schemes, diagnostics: diagnostics).auth($0) } ?? []
        plainHeaders = headers.map(\.header)
        plainConstants = constants.map(\.constant)
        conformances =
            reader["conformances"].map { node in
                ConformancesReader(diagnostics: diagnostics, isForAllShapes: true).conformances(node)
            } ?? []
        retry = reader.entry("retry").flatMap { entry in
            let retry = RetryReader(diagnostics: diagnostics).retry(entry)
            if let retry { RetryRule.check(retry, at: entry.keyRange, diagnostics) }
            return retry
        }
        delivery = DeliveryReader(diagnostics: diagnostics).defaults(reader)
        isMutable = reader["mutable"].flatMap { values.bool($0, "mutable") } ?? true
    }

    // MARK: Merging

    /// What the endpoints of a group inherit: these, with what the group says merged over them.
    func merged(
        with group: YAMLNode.Entry,
        subject: String,
        schemes: [AuthScheme]?,
        _ shapes: ShapeTable,
        _ diagnostics: DiagnosticCollector
    ) -> Defaults {
        let merge = NodeMerge(isOverlay: false, diagnostics: diagnostics)
        let own = group.value.entries.filter { Self.isInherited($0.key, SpecLanguage.endpoint) }
        var entry = group
        let inherited = entries.filter { Self.isInherited($0.key, SpecLanguage.endpoint) }
        entry.value.content = .mapping(merge.merged(own, over: inherited, SpecLanguage.group))
        var defaults = Defaults(entry, SpecLanguage.group, subject: subject, schemes: schemes, diagnostics)
        defaults.readErrors(shapes, diagnostics)
        return defaults
    }

    /// An endpoint or a shape with what it inherits for the keys that it has itself, by the rule of merging, and the defaults that
    /// are left for all the others.
    func merged(
        with entry: YAMLNode.Entry,
        _ rule: MappingRule,
        _ diagnostics: DiagnosticCollector
    ) -> (entry: YAMLNode.Entry, rest: Defaults) {
        let all = entry.value.entries
        let own = all.filter { Self.isInherited($0.key, rule) && ($0.value.isMap || $0.value.removes || has($0, rule)) }
        guard !own.isEmpty else { return (entry, self) }
        let keys = Set(own.map(\.key))
        let inherited = entries.filter { keys.contains($0.key) }
        let merge = NodeMerge(isOverlay: false, diagnostics: diagnostics)
        let merged = merge.merged(own, over: inherited, rule)
        let result = Dictionary(merged.map { ($0.key, $0) }) { first, _ in first }
        var entry = entry
        entry.value.content = .mapping(all.compactMap { keys.contains($0.key) ? result[$0.key] : $0 })
        var rest = self
        for inherited in inherited { rest.reset(inherited.key) }
        return (entry, rest)
    }

    /// Whether there is something for the entry to replace. The lists of a shape are added to those of the defaults.
    private func has(_ entry: YAMLNode.Entry, _ rule: MappingRule) -> Bool {
        inheritedKeys.contains(entry.key) && rule.id == SpecLanguage.endpoint.id
    }

    private static func isInherited(_ key: String, _ rule: MappingRule) -> Bool {
        if SpecLanguage.isExtension(key) { return rule.id == SpecLanguage.endpoint.id }
        return rule.key(key)?.status == .optional && SpecLanguage.defaults.key(key)?.status == .optional
    }

    private mutating func reset(_ key: String) {
        let none = Defaults()
        delivery.own[key] = nil
        switch key {
        case "separator": separator = none.separator
        case "timeout": timeout = nil
        case "deadline": deadline = nil
        case "encoding": encoding = none.encoding
        case "headers": (headers, plainHeaders) = ([], [])
        case "constants": (constants, plainConstants) = ([], [])
        case "retry": retry = nil
        case "errors": errors = []
        case "auth": auth = []
        case "mutable": isMutable = none.isMutable
        case "conformances": conformances = []
        case "durable": delivery.delivery.durability = nil
        case "priority": delivery.delivery.priority = nil
        case "expires": delivery.delivery.expires = nil
        case "limitKey": delivery.delivery.limitKey = nil
        default: extensions.removeAll { $0.name == key }
        }
    }
}
