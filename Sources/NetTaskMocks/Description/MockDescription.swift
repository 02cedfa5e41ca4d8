import Foundation

/// The endpoints and shapes of an API, as values on the wire: what a mock needs to know about a spec.
///
/// With `mocks: true`, generated code has the description of its spec: `MockAPI(Shop.mocks)`. Paths, params and members have their
/// names on the wire.
public struct MockDescription: Sendable {
    /// The name of the client.
    package var client: String
    /// The base URL of the API; `nil` if the spec has none.
    package var baseURL: String?
    /// The schemes of authentication, by their names in the spec.
    package var auth: [String: MockCredential]
    package var endpoints: [MockEndpoint]
    /// The shapes, by their names in the spec.
    package var shapes: [String: MockType]
    package var webhooks: MockWebhooks?

    /// Reads a description.
    ///
    /// - Parameter json: the JSON that `nettask` wrote. Its form may change between versions.
    /// - Throws: `ParseError` if the text is not JSON.
    public init(json: String) throws {
        let value = try JSONValue(json: Data(json.utf8))
        client = value["client"]?.stringValue ?? ""
        baseURL = value["baseURL"]?.stringValue
        auth = value["auth"]?.objectValue?.mapValues(MockCredential.init) ?? [:]
        endpoints = value.list("endpoints").map(MockEndpoint.init)
        shapes = value["shapes"]?.objectValue?.mapValues(MockType.init) ?? [:]
        webhooks = value["webhooks"].map(MockWebhooks.init)
    }
}

/// The place of the credentials of a scheme in a request.
package struct MockCredential: Sendable {
    package enum Kind: String, Sendable {
        case bearer
        case basic
        /// A bearer token from an OAuth 2 server.
        case oauth2
        case apiKey
    }

    package var kind: Kind
    /// `header`, `query` or `cookie`.
    package var location: MockParam.Location
    package var name: String

    init(_ value: JSONValue) {
        kind = value["kind"]?.stringValue.flatMap(Kind.init) ?? .bearer
        location = value["in"]?.stringValue.flatMap(MockParam.Location.init) ?? .header
        name = value["name"]?.stringValue ?? "Authorization"
    }
}

package struct MockEndpoint: Sendable {
    /// The name after the group: `Repos.ListIssues`.
    package var name: String
    /// The place in the spec: `shop.nettask.yaml:12:3`.
    package var place: String
    package var method: String
    /// The path relative to the base URL, with variables: `orders/{id}`. A variable that keeps its slashes is `{+path}`.
    package var path: String
    /// The params outside of the body.
    package var params: [MockParam]
    /// The bodies of requests, by media type; empty without a body.
    package var bodies: [MockBody]
    package var needsBody: Bool
    /// The replies; successes first, each in the order of the spec.
    package var replies: [MockReply]
    /// The reply that is a stream; `nil` if there is none.
    package var stream: MockStream?
    /// The alternatives of the credentials. Each is a set of names of ``MockDescription/auth``. Empty if none are needed.
    package var auth: [[String]]
    /// The header with the idempotency key; `nil` if the spec names none.
    package var idempotencyKey: String?
    package var pages: MockPages?
    package var longRunning: MockLongRunning?
    package var rate: MockRate?

    init(_ value: JSONValue) {
        name = value["name"]?.stringValue ?? ""
        place = value["place"]?.stringValue ?? ""
        method = value["method"]?.stringValue ?? "GET"
        path = value["path"]?.stringValue ?? ""
        params = value.list("params").map(MockParam.init)
        bodies = value.list("bodies").map(MockBody.init)
        needsBody = value.flag("needsBody")
        replies = value.list("replies").map(MockReply.init)
        stream = value["stream"].map(MockStream.init)
        auth = value.list("auth").map { $0.arrayValue?.compactMap(\.stringValue) ?? [] }
        idempotencyKey = value["idempotencyKey"]?.stringValue
        pages = value["pages"].map(MockPages.init)
        longRunning = value["longRunning"].map(MockLongRunning.init)
        rate = value["rate"].map(MockRate.init)
    }
}

package struct MockParam: Sendable {
    package enum Location: String, Sendable {
        case path
        case query
        case header
        case cookie
    }

    package var name: String
    package var location: Location
    package var type: MockType
    package var isRequired: Bool
    /// The style of a list: `repeat`, `comma`, `space`, `pipe`, `brackets` or `numbered`.
    package var style: String
    package var isSecret: Bool
    /// The value that the spec states as an example.
    package var example: JSONValue?

    init(_ value: JSONValue) {
        name = value["name"]?.stringValue ?? ""
        location = value["in"]?.stringValue.flatMap(Location.init) ?? .query
        type = value["type"].map(MockType.init) ?? .any
        isRequired = value.flag("required")
        style = value["style"]?.stringValue ?? "repeat"
        isSecret = value.flag("secret")
        example = value["example"]
    }
}

/// A body of one media type.
package struct MockBody: Sendable {
    /// The media type; `application/x-www-form-urlencoded` and `multipart/form-data` have the members of an object.
    package var mediaType: String
    package var type: MockType

    init(_ value: JSONValue) {
        mediaType = value["mediaType"]?.stringValue ?? "application/json"
        type = value["type"].map(MockType.init) ?? .any
    }
}

package struct MockReply: Sendable {
    /// The statuses: a single one, 200 to 299, a class such as 400 to 499, or all others.
    package var statuses: ClosedRange<Int>
    package var isError: Bool
    /// The body; `nil` for a reply without one.
    package var body: MockBody?
    package var headers: [MockParam]
    /// The body that the spec states as an example.
    package var example: JSONValue?

    init(_ value: JSONValue) {
        let from = value["from"]?.intValue ?? 200
        statuses = from...max(from, value["to"]?.intValue ?? from)
        isError = value.flag("error")
        body = value["body"].map(MockBody.init)
        headers = value.list("headers").map(MockParam.init)
        example = value["example"]
    }
}

