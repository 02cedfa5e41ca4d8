/// Identifiers that a spec may not give to its own things, because generated code uses them or Swift cannot have them.
package enum ReservedNames {
    /// For clients, shapes and endpoints.
    package static let types: Set<String> = TypeReference.ownNames.union(swiftTypes).union(runtimeTypes)
        .union(unutterable).union(locals).union(["api", "authentication", "durableTasks", "makeAPI"])

    /// For clients, which a task names where its own members, and the words that begin an accessor, are seen first.
    package static let clients = types.union(taskMembers).union(insideTasks).union([
        "_modify", "_read", "body", "customMirror", "didSet", "get", "mutate", "set", "unsafeAddress",
        "unsafeMutableAddress", "willSet",
    ])

    /// For the first part of a transform, which is called where these are seen first.
    static let transforms = taskMembers.union([
        "customMirror", "object", "packer", "read", "self", "value", "valueIfAbsent", "write",
    ])

    /// For params, whose task has these members and types already.
    package static let paramMembers: Set<String> = replyMembers.union([
        "CodingKeys", "Element", "Failure", "PageItem", "Poll", "Rejection", "Reply", "Request", "Response", "Self",
        "pack", "packIdentity", "parse", "shouldRetry", "streamed", "uri",
    ])

    /// The members that tasks inherit from protocols of the runtime, static members too. A test compares them with the
    /// declarations of these protocols.
    package static let taskMembers: Set<String> = [
        "canBeNull", "check", "durability", "element", "endpoint", "enqueueStatement", "failure", "identity", "init",
        "isIdempotent", "isPending", "items", "keepsReply", "name", "nextPage", "pack", "packIdentity", "parse", "poll",
        "remainder", "restore", "settings", "shouldRetry", "state", "step", "store", "stored", "storedForm", "stream",
        "streamed", "uri", "valueIfNotStored",
    ]

    /// For fields of shapes. A shape can be `Hashable`, where Swift warns of a member `hashValue`.
    package static let fieldMembers: Set<String> = replyMembers.union(["CodingKeys", "hashValue", "pack"])

    /// For the fields of a reply written in place.
    package static let replyMembers: Set<String> = namesInExpressions.union(["self", "init", "customMirror"])

    /// For schemes of authentication, which are the parameters of a function.
    package static let schemes: Set<String> = ["HTTPAuthentication", "init", TypeReference.noneWord, "schemes", "self"]

    /// For the cases of enumerations: after a dot these mean something else, and the last three come with the type.
    package static let cases: Set<String> = ["self", "init", "Type", "Protocol", "RawValue", "AllCases", "allCases"]

    /// For the cases of enumerations that keep what the spec does not list: their properties.
    package static let openCases: Set<String> = ["knownCases", "rawValue"]

    /// For the cases of webhooks: what the enumeration has besides. The last is the case of other events, if one is called `unknown`.
    package static let webhookCases = cases.union(["eventName", "signature", "verifier", "unrecognized"])

    /// Types that emitted code names in expressions, where a property of that name would be found first.
    private static let namesInExpressions: Set<String> = [
        "Decimal", "DurableHTTPNetTasks", "Foundation", "HTTPRequest", "HTTPStreamFormat", "HTTPTypes", "Mirror",
        "NetTaskDurability",
        "NetTaskHTTP", "NetTaskIdempotencyKey", "Nullable", "PathSegment", "RedactedValue", "RetryPolicy",
        "StoredForm", "Swift",
    ]

    /// Types that are nested in tasks and in shapes.
    static let insideTasks: Set<String> = [
        "CodingKeys", "Element", "Failure", "PageItem", "Poll", "RawValue", "Rejection", "Reply", "Request", "Response",
    ]

    /// What generated functions have in scope where they name types.
    private static let locals: Set<String> = ["choice", "object", "packer", "rawValue", "reader", "value"]

    static let unutterable: Set<String> = ["Any", "AnyObject", "Protocol", "Self", "Type", "init", "self"]

    /// Besides the types of the language.
    private static let swiftTypes: Set<String> = [
        "CaseIterable", "Codable", "CodingKey", "CustomReflectable", "Decodable", "Decoder", "Duration", "Encodable",
        "Encoder", "Equatable", "Error", "Float16", "Foundation", "Hashable", "Identifiable", "Int128", "Mirror",
        "Never", "RawRepresentable", "Sendable", "Swift", "UInt128", "Void",
    ]

    private static let runtimeTypes: Set<String> = [
        "APIKeyCredentials", "BasicCredentials", "BearerCredentials", "DurableHTTPNetTasks", "DurableNetTask",
        "Failure", "HTTPAPI", "HTTPAuthentication", "HTTPEndpoint", "HTTPField", "HTTPFields", "HTTPFile",
        "HTTPLongRunningState", "HTTPLongRunningTask", "HTTPMessage", "HTTPNetTask", "HTTPNetTaskQueue",
        "HTTPNetTaskQueueHandler", "HTTPPagedTask", "HTTPPageTask", "HTTPReply", "HTTPReplyReadable",
        "HTTPRequest", "HTTPRequestEncoding", "HTTPResponse", "HTTPStreamFormat", "HTTPStreamPiece",
        "HTTPStreamTask", "HTTPTransport", "HTTPTypes", "IndirectValue", "JSONChoice", "JSONReadable",
        "JSONReader", "JSONScalar", "NetTask", "NetTaskContext", "NetTaskDurability", "NetTaskError",
        "NetTaskGenerated_1", "NetTaskHandle", "NetTaskHTTP", "NetTaskIdempotencyKey", "NetTaskInterface",
        "NetTaskOptions", "NetTaskQueue", "NetTaskQueueHandler", "NetTaskRuntime", "NetTaskSettings",
        "Nullable", "PackError", "PageItem", "ParameterLocation", "ParameterPackable", "ParameterPacker",
        "ParameterValue", "PathSegment", "RedactedValue", "Rejection", "Reply", "Request", "Response",
        "RetryDisposition", "RetryPolicy", "StoredForm", "StoredObject", "StoredValue", "StoredWriter",
        "VerifiedWebhook", "WebhookBody", "WebhookSignature",
    ]
}
