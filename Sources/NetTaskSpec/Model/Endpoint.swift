/// One call of an API, with all defaults applied. Its settings are its members.
@dynamicMemberLookup
package struct Endpoint: Sendable, Equatable {
    package var name: Name
    /// The group of the endpoint; `nil` if it is directly in the client.
    package var group: Name?
    package var description: String?
    package var method: Method = .get
    package var uri: URITemplate
    package var settings = EndpointSettings()
    package var params: [Field] = []
    /// The shape whose fields are packed first, and the task's property for it.
    package var requestObject: Property?
    /// The type of the whole body. The task's property for it is `body`.
    package var body: TypeReference?
    /// The bodies by media type, if there are several. `body` is then the type of the task's `Body`.
    package var bodies: [BodyContent] = []
    /// The media type of `body`, if the spec sets one.
    package var contentType: String?
    package var response: Response = .none
    /// The streaming reply; `nil` if there is none.
    package var stream: Stream?
    /// The headers of the reply that are part of the response, next to its body.
    package var responseHeaders: [Field] = []
    /// The types of error bodies. More specific statuses come first.
    package var errors: [StatusBody] = []
    /// How to request the next page of the list; `nil` without pages.
    package var pages: Pages?
    /// The long-running operation that the request starts; `nil` if there is none.
    package var longRunning: LongRunning?
    /// The format of a response that is JSON of a single value, or a list or dictionary of such values, as for a field.
    package var responseFormat: Field.Format?
    package var deprecation: Deprecation?
    /// Earlier Swift names of the task, with or without the client. Stored tasks can have these names.
    package var formerNames: [String] = []
    package var example: Example?
    /// The fields of a reply that is described in place; for a long-running operation, of the first reply.
    @Source package var replyFields: [Field] = []
    @Source package var source: Written?

    @inlinable
    package subscript<Value>(dynamicMember setting: WritableKeyPath<EndpointSettings, Value>) -> Value {
        get { settings[keyPath: setting] }
        set { settings[keyPath: setting] = newValue }
    }

    /// The properties of the task: the request object, which is packed first, the params and the body.
    package var members: [Field] { [objectMember].compactMap { $0 } + params + [bodyMember].compactMap { $0 } }

    /// The members whose fields are members of the request.
    package var holders: [Field] { [objectMember, bodyMember].compactMap { $0 } }

    private var objectMember: Field? { requestObject.map { Field(name: $0.name, type: .shape($0.shape)) } }

    private var bodyMember: Field? { body.map { Field(name: Name("body"), type: $0) } }

    /// The Swift name, qualified with the group if there is one: `Repos.ListIssues`.
    package var qualifiedName: String { group.map { "\($0.swift).\(name.swift)" } ?? name.swift }

    package enum Method: String, Sendable, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
        case trace = "TRACE"

        /// Whether params without `in:` are sent in the query, not in the body.
        package var sendsParamsInQuery: Bool { self != .post && self != .put && self != .patch }
    }

    package enum Encoding: String, Sendable, CaseIterable {
        case form
        case json
        case multipart
    }

    package struct Header: Sendable, Equatable {
        package var name: String
        package var value: String
        /// The place of the name.
        @Source package var place = SourceRange.none
    }

    /// A property of the task whose type is a shape.
    package struct Property: Sendable, Equatable {
        package var name: Name
        /// The written name of the shape.
        package var shape: String

        package init(name: Name, shape: String) {
            self.name = name
            self.shape = shape
        }
    }

    package struct Constant: Sendable, Equatable {
        package var name: String
        package var value: Value
        /// The place of the value.
        @Source package var place = SourceRange.none

        package enum Value: Sendable, Equatable {
            case string(String)
            case integer(Int)
            /// As `Field.DefaultValue.number`.
            case number(String)
            case bool(Bool)
            /// Only in JSON requests.
            case null
        }
    }

    package enum Response: Sendable, Equatable {
        case none
        /// The text of the body. `true` if an empty body is `nil`.
        case text(optional: Bool)
        case data(optional: Bool)
        /// The body is written to a file.
        case file(optional: Bool)
        /// A JSON value, and the path of its keys.
        case json(TypeReference, path: [String])
        /// Fields that are described in place. The generated type is the task's `Response`.
        case fields([Field])
        /// A body for each media type. The generated type is the task's `Response`.
        case contents([BodyContent])
        /// A body for each status. The generated type is the task's `Response`.
        case statuses([StatusBody])
        /// All elements of the endpoint's stream.
        case elements
    }
}

