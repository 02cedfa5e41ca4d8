@testable import NetTaskComparison
@testable import NetTaskSpec

/// A spec in which every property of the model says something.
enum WholeSpec {
    static let spec: Spec = {
        var spec = plainSpec
        spec.groups = [EndpointGroup(name: Name("Items"), description: "What is sold.")]
        spec.endpoints[0].group = spec.groups[0].name
        spec.hasExamples = true
        spec.hasMocks = true
        spec.shapes[0].example = .null
        spec.endpoints[0].example = .null
        spec.webhooks = webhooks
        spec.shapes[1][case: 0].description = "Not yet done."
        spec.shapes[1][case: 0].deprecation = Deprecation(advice: "use new")
        spec.shapes[2].alternativeCases[0].description = "An item."
        spec.shapes[2].alternativeCases[0].deprecation = Deprecation(advice: "use thing")
        return spec
    }()

    private static let plainSpec = Spec(
        files: [Spec.File(path: "a.nettask.yaml")],
        client: Name("Shop"),
        description: "A shop.",
        version: "1",
        baseURL: "https://a.example",
        environments: [
            Spec.Environment(name: Name("production"), url: "https://a.example"),
            Spec.Environment(name: Name("staging"), url: "https://b.example"),
        ],
        access: .public,
        auth: [AuthScheme(name: Name("key"), description: "A key.", kind: .apiKey(.header, name: "X-Key"))],
        shapes: [object, enumeration, alternatives, custom],
        endpoints: [endpoint, inPlace, byStatus, streamed]
    )

    private static let object: Shape = {
        var field = Field(
            name: Name("size"),
            type: .optional(.array(.scalar(.int))),
            wireName: "size",
            format: .string
        )
        field.description = "How many."
        field.style = .comma
        field.defaultValue = .list([])
        field.deprecation = Deprecation(advice: "use count")
        field.constraints[.maxItems] = .count(3)
        field.formerNames = ["amount"]
        var shape = Shape(name: Name("Item"), description: "An item.", kind: .object([field]))
        shape.conformances = [.known(.hashable)]
        shape.attributes = [SwiftAttribute("@frozen")].compactMap { $0 }
        shape.deprecation = Deprecation(advice: "use Thing")
        return shape
    }()

    private static let enumeration = Shape(
        name: Name("State"),
        kind: .enumeration([EnumerationCase(name: Name("open"), value: .string("open"))]),
        catchAll: "unknown"
    )

    private static let alternatives = Shape(
        name: Name("Payment"),
        kind: .alternatives(
            Alternatives(
                cases: [Alternative(name: Name("item"), type: .shape("Item"), values: [.string("item")])],
                discriminator: "kind"
            )
        ),
        catchAll: "unknown"
    )

    private static let custom = Shape(
        name: Name("Money"),
        kind: .custom(CustomType(path: ["Money"], module: "MoneyKit"))
    )

    private static let endpoint: Endpoint = {
        var endpoint = plainEndpoint
        endpoint.formerNames = ["SaveItem"]
        return endpoint
    }()

    private static let plainEndpoint = Endpoint(
        name: Name("PutItem"),
        description: "Puts an item.",
        method: .put,
        uri: URITemplate(written: "items/{id}", parts: [.literal("items/"), .variable("id")]),
        settings: settings,
        params: [
            Field(name: Name("id"), type: .scalar(.int), location: .path),
            note,
        ],
        requestObject: Endpoint.Property(name: Name("item"), shape: "Item"),
        body: .shape("Payment"),
        contentType: "application/json",
        response: .json(.shape("Item"), path: []),
        responseHeaders: [Field(name: Name("left"), type: .optional(.scalar(.int)))],
        errors: [
            StatusBody(
                status: .code(404),
                name: Name("404", swift: "date"),
                response: .json(.scalar(.date), path: []),
                format: .unix
            )
        ],
        pages: Pages(
            form: .cursor(
                param: "note",
                next: ResponsePath(
                    steps: [ResponsePath.Step(name: "next", keys: ["next"], kind: .optional)],
                    type: .scalar(.string)
                )
            ),
            items: ResponsePath(steps: [ResponsePath.Step(name: "data", keys: ["data"])], type: .array(.shape("Item"))),
            more: ResponsePath(steps: [ResponsePath.Step(name: "more", keys: ["has_more"])], type: .scalar(.bool))
        ),
        responseFormat: .unix
    )

