/// One call of an API, with every default applied. Its settings are members of it.
@dynamicMemberLookup
package struct Endpoint: Sendable, Equatable {
    package var name: Name
    /// The group that it is in; nil where it stands in the client itself.
    package var group: Name?
    package var description: String?
    package var method: Method = .get
    package var uri: URITemplate
    package var settings = EndpointSettings()
    package var params: [Field] = []
    /// The shape whose fields are packed first, and the task's property that holds it.
    package var requestObject: Property?
    /// The type that is the whole body. The task's property for it is `body`.
    package var body: TypeReference?
    /// The media type of `body`, where the spec says one.
    package var contentType: String?
    package var response: Response = .none
    /// What a reply is made of that comes in pieces; nil where none does.
    package var stream: Stream?
    /// The headers of a reply that are in the response, beside its body.
    package var responseHeaders: [Field] = []
    /// What the bodies of errors are, the more exact statuses first.
    package var errors: [StatusBody] = []
    /// How the list goes on that the response is a page of; nil where it is none.
    package var pages: Pages?
    /// What it starts that takes long; nil where it is over with its reply.
    package var longRunning: LongRunning?
    /// As the format of a field, where `response` is JSON of a single value, or a list or dictionary of such values.
    package var responseFormat: Field.Format?
    package var deprecation: Deprecation?
    /// What its task was called before in Swift, perhaps with another client before it: tasks can be stored under these names.
    package var formerNames: [String] = []
    package var example: Example?
    /// The fields of the reply, of one that is described in place; where it takes long, of the first one.
    @Source package var replyFields: [Field] = []
    @Source package var source: Written?

    @inlinable
    package subscript<Value>(dynamicMember setting: WritableKeyPath<EndpointSettings, Value>) -> Value {
        get { settings[keyPath: setting] }
        set { settings[keyPath: setting] = newValue }
    }

    /// What its task has as properties: the request object, which is packed first, the params and the body.
    package var members: [Field] { [objectMember].compactMap { $0 } + params + [bodyMember].compactMap { $0 } }

    /// Those of its members whose fields are members of the request.
    package var holders: [Field] { [objectMember, bodyMember].compactMap { $0 } }

    private var objectMember: Field? { requestObject.map { Field(name: $0.name, type: .shape($0.shape)) } }

    private var bodyMember: Field? { body.map { Field(name: Name("body"), type: $0) } }

    /// Its name in Swift, with its group's before it, if it has one: `Repos.ListIssues`.
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

        /// Whether params go into the query rather than into the body unless `in:` says otherwise.
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
        /// Where the name stands.
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
        /// Where the value stands.
        @Source package var place = SourceRange.none

        package enum Value: Sendable, Equatable {
            case string(String)
            case integer(Int)
            /// As `Field.DefaultValue.number`.
            case number(String)
            case bool(Bool)
            /// Only where the request is JSON.
            case null
        }
    }

    package enum Response: Sendable, Equatable {
        case none
        /// The text as it is; true if an empty body is nil.
        case text(optional: Bool)
        case data(optional: Bool)
        /// The body goes to a file.
        case file(optional: Bool)
        /// A JSON value, and the keys that lead to it.
        case json(TypeReference, path: [String])
        /// Fields written in place; the generated type is the task's own `Response`.
        case fields([Field])
        /// Of each status another one; the generated type is the task's own `Response`.
        case statuses([StatusBody])
        /// All elements of the endpoint's stream.
        case elements
    }
}

extension Endpoint: NamedPart {
    /// A key that it has itself, without what that inherits.
    func ownEntry(_ key: String) -> YAMLNode.Entry? {
        entry(key).flatMap { _ in source?.reading.own.first { $0.key == key } }
    }

    /// Where a key stands that it has itself.
    func ownPlace(of key: String) -> SourceRange? { ownEntry(key)?.keyRange }

    /// A key that it has itself or inherits.
    func anyEntry(_ key: String) -> YAMLNode.Entry? {
        if let entry = entry(key) { return entry }
        guard let reading = source?.reading, !reading.own.contains(where: { $0.key == key }) else { return nil }
        return reading.inherited.first { $0.key == key }
    }

    /// Where a key stands that it has itself or inherits.
    func anyPlace(of key: String) -> SourceRange? { anyEntry(key)?.keyRange }

    var bodyRange: SourceRange? { body == nil ? nil : anyEntry("body")?.value.range }

    /// The names of all params, also of those that could not be read; nil where `params` could not.
    var declaredParams: Set<String>? { (anyEntry("params")?.value).declaredNames }

    /// The params that `unique` names.
    var uniqueNames: [Located<String>] {
        guard case .params(let names) = settings.delivery.uniqueness?.identity, let node = anyEntry("unique")?.value
        else {
            return []
        }
        return (node["params"] ?? node).located(names)
    }

    /// What `was:` says.
    var locatedFormerNames: [Located<String>] { anyEntry("was")?.value.located(formerNames) ?? [] }
}

/// Endpoints that have much in common: a namespace in that of the client.
package struct EndpointGroup: Sendable, Equatable {
    package var name: Name
    package var description: String?
}

/// What `defaults`, groups and endpoints can say of endpoints. Those of an ``Endpoint`` have the others applied.
package struct EndpointSettings: Sendable, Equatable {
    package var encoding = Endpoint.Encoding.form
    /// Headers with a fixed value, in the order written.
    package var headers: [Endpoint.Header] = []
    /// `constants:`, names verbatim; they win over params and over the request object.
    package var constants: [Endpoint.Constant] = []
    /// The schemes of authentication that are needed, all of them, by the names that the spec has them by.
    package var auth: [String] = []
    /// Where each of them is named.
    @Source package var authPlaces: [SourceRange] = []
    package var retry: Retry?
    package var timeout: Duration?
    package var deadline: Duration?
    package var delivery = Delivery()
    /// Whether the properties of the task, and of the types inside of it, are `var` rather than `let`.
    package var isMutable = true
    /// What stands before the declaration of the task.
    package var attributes: [SwiftAttribute] = []
    /// The keys of the author's own, `x-…`.
    package var extensions: [ExtensionValue.Member] = []
    /// What separates the words of the names of its params and of what is described in place.
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
