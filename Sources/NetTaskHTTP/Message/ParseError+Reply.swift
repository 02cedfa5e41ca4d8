public import HTTPTypes
public import NetTaskSystem

extension ParseError {
    /// Makes an error with the reply that could not be read. Tasks add the reply themselves.
    public init(
        _ reason: String,
        path: String = "",
        offset: Int? = nil,
        reply: HTTPReply?,
        underlying: (any Error)? = nil
    ) {
        self.init(reason, path: path, offset: offset, underlying: underlying)
        self.reply = reply
    }

    /// The whole reply, for HTTP tasks.
    public var reply: HTTPReply? {
        get { source as? HTTPReply }
        set { source = newValue }
    }
    /// The status code of the reply.
    public var status: Int? { reply?.status.code }
    /// The headers of the reply.
    public var headers: HTTPFields? { reply?.headers }
    /// The body of the reply, as it is.
    public var body: Data? { reply?.body }
    /// The URL of the request.
    public var url: String? { reply?.url }
    /// The number of the attempt, from 1.
    public var attempt: Int? { reply?.attempt }
}

extension HTTPReply: ParsedReply {
    package var origin: String { errorStart(request, attempt: attempt) + "the reply with status \(status.code)" }
}
