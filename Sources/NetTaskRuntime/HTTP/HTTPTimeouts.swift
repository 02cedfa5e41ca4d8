/// How long the parts of an attempt may take. The task's own `timeout` bounds the attempt as a whole, and its `deadline`
/// all attempts.
public struct HTTPTimeouts: Sendable, Hashable {
    /// Until the request begins to go out, the wait for a free connection included; nil for no limit. Over a transport
    /// that does not tell when that is, it counts for nothing, and the time is part of ``firstByte``.
    public var connect: Duration?
    /// From the last byte of the request to the head of the response; nil for no limit.
    public var firstByte: Duration?
    /// Between two pieces of the request's body, or of the response's; nil for no limit.
    public var idle: Duration?

    /// By default 10 seconds to connect, as async-http-client has it, and 60 for the others, as URLSession has it.
    public init(connect: Duration? = .seconds(10), firstByte: Duration? = .seconds(60), idle: Duration? = .seconds(60))
    {
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
    }

    /// No limits.
    public static var none: HTTPTimeouts { HTTPTimeouts(connect: nil, firstByte: nil, idle: nil) }
}
