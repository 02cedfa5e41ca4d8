@testable import NetTaskComparison
@testable import NetTaskSpec

/// A change of one property of the model, and whom it concerns.
struct Change: Sendable, CustomStringConvertible {
    /// As `Type.property`.
    var property: String
    var kinds: Set<Difference.Kind>
    var apply: @Sendable (inout Spec) -> Void

    init(_ property: String, _ kinds: Set<Difference.Kind>, _ apply: @escaping @Sendable (inout Spec) -> Void) {
        self.property = property
        self.kinds = kinds
        self.apply = apply
    }

    var description: String { property }

    static let all = ofSpecs + ofShapes + ofFields + ofEndpoints + ofDelivery + ofReplies + ofStreams + ofWebhooks

    private static let ofSpecs = [
        Change("Spec.client", [.callers]) { $0.client = Name("Store") },
        Change("Spec.description", [.other]) { $0.description = nil },
        Change("Spec.version", [.other]) { $0.version = "2" },
        Change("Spec.baseURL", [.server]) { $0.baseURL = "https://c.example" },
        Change("Spec.environments", [.callers]) { $0.environments = [] },
        Change("Spec.access", [.callers]) { $0.access = .package },
        Change("Spec.hasExamples", [.callers]) { $0.hasExamples = false },
        Change("Spec.hasMocks", [.callers]) { $0.hasMocks = false },
        Change("Spec.auth", [.additive]) { $0.auth.append(AuthScheme(name: Name("token"), kind: .bearer)) },
        Change("Spec.shapes", [.callers, .other]) { $0.shapes.removeLast(2) },
        Change("Spec.endpoints", [.callers]) { $0.endpoints.removeLast() },
        Change("Spec.groups", [.callers]) { $0.groups = [] },
        Change("EndpointGroup.name", [.callers, .additive]) { $0.groups[0].name.swift = "Things" },
        Change("EndpointGroup.description", [.other]) { $0.groups[0].description = nil },
        Change("Endpoint.group", [.callers]) { $0.endpoints[0].group = nil },
        Change("Environment.name", [.callers]) { $0.environments[1].name = Name("test") },
        Change("Environment.url", [.server]) { $0.environments[1].url = "https://c.example" },
        Change("AuthScheme.name", [.callers]) {
            $0.auth[0].name = Name("apiKey")
            $0.endpoints[0].auth = [["apiKey"]]
        },
        Change("AuthScheme.description", [.other]) { $0.auth[0].description = nil },
        Change("AuthScheme.kind", [.server]) { $0.auth[0].kind = .apiKey(.query, name: "X-Key") },
        Change("OAuth2.discoveryURL", [.server]) { $0.auth[0].oauth2.discoveryURL = "https://c.example" },
        Change("OAuth2.clientCredentials", [.additive]) { $0.auth[0].oauth2.clientCredentials = OAuth2Flow() },
        Change("OAuth2.password", [.additive]) { $0.auth[0].oauth2.password = OAuth2Flow() },
        Change("OAuth2.authorizationCode", [.additive]) { $0.auth[0].oauth2.authorizationCode = OAuth2Flow() },
        Change("OAuth2.device", [.additive]) { $0.auth[0].oauth2.device = OAuth2Flow() },
        Change("OAuth2.implicit", [.additive]) { $0.auth[0].oauth2.implicit = OAuth2Flow() },
        Change("EndpointSettings.scopes", [.other]) { $0.endpoints[0].scopes = ["read"] },
        Change("Name.written", [.other]) { $0.shapes[0][field: 0].name.written = "amount" },
        Change("Name.swift", [.callers]) { $0.shapes[0][field: 0].name.swift = "amount" },
    ]