extension Endpoint: NamedPart {
    /// An entry of the endpoint itself, not an inherited one.
    func ownEntry(_ key: String) -> YAMLNode.Entry? {
        entry(key).flatMap { _ in source?.reading.own.first { $0.key == key } }
    }

    /// The place of a key of the endpoint itself.
    func ownPlace(of key: String) -> SourceRange? { ownEntry(key)?.keyRange }

    /// An entry of the endpoint, which may be inherited.
    func anyEntry(_ key: String) -> YAMLNode.Entry? {
        if let entry = entry(key) { return entry }
        guard let reading = source?.reading, !reading.own.contains(where: { $0.key == key }) else { return nil }
        return reading.inherited.first { $0.key == key }
    }

    /// The place of a key, which may be inherited.
    func anyPlace(of key: String) -> SourceRange? { anyEntry(key)?.keyRange }

    var bodyRange: SourceRange? { body == nil ? nil : anyEntry("body")?.value.range }

    /// The names of all params, including those that could not be decoded; `nil` if `params` is invalid.
    var declaredParams: Set<String>? { (anyEntry("params")?.value).declaredNames }

    /// The params of `unique`.
    var uniqueNames: [Located<String>] {
        guard case .params(let names) = settings.delivery.uniqueness?.identity, let node = anyEntry("unique")?.value
        else {
            return []
        }
        return (node["params"] ?? node).located(names)
    }

    /// The names of `was:`.
    var locatedFormerNames: [Located<String>] { anyEntry("was")?.value.located(formerNames) ?? [] }
}

/// A group of endpoints: a namespace in the client's namespace.
package struct EndpointGroup: Sendable, Equatable {
    package var name: Name
    package var description: String?
}

/// The settings that `defaults`, groups and endpoints share. Those of an ``Endpoint`` include the inherited ones.
package struct EndpointSettings: Sendable, Equatable {
    package var encoding = Endpoint.Encoding.form
    /// Headers with constant values, in the order of the spec.
    package var headers: [Endpoint.Header] = []
    /// `constants:`, with the names as written. They override params and the request object.
    package var constants: [Endpoint.Constant] = []
    /// The alternatives of the requests' authentication. Each is a set of schemes, by their names in the spec. An empty set
    /// means that no credentials are needed. No alternatives mean no authentication.
    package var auth: [[String]] = []
    /// The places of all these names, in order.
    @Source package var authPlaces: [SourceRange] = []
    /// The OAuth 2 scopes of which the token needs one, each with spaces between scopes that are needed together.
    package var scopes: [String] = []
    package var retry: Retry?
    package var timeout: Duration?
    package var deadline: Duration?
    package var delivery = Delivery()
    /// Whether the properties of the task and its nested types are `var`, not `let`.
    package var isMutable = true
    /// Whether the task checks the constraints of its params before it is sent.
    package var isValidated = false
    /// The attributes of the task's declaration.
    package var attributes: [SwiftAttribute] = []
    /// The extension keys, `x-…`.
    package var extensions: [ExtensionValue.Member] = []
    /// The separator of the words in the names of its params, and of fields that are described in place.
    @Source package var separator = NameSeparator.default

    package init() {}
}

extension Endpoint {
    package init(name: Name, uri: URITemplate) {
        self.name = name
        self.uri = uri
    }
}

extension Endpoint.Header {
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