    private static let settings: EndpointSettings = {
        var settings = EndpointSettings()
        settings.encoding = .json
        settings.headers = [Endpoint.Header(name: "X-Version", value: "1")]
        settings.constants = [Endpoint.Constant(name: "v", value: .integer(1))]
        settings.auth = [["key"]]
        settings.isValidated = true
        settings.attributes = [SwiftAttribute("@frozen")].compactMap { $0 }
        settings.retry = Retry(
            maxRetryCount: 1,
            interval: .seconds(1),
            backoff: .exponential,
            maxInterval: .seconds(9),
            jitter: true,
            when: .unsent
        )
        settings.timeout = .seconds(1)
        settings.deadline = .seconds(9)
        settings.delivery = Delivery(
            isIdempotent: true,
            idempotencyKey: Delivery.IdempotencyKey(header: "Key"),
            durability: Delivery.Durability(
                maxRunCount: 1,
                interval: .seconds(1),
                maxInterval: .seconds(9),
                codec: "sealed",
                requirements: [.network],
                payloadVersion: 2
            ),
            uniqueness: Delivery.Uniqueness(identity: .params(["id"])),
            priority: .high,
            expires: .seconds(60),
            limitKey: "items",
            rate: Delivery.Rate(limit: 100, per: .seconds(60), key: "items")
        )
        settings.extensions = [ExtensionValue.Member("x-owner", .string("us"))]
        return settings
    }()

    private static let note: Field = {
        var note = Field(name: Name("note"), type: .optional(.scalar(.string)), location: .query)
        note.transform = ["trimmed"]
        note.deprecation = Deprecation(advice: "none")
        return note
    }()

    private static let inPlace: Endpoint = {
        var endpoint = Endpoint(
            name: Name("GetPart"),
            uri: URITemplate(written: "part", parts: [.literal("part")]),
            response: .fields([
                Field(name: Name("state"), type: .shape("State")),
                Field(name: Name("payment"), type: .shape("Payment")),
            ])
        )
        endpoint.deprecation = Deprecation(advice: "use PutItem")
        let bodies = [("application/json", TypeReference.shape("Item")), ("text/csv", .scalar(.string))]
        endpoint.setBodies(BodyContent.list(bodies), isOptional: false)
        return endpoint
    }()

    private static let webhooks: Webhooks = {
        var hmac = Webhooks.HMAC(header: "X-Signature")
        hmac.timestamp = .field("t")
        hmac.payload = "{timestamp}.{body}"
        var event = Webhooks.Event(name: Name("item.sold", swift: "itemSold"), description: "It is gone.")
        event.deprecation = Deprecation(advice: "use item.paid")
        event.payload = .type(.shape("Item"))
        event.path = ["data"]
        var webhooks = Webhooks(name: Name("Webhook"), description: "What the shop tells.", signature: .hmac(hmac))
        webhooks.events = [event, Webhooks.Event(name: Name("ping"), payload: .fields([note]))]
        return webhooks
    }()

    private static let streamed: Endpoint = {
        var endpoint = Endpoint(
            name: Name("Watch"),
            method: .post,
            uri: URITemplate(written: "watch", parts: [.literal("watch")]),
            params: [
                Field(name: Name("live"), type: .scalar(.bool)), Field(name: Name("follow"), type: .scalar(.bool)),
            ],
            response: .text(optional: false)
        )
        let event = Endpoint.Stream.Event(name: Name("item.new", swift: "itemNew"), type: .shape("Item"))
        endpoint.stream = Endpoint.Stream(
            framing: .events,
            element: .named([event, Endpoint.Stream.Event(name: Name("end"), type: nil)]),
            end: "[DONE]",
            idle: .seconds(30),
            condition: Endpoint.Stream.Condition(field: endpoint.params[0], value: .bool(true), holder: nil)
        )
        return endpoint
    }()

    private static let byStatus = Endpoint(
        name: Name("Start"),
        method: .post,
        uri: URITemplate(written: "start", parts: [.literal("start")]),
        response: .statuses([
            StatusBody(status: .code(200), name: Name("200", swift: "ok"), response: .none),
            StatusBody(
                status: .code(202),
                name: Name("202", swift: "accepted"),
                response: .text(optional: false),
                headers: [Field(name: Name("location"), type: .scalar(.url))]
            ),
        ]),
        longRunning: LongRunning(
            poll: "GetPart",
            params: [LongRunning.Param(field: note, source: .body(["id"], nil))],
            done: [LongRunning.Condition(path: state, values: [.enumerationCase("open")])],
            failed: [LongRunning.Condition(path: state, values: nil)],
            interval: .seconds(5),
            acceptedStatuses: [202...202]
        )
    )

    private static let state = ResponsePath(
        steps: [ResponsePath.Step(name: "state", keys: ["state"], kind: .optional)],
        type: .shape("State")
    )
}