    private static let ofShapes = [
        Change("Shape.name", [.callers]) { $0.shapes[1].name.swift = "Status" },
        Change("Shape.description", [.other]) { $0.shapes[0].description = nil },
        Change("Shape.kind", [.callers, .server]) { $0.shapes[1].kind = .object([]) },
        Change("Shape.catchAll", [.callers, .server]) { $0.shapes[1].catchAll = nil },
        Change("Shape.conformances", [.callers]) { $0.shapes[0].conformances = [.known(.equatable)] },
        Change("Shape.attributes", [.callers]) { $0.shapes[0].attributes = [] },
        Change("SwiftAttribute.text", [.callers]) {
            $0.shapes[0].attributes = [SwiftAttribute("@objcMembers")].compactMap { $0 }
        },
        Change("Shape.example", [.callers]) { $0.shapes[0].example = nil },
        Change("Shape.isMutable", [.callers]) { $0.shapes[0].isMutable = false },
        Change("Shape.deprecation", [.other]) { $0.shapes[0].deprecation = nil },
        Change("EnumerationCase.name", [.callers]) { $0.shapes[1][case: 0].name = Name("new") },
        Change("EnumerationCase.value", [.server]) { $0.shapes[1][case: 0].value = .string("OPEN") },
        Change("EnumerationCase.description", [.other]) { $0.shapes[1][case: 0].description = nil },
        Change("EnumerationCase.deprecation", [.other]) { $0.shapes[1][case: 0].deprecation = nil },
        Change("Alternative.description", [.other]) { $0.shapes[2].alternativeCases[0].description = nil },
        Change("Alternative.deprecation", [.other]) { $0.shapes[2].alternativeCases[0].deprecation = nil },
        Change("Alternatives.cases", [.callers]) { $0.shapes[2].alternativeCases = [] },
        Change("Alternatives.discriminator", [.server]) { $0.shapes[2].discriminator = "type" },
        Change("Alternatives.choice", [.callers]) { $0.shapes[2].choice = .closest },
        Change("Alternative.name", [.callers]) { $0.shapes[2].alternativeCases[0].name = Name("thing") },
        Change("Alternative.type", [.callers, .server]) { $0.shapes[2].alternativeCases[0].type = .shape("Money") },
        Change("Alternative.values", [.server]) { $0.shapes[2].alternativeCases[0].values = [.string("thing")] },
        Change("CustomType.path", [.callers]) {
            $0.shapes[3].kind = .custom(CustomType(path: ["Sum"], module: "MoneyKit"))
        },
        Change("CustomType.module", [.callers]) { $0.shapes[3].kind = .custom(CustomType(path: ["Money"])) },
    ]

    private static let ofFields = [
        Change("Field.formerNames", [.other]) { $0.shapes[0][field: 0].formerNames = ["count"] },
        Change("Field.name", [.callers]) { $0.endpoints[0].params[1].name = Name("remark") },
        Change("Field.description", [.other]) { $0.shapes[0][field: 0].description = nil },
        Change("Field.type", [.callers, .server]) { $0.endpoints[0].params[0].type = .scalar(.string) },
        Change("Field.wireName", [.server]) { $0.endpoints[0].params[1].wireName = "remark" },
        Change("Field.path", [.server]) { $0.shapes[0][field: 0].path = ["data", "size"] },
        Change("Field.format", [.server]) { $0.shapes[0][field: 0].format = nil },
        Change("Field.style", [.server]) { $0.shapes[0][field: 0].style = .pipe },
        Change("Field.location", [.server]) { $0.endpoints[0].params[1].location = .header },
        Change("Field.isIgnored", [.callers]) { $0.endpoints[0].params[1].isIgnored = true },
        Change("Field.defaultValue", [.callers]) { $0.shapes[0][field: 0].defaultValue = nil },
        Change("Field.constraints", [.additive]) { $0.shapes[0][field: 0].constraints = Constraints() },
        Change("Constraints.entries", [.callers]) { $0.shapes[0][field: 0].constraints[.minItems] = .count(1) },
        Change("Entry.kind", [.callers, .additive]) {
            $0.shapes[0][field: 0].constraints = Constraints()
            $0.shapes[0][field: 0].constraints[.minItems] = .count(3)
        },
        Change("Entry.value", [.callers]) { $0.shapes[0][field: 0].constraints[.maxItems] = .count(2) },
        Change("Field.isSecret", [.other]) { $0.endpoints[0].params[0].isSecret = true },
        Change("Field.transform", [.server]) { $0.endpoints[0].params[1].transform = nil },
        Change("Field.readTransform", [.server]) { $0.shapes[0][field: 0].readTransform = ["halved"] },
        Change("Field.isNullable", [.callers, .server]) { $0.endpoints[0].params[1].isNullable = true },
        Change("Field.isInline", [.server]) { $0.shapes[0][field: 0].isInline = true },
        Change("Field.only", [.callers]) { $0.shapes[0][field: 0].only = .response },
        Change("Field.deprecation", [.other]) { $0.endpoints[0].params[1].deprecation = nil },
        Change("Deprecation.advice", [.other]) { $0.endpoints[1].deprecation?.advice = nil },
    ]

