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

    /// - Parameter schemes: Those of the spec; nil where it declares none at all.
    init(_ entry: YAMLNode.Entry, schemes: [AuthScheme]?, _ diagnostics: DiagnosticCollector) {
        let rule = SpecLanguage.defaults
        guard
            let reader = MappingReader(entry.value, rule, subject: "`defaults`", place: entry.keyRange, diagnostics)
        else { return }
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
}
