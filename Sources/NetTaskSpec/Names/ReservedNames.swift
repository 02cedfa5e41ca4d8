/// Identifiers that a spec cannot use, because generated code uses them or Swift does not allow them.
package enum ReservedNames {
    /// For clients, shapes and endpoints.
    package static let types: Set<String> = TypeReference.ownNames.union(swiftTypes).union(runtimeTypes)
        .union(unutterable).union(locals).union(["OAuth2Schemes", "api", "authentication", "durableTasks", "makeAPI"])

    /// Reserved for clients. A task refers to its client, but Swift would find its own members and the accessor keywords
    /// first.
    package static let clients = types.union(taskMembers).union(insideTasks).union([
        "_modify", "_read", "body", "customMirror", "didSet", "get", "mutate", "set", "unsafeAddress",
        "unsafeMutableAddress", "willSet",
    ])

    /// Reserved for the first part of a transform, because Swift would find these first.
    static let transforms = taskMembers.union([
        "customMirror", "object", "packer", "read", "self", "value", "valueIfAbsent", "write",
    ])

    /// Reserved for params, because the task already has these members and types.
    package static let paramMembers: Set<String> = replyMembers.union([
        "CodingKeys", "Element", "Failure", "PageItem", "Poll", "Rejection", "Reply", "Request", "Response", "Self",
        "pack", "packIdentity", "parse", "shouldRetry", "streamed", "uri",
    ])

    /// The members that tasks inherit from protocols of the runtime, including static members. A test compares them with the
    /// declarations of these protocols.
    package static let taskMembers: Set<String> = [
        "canBeNull", "check", "durability", "element", "endpoint", "enqueueStatement", "failure", "identity", "init",
        "isIdempotent", "isPending", "items", "keepsReply", "name", "nextPage", "pack", "packIdentity", "parse", "poll",
        "remainder", "restore", "settings", "shouldRetry", "state", "step", "store", "stored", "storedForm", "stream",
        "streamed", "uri", "valueIfNotStored",
    ]

    /// Reserved for fields of shapes. A shape can be `Hashable`, and then Swift warns about a member `hashValue`.
    package static let fieldMembers: Set<String> = replyMembers.union(["CodingKeys", "hashValue", "pack"])

    /// Reserved for the fields of a reply that is described in place.
    package static let replyMembers: Set<String> = namesInExpressions.union(["self", "init", "customMirror"])

    /// Reserved for authentication schemes, which are parameters of a function.
    package static let schemes: Set<String> = ["HTTPAuthentication", "init", TypeReference.noneWord, "schemes", "self"]

    /// Reserved for the cases of enumerations: they have another meaning after a dot, and the last three are members of the
    /// type.
    package static let cases: Set<String> = ["self", "init", "Type", "Protocol", "RawValue", "AllCases", "allCases"]

    /// Reserved for the cases of open enumerations: their properties.
    package static let openCases: Set<String> = ["knownCases", "rawValue"]

    /// Reserved for the cases of webhooks: the other members of the enumeration. The last is the case for other events, if
    /// one has the name `unknown`.
    package static let webhookCases = cases.union(["eventName", "signature", "verifier", "unrecognized"])

    /// Types that generated code uses in expressions, where it would find a property with the same name first.
    private static let namesInExpressions: Set<String> = [
        "Decimal", "DurableHTTPNetTasks", "Foundation", "HTTPRequest", "HTTPStreamFormat", "HTTPTypes", "Mirror",
        "NetTaskDurability",
        "NetTaskHTTP", "NetTaskIdempotencyKey", "Nullable", "PathSegment", "RedactedValue", "RetryPolicy",
        "StoredForm", "Swift",
    ]

    /// Types that are nested in tasks and in shapes.
    static let insideTasks: Set<String> = [
        "Body", "CodingKeys", "Element", "Failure", "PageItem", "Poll", "RawValue", "Rejection", "Reply", "Request",
        "Response",
    ]

    /// Local names of generated functions that refer to types.
    private static let locals: Set<String> = ["choice", "object", "packer", "rawValue", "reader", "validator", "value"]

    static let unutterable: Set<String> = ["Any", "AnyObject", "Protocol", "Self", "Type", "init", "self"]

    /// Swift types that are not built into the spec language.
    private static let swiftTypes: Set<String> = [
        "CaseIterable", "Codable", "CodingKey", "CustomReflectable", "Decodable", "Decoder", "Duration", "Encodable",
        "Encoder", "Equatable", "Error", "Float16", "Foundation", "Hashable", "Identifiable", "Int128", "Mirror",
        "Never", "RawRepresentable", "Sendable", "Swift", "UInt128", "Void",
    ]

    private static let runtimeTypes: Set<String> = [
        "APIKeyCredentials", "BasicCredentials", "BearerCredentials", "ConstrainedObject", "DurableHTTPNetTasks",
        "DurableNetTask",
        "Failure", "HTTPAPI", "HTTPAuthentication", "HTTPEndpoint", "HTTPField", "HTTPFields", "HTTPFile",
        "HTTPLongRunningState", "HTTPLongRunningTask", "HTTPMessage", "HTTPNetTask", "HTTPNetTaskQueue",
        "HTTPNetTaskQueueHandler", "HTTPPagedTask", "HTTPPageTask", "HTTPReply", "HTTPReplyReadable",
        "HTTPRequest", "HTTPRequestEncoding", "HTTPResponse", "HTTPStreamFormat", "HTTPStreamPiece",
        "HTTPStreamTask", "HTTPTransport", "HTTPTypes", "IndirectValue", "JSONChoice", "JSONReadable",
        "JSONReader", "JSONScalar", "NetTask", "NetTaskContext", "NetTaskDurability", "NetTaskError",
        "NetTaskGenerated_1", "NetTaskHandle", "NetTaskHTTP", "NetTaskIdempotencyKey", "NetTaskInterface",
        "NetTaskOptions", "NetTaskQueue", "NetTaskQueueHandler", "NetTaskRuntime", "NetTaskSettings",
        "Nullable", "OAuth2Flow", "OAuth2Scheme", "PackError", "PageItem", "ParameterLocation", "ParameterPackable",
        "ParameterPacker", "ParameterValidator", "ParameterValue", "PathSegment", "RedactedValue", "Rejection", "Reply",
        "Request", "Response",
        "RetryDisposition", "RetryPolicy", "StoredForm", "StoredObject", "StoredValue", "StoredWriter",
        "VerifiedWebhook", "WebhookBody", "WebhookSignature",
    ]
}