    private static let ofEndpoints = [
        Change("Endpoint.example", [.callers]) { $0.endpoints[0].example = nil },
        Change("EndpointSettings.attributes", [.callers]) { $0.endpoints[0].attributes = [] },
        Change("EndpointSettings.isValidated", [.additive]) { $0.endpoints[0].isValidated = false },
        Change("EndpointSettings.isMutable", [.callers]) { $0.endpoints[0].isMutable = false },
        Change("Endpoint.name", [.callers]) { $0.endpoints[2].name = Name("Begin") },
        Change("Endpoint.description", [.other]) { $0.endpoints[0].description = nil },
        Change("Endpoint.method", [.server]) { $0.endpoints[0].method = .delete },
        Change("Endpoint.uri", [.server]) { $0.endpoints[1].uri = URITemplate(written: "p", parts: [.literal("p")]) },
        Change("URITemplate.parts", [.server]) { $0.endpoints[0].uri.parts[0] = .literal("things/") },
        Change("EndpointSettings.encoding", [.server]) { $0.endpoints[2].encoding = .json },
        Change("EndpointSettings.headers", [.server]) { $0.endpoints[0].headers = [] },
        Change("Header.name", [.server, .additive]) { $0.endpoints[0].headers[0].name = "X-Api" },
        Change("Header.value", [.server]) { $0.endpoints[0].headers[0].value = "2" },
        Change("Endpoint.params", [.callers]) { $0.endpoints[0].params.removeLast() },
        Change("Endpoint.requestObject", [.callers, .server]) { $0.endpoints[0].requestObject = nil },
        Change("Property.name", [.callers]) { $0.endpoints[0].requestObject?.name = Name("thing") },
        Change("Property.shape", [.callers, .server]) { $0.endpoints[0].requestObject?.shape = "Money" },
        Change("Endpoint.body", [.callers, .server]) { $0.endpoints[0].body = .scalar(.data) },
        Change("Endpoint.contentType", [.server]) { $0.endpoints[0].contentType = "text/json" },
        Change("Endpoint.bodies", [.callers, .server]) { $0.endpoints[1].bodies.removeLast() },
        Change("BodyContent.mediaType", [.server]) { $0.endpoints[1].bodies[0].mediaType = "text/json" },
        Change("BodyContent.name", [.callers]) { $0.endpoints[1].bodies[0].name = Name("other") },
        Change("BodyContent.type", [.callers, .server]) { $0.endpoints[1].bodies[0].type = .scalar(.data) },
        Change("EndpointSettings.constants", [.additive]) {
            $0.endpoints[2].constants = [.init(name: "v", value: .null)]
        },
        Change("Constant.name", [.server, .additive]) { $0.endpoints[0].constants[0].name = "version" },
        Change("Constant.value", [.server]) { $0.endpoints[0].constants[0].value = .string("1") },
        Change("EndpointSettings.auth", [.server]) { $0.endpoints[0].auth = [] },
        Change("EndpointSettings.extensions", [.other]) { $0.endpoints[0].extensions = [] },
        Change("Endpoint.deprecation", [.other]) { $0.endpoints[1].deprecation = nil },
        Change("Member.name", [.other]) { $0.endpoints[0].extensions[0].name = "x-team" },
        Change("Member.value", [.other]) { $0.endpoints[0].extensions[0].value = .null },
    ]