package struct MockStream: Sendable {
    package enum Framing: String, Sendable {
        /// Server-sent events.
        case events
        /// A JSON value on each line.
        case lines
    }

    package struct Event: Sendable {
        /// The name of the event; empty if all have the same type.
        package var name: String
        /// The type of the data; `nil` if it is not read.
        package var type: MockType?

        init(_ value: JSONValue) {
            name = value["name"]?.stringValue ?? ""
            type = value["type"].map(MockType.init)
        }
    }

    package var framing: Framing
    package var events: [Event]
    /// The data that ends the stream; `nil` if it ends with the reply.
    package var end: String?
    /// The param or member, and its value, of requests whose reply is a stream; `nil` if all replies are streams.
    package var condition: (name: String, value: JSONValue)?

    init(_ value: JSONValue) {
        framing = value["framing"]?.stringValue.flatMap(Framing.init) ?? .events
        events = value.list("events").map(Event.init)
        end = value["end"]?.stringValue
        condition = value["when"].flatMap { when in
            when["name"]?.stringValue.map { ($0, when["value"] ?? .null) }
        }
    }
}

package struct MockPages: Sendable {
    package enum Form: String, Sendable {
        /// The header `Link`.
        case link
        /// A URL in the reply.
        case url
        case cursor
        case page
        case offset
    }

    package var form: Form
    /// The param of the next page, for a cursor, a page or an offset.
    package var param: String?
    /// The param with the number of items.
    package var limit: String?
    /// The path of members to the list in the reply; empty if the reply is the list.
    package var items: [String]
    /// The path to the cursor or URL.
    package var next: [String]
    /// The path to a flag that states whether there is a next page; empty if there is none.
    package var more: [String]

    init(_ value: JSONValue) {
        form = value["form"]?.stringValue.flatMap(Form.init) ?? .link
        param = value["param"]?.stringValue
        limit = value["limit"]?.stringValue
        items = value.texts("items")
        next = value.texts("next")
        more = value.texts("more")
    }
}

/// An operation that continues after its first reply.
package struct MockLongRunning: Sendable {
    package struct Condition: Sendable {
        package var path: [String]
        /// The values that match; empty for any value.
        package var values: [JSONValue]

        init(_ value: JSONValue) {
            path = value.texts("path")
            values = value.list("values")
        }
    }

    /// The endpoint that is polled.
    package var poll: String
    /// The params of the poll whose values are in the first reply: each with the path of members, or a header.
    package var params: [(name: String, path: [String], header: String?)]
    package var done: [Condition]
    package var failed: [Condition]

    init(_ value: JSONValue) {
        poll = value["poll"]?.stringValue ?? ""
        params = value.list("params").map {
            ($0["name"]?.stringValue ?? "", $0.texts("path"), $0["header"]?.stringValue)
        }
        done = value.list("done").map(Condition.init)
        failed = value.list("failed").map(Condition.init)
    }
}

/// The number of requests in a span of time.
package struct MockRate: Sendable {
    package var limit: Int
    package var seconds: Double

    package init(limit: Int, seconds: Double) {
        self.limit = limit
        self.seconds = seconds
    }

    init(_ value: JSONValue) {
        self.init(limit: value["limit"]?.intValue ?? 1, seconds: value["seconds"]?.doubleValue ?? 1)
    }
}

/// The calls that the API makes, and their signatures.
package struct MockWebhooks: Sendable {
    package struct Event: Sendable {
        package var name: String
        /// The type of the payload; `nil` if there is none.
        package var type: MockType?
        /// The path of members to the payload; empty for the whole body.
        package var path: [String]

        init(_ value: JSONValue) {
            name = value["name"]?.stringValue ?? ""
            type = value["type"].map(MockType.init)
            path = value.texts("path")
        }
    }

    package var events: [Event]
    /// The path of members to the name of the event; empty if it is in a header.
    package var namePath: [String]
    package var nameHeader: String?
    /// The signature with HMAC; `nil` for that of Standard Webhooks.
    package var signature: MockSignature?

    init(_ value: JSONValue) {
        events = value.list("events").map(Event.init)
        namePath = value.texts("namePath")
        nameHeader = value["nameHeader"]?.stringValue
        signature = value["signature"].map(MockSignature.init)
    }
}

/// How calls are signed with HMAC. The values are those of `WebhookSignature.hmac`.
package struct MockSignature: Sendable {
    package var header: String
    package var algorithm: String
    package var payload: String
    package var encoding: String
    package var prefix: String
    /// The header of the timestamp; `nil` if it is in the header of the signature, or if there is none.
    package var timestampHeader: String?
    /// The name of the timestamp in the header of the signature.
    package var timestampField: String?

    init(_ value: JSONValue) {
        func text(_ name: String) -> String { value[name]?.stringValue ?? "" }
        header = text("header")
        algorithm = text("algorithm")
        payload = text("payload")
        encoding = text("encoding")
        prefix = text("prefix")
        timestampHeader = value["timestampHeader"]?.stringValue
        timestampField = value["timestampField"]?.stringValue
    }
}

extension JSONValue {
    func list(_ name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }

    func texts(_ name: String) -> [String] { list(name).compactMap(\.stringValue) }

    func flag(_ name: String) -> Bool { self[name]?.boolValue ?? false }
}