    private static let ofDelivery = [
        Change("EndpointSettings.retry", [.other]) { $0.endpoints[0].retry = nil },
        Change("Retry.maxRetryCount", [.other]) { $0.endpoints[0].retry?.maxRetryCount = 2 },
        Change("Retry.interval", [.other]) { $0.endpoints[0].retry?.interval = .seconds(2) },
        Change("Retry.backoff", [.other]) { $0.endpoints[0].retry?.backoff = .constant },
        Change("Retry.maxInterval", [.other]) { $0.endpoints[0].retry?.maxInterval = .seconds(8) },
        Change("Retry.jitter", [.other]) { $0.endpoints[0].retry?.jitter = false },
        Change("Retry.when", [.other]) { $0.endpoints[0].retry?.when = .all },
        Change("EndpointSettings.timeout", [.other]) { $0.endpoints[0].timeout = .seconds(2) },
        Change("EndpointSettings.deadline", [.other]) { $0.endpoints[0].deadline = nil },
        Change("EndpointSettings.delivery", [.server, .delivery, .other]) { $0.endpoints[0].delivery = Delivery() },
        Change("Delivery.isIdempotent", [.delivery]) { $0.endpoints[0].delivery.isIdempotent = false },
        Change("Delivery.idempotencyKey", [.delivery]) {
            $0.endpoints[1].delivery.idempotencyKey = .init(header: "Key")
        },
        Change("IdempotencyKey.header", [.server, .delivery]) { $0.endpoints[0].delivery.idempotencyKey?.header = "K" },
        Change("IdempotencyKey.isQuoted", [.server, .delivery]) {
            $0.endpoints[0].delivery.idempotencyKey?.isQuoted = true
        },
        Change("Delivery.durability", [.delivery]) { $0.endpoints[0].delivery.durability = nil },
        Change("Durability.maxRunCount", [.delivery]) { $0.endpoints[0].delivery.durability?.maxRunCount = 2 },
        Change("Durability.interval", [.delivery]) { $0.endpoints[0].delivery.durability?.interval = .seconds(2) },
        Change("Durability.maxInterval", [.delivery]) { $0.endpoints[0].delivery.durability?.maxInterval = nil },
        Change("Durability.codec", [.delivery]) { $0.endpoints[0].delivery.durability?.codec = "plain" },
        Change("Durability.requirements", [.delivery]) {
            $0.endpoints[0].delivery.durability?.requirements = [.power]
        },
        Change("Durability.payloadVersion", [.delivery]) {
            $0.endpoints[0].delivery.durability?.payloadVersion = 3
        },
        Change("Endpoint.formerNames", [.other]) { $0.endpoints[0].formerNames = [] },
        Change("Delivery.uniqueness", [.delivery]) { $0.endpoints[0].delivery.uniqueness = nil },
        Change("Uniqueness.identity", [.delivery]) { $0.endpoints[0].delivery.uniqueness?.identity = .request },
        Change("Uniqueness.policy", [.delivery]) { $0.endpoints[0].delivery.uniqueness?.policy = .cancelOld },
        Change("Delivery.priority", [.other]) { $0.endpoints[0].delivery.priority = .low },
        Change("Delivery.expires", [.other]) { $0.endpoints[0].delivery.expires = nil },
        Change("Delivery.limitKey", [.other]) { $0.endpoints[0].delivery.limitKey = "other" },
        Change("Delivery.rate", [.other]) { $0.endpoints[0].delivery.rate = nil },
        Change("Rate.limit", [.other]) { $0.endpoints[0].delivery.rate?.limit = 10 },
        Change("Rate.per", [.other]) { $0.endpoints[0].delivery.rate?.per = .seconds(1) },
        Change("Rate.key", [.other]) { $0.endpoints[0].delivery.rate?.key = nil },
    ]

    private static let ofWebhooks = [
        Change("Spec.webhooks", [.callers]) { $0.webhooks = nil },
        Change("Webhooks.name", [.callers]) { $0.webhooks?.name = Name("Call") },
        Change("Webhooks.description", [.other]) { $0.webhooks?.description = nil },
        Change("Webhooks.signature", [.server]) { $0.webhooks?.signature = .standard },
        Change("HMAC.header", [.server]) { $0.hmac?.header = "X-Other" },
        Change("HMAC.algorithm", [.server]) { $0.hmac?.algorithm = .sha1 },
        Change("HMAC.payload", [.server]) { $0.hmac?.payload = "{body}.{timestamp}" },
        Change("HMAC.encoding", [.server]) { $0.hmac?.encoding = .base64 },
        Change("HMAC.prefix", [.server]) { $0.hmac?.prefix = "v1=" },
        Change("HMAC.timestamp", [.server]) { $0.hmac?.timestamp = .header("X-Time") },
        Change("Webhooks.eventName", [.server]) { $0.webhooks?.eventName = .header("X-Event") },
        Change("Webhooks.events", [.callers]) { $0.webhooks?.events.removeLast() },
        Change("Webhooks.catchAll", [.callers]) { $0.webhooks?.catchAll = "unrecognized" },
        Change("Webhooks.isMutable", [.callers]) { $0.webhooks?.isMutable = false },
        Change("Event.name", [.callers]) { $0.webhooks?.events[0].name.swift = "sold" },
        Change("Event.description", [.other]) { $0.webhooks?.events[0].description = nil },
        Change("Event.deprecation", [.other]) { $0.webhooks?.events[0].deprecation = nil },
        Change("Event.payload", [.callers, .server]) { $0.webhooks?.events[0].payload = .type(.shape("Money")) },
        Change("Event.path", [.server]) { $0.webhooks?.events[0].path = [] },
    ]

    private static let ofStreams = [
        Change("Endpoint.stream", [.callers]) { $0.endpoints[3].stream = nil },
        Change("Stream.framing", [.server]) { $0.endpoints[3].stream?.framing = .lines },
        Change("Stream.element", [.callers]) { $0.endpoints[3].stream?.element = .type(.shape("Item")) },
        Change("Stream.end", [.server]) { $0.endpoints[3].stream?.end = nil },
        Change("Stream.idle", [.other]) { $0.endpoints[3].stream?.idle = nil },
        Change("Stream.condition", [.callers]) { $0.endpoints[3].stream?.condition = nil },
        Change("Condition.field", [.server]) {
            let other = $0.endpoints[3].params[1]
            $0.endpoints[3].stream?.condition?.field = other
        },
        Change("Condition.value", [.server]) { $0.endpoints[3].stream?.condition?.value = .bool(false) },
        Change("Condition.holder", [.server]) {
            $0.endpoints[3].stream?.condition?.holder = Field(name: Name("body"), type: .shape("Item"))
        },
        Change("Event.name", [.callers]) { $0.streamEvents[0].name.swift = "new" },
        Change("Event.type", [.callers, .server]) { $0.streamEvents[0].type = .shape("Money") },
    ]

    private static let ofReplies = [
        Change("Endpoint.response", [.callers, .server]) { $0.endpoints[1].response = .json(.shape("Item"), path: []) },
        Change("Endpoint.responseHeaders", [.callers]) { $0.endpoints[0].responseHeaders = [] },
        Change("Endpoint.responseFormat", [.server]) { $0.endpoints[0].responseFormat = .date },
        Change("Endpoint.pages", [.callers]) { $0.endpoints[0].pages = nil },
        Change("Pages.form", [.server]) { $0.endpoints[0].pages?.form = .link },
        Change("Pages.items", [.server]) { $0.endpoints[0].pages?.items.steps = [] },
        Change("Pages.more", [.server]) { $0.endpoints[0].pages?.more = nil },
        Change("ResponsePath.steps", [.server]) { $0.endpoints[0].pages?.more?.steps = [] },
        Change("ResponsePath.type", [.callers]) { $0.endpoints[0].pages?.items.type = .array(.shape("Payment")) },
        Change("Endpoint.longRunning", [.callers]) { $0.endpoints[2].longRunning = nil },
        Change("LongRunning.poll", [.server]) { $0.endpoints[2].longRunning?.poll = "Items.PutItem" },
        Change("LongRunning.params", [.server]) { $0.endpoints[2].longRunning?.params = nil },
        Change("LongRunning.done", [.server]) { $0.endpoints[2].longRunning?.done = [] },
        Change("LongRunning.failed", [.server]) { $0.endpoints[2].longRunning?.failed = [] },
        Change("LongRunning.interval", [.other]) { $0.endpoints[2].longRunning?.interval = nil },
        Change("LongRunning.acceptedStatuses", [.server]) { $0.endpoints[2].longRunning?.acceptedStatuses = [] },
        Change("Param.field", [.server]) { $0.endpoints[2].longRunning?.params?[0].field.wireName = "number" },
        Change("Param.source", [.server]) { $0.endpoints[2].longRunning?.params?[0].source = .body(["key"], nil) },
        Change("Condition.path", [.server]) { $0.endpoints[2].longRunning?.done[0].path.steps[0].keys = ["phase"] },
        Change("Condition.values", [.server]) { $0.endpoints[2].longRunning?.done[0].values = nil },
        Change("Step.keys", [.server]) { $0.endpoints[0].pages?.items.steps[0].keys = ["items"] },
        Change("Endpoint.errors", [.callers]) { $0.endpoints[0].errors = [] },
        Change("StatusBody.status", [.callers, .additive]) { $0.endpoints[0].errors[0].status = .code(410) },
        Change("StatusBody.name", [.callers]) { $0.endpoints[2].successes[0].name.swift = "fine" },
        Change("StatusBody.response", [.callers, .server]) {
            $0.endpoints[2].successes[1].response = .json(.scalar(.int), path: [])
        },
        Change("StatusBody.format", [.server]) { $0.endpoints[0].errors[0].format = .date },
        Change("StatusBody.headers", [.callers]) { $0.endpoints[2].successes[1].headers = [] },
    ]
}

extension Spec {
    fileprivate var streamEvents: [Endpoint.Stream.Event] {
        get { if case .named(let events)? = endpoints[3].stream?.element { events } else { [] } }
        set { endpoints[3].stream?.element = .named(newValue) }
    }
}

extension Shape {
    fileprivate subscript(field index: Int) -> Field {
        get { fields?[index] ?? Field(name: Name(""), type: .scalar(.int)) }
        set {
            guard case .object(var fields) = kind else { preconditionFailure("\(name) is no object") }
            fields[index] = newValue
            kind = .object(fields)
        }
    }

    subscript(case index: Int) -> EnumerationCase {
        get {
            guard case .enumeration(let cases) = kind else {
                return EnumerationCase(name: Name(""), value: .integer(0))
            }
            return cases[index]
        }
        set {
            guard case .enumeration(var cases) = kind else { preconditionFailure("\(name) is no enumeration") }
            cases[index] = newValue
            kind = .enumeration(cases)
        }
    }

    var alternativeCases: [Alternative] {
        get { alternatives?.cases ?? [] }
        set { kind = .alternatives(Alternatives(cases: newValue, discriminator: discriminator)) }
    }

    fileprivate var discriminator: String? {
        get { alternatives?.discriminator }
        set { kind = .alternatives(Alternatives(cases: alternativeCases, discriminator: newValue)) }
    }

    fileprivate var choice: Alternatives.Choice {
        get { alternatives?.choice ?? .first }
        set {
            let alternatives = Alternatives(cases: alternativeCases, discriminator: discriminator, choice: newValue)
            kind = .alternatives(alternatives)
        }
    }
}

extension Endpoint {
    fileprivate var successes: [StatusBody] {
        get { if case .statuses(let bodies) = response { bodies } else { [] } }
        set { response = .statuses(newValue) }
    }
}

extension Spec {
    fileprivate var hmac: Webhooks.HMAC? {
        get { if case .hmac(let hmac)? = webhooks?.signature { hmac } else { nil } }
        set { if let newValue { webhooks?.signature = .hmac(newValue) } }
    }
}
