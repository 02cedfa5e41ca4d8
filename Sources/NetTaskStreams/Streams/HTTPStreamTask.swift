public import HTTPTypes
public import NetTaskHTTP
public import NetTaskSystem

/// A task whose reply is a stream of elements. Generated tasks conform if their spec has `events` or `lines`.
///
///     for try await chunk in queue.stream(OpenAI.Chat(body: request)) { print(chunk.text) }
///
/// `run` waits for the end of the reply, and parses it like any other task. If all replies of the endpoint are streams, it
/// returns an array of the elements.
public protocol HTTPStreamTask: HTTPNetTask {
    /// The type of the stream's elements.
    associatedtype Element: Sendable

    /// The format of the stream. It is read several times in each attempt, so it should be cheap to make.
    static var stream: HTTPStreamFormat { get }

    /// The task that requests a stream, such as with `stream: true` in its body, for an endpoint with both kinds of replies.
    /// Default: the task itself.
    var streamed: Self { get }

    /// Makes an element from an event or line. Called in order, for one event or line at a time.
    ///
    /// - Throws: `ParseError` if it is not a valid element.
    static func element(of piece: HTTPStreamPiece) throws -> Element
}

extension HTTPStreamTask {
    public var streamed: Self { self }

    /// Rejects a stream that `run` would wait for but could not parse.
    public static func check(head: HTTPResponse) throws {
        let type = head.headerFields.mediaType
        if stream.isConditional, stream.framing.mediaTypes.contains(type) {
            throw ParseError(
                "it is a stream (\"\(type)\"); use `stream` instead of `run`, or remove the param that asks for a stream"
            )
        }
    }
}

extension HTTPFields {
    /// The content type in lower case, without parameters; empty if there is none.
    var mediaType: String {
        (self[.contentType] ?? "").prefix { $0 != ";" }.trimmed.lowercased()
    }
}

extension HTTPStreamTask where Element: JSONReadable {
    /// Parses the event or line as JSON.
    public static func element(of piece: HTTPStreamPiece) throws -> Element {
        try piece.json()
    }
}

/// How a reply is split into events or lines, and how it ends.
public struct HTTPStreamFormat: Sendable, Hashable {
    /// How the events or lines are separated.
    public enum Framing: Sendable, Hashable, CaseIterable {
        /// Server-sent events (WHATWG, HTML, section 9.2).
        case events
        /// One JSON text in each line; or a JSON text sequence (RFC 7464), if that is the content type.
        case lines
    }

    /// How the events or lines are separated.
    public var framing: Framing
    /// The data that ends the stream and is not an element, such as `[DONE]`. Default: `nil`, the stream ends with the reply.
    public var end: String?
    /// The maximum time without data. Default: `nil`, the `timeouts.idle` of the handler.
    public var idle: Duration?
    /// Whether the endpoint streams only if a request asks for it. `run` then rejects a stream when its head has arrived.
    /// Default: `false`.
    public var isConditional: Bool

    /// Makes a format.
    public init(_ framing: Framing, until end: String? = nil, idle: Duration? = nil, isConditional: Bool = false) {
        self.framing = framing
        self.end = end
        self.idle = idle
        self.isConditional = isConditional
    }
}

extension HTTPStreamFormat.Framing {
    /// The content types of the format.
    var mediaTypes: [String] {
        switch self {
        case .events: ["text/event-stream"]
        case .lines: ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq"]
        }
    }
}

/// One event or line of a reply.
public struct HTTPStreamPiece: Sendable, Hashable {
    /// The name of the event, or `message` if it has none; empty for a line.
    public var name: String
    /// The data of the event, or the line. It may be a slice of a larger buffer.
    public var data: Data
    /// The ID of the latest event with an ID, or `nil` if there is none.
    public var id: String?

    /// Makes an event or line, such as for a test.
    public init(name: String = "", data: Data, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }

    /// Parses the data as JSON.
    ///
    /// - Parameter format: the format of dates at top level. Default: `iso8601`.
    public func json<Value: JSONReadable>(format: ValueFormat = .iso8601) throws -> Value {
        if data.isEmpty, let value = Value.valueIfAbsent { return value }
        return try data.withUnsafeBytes { bytes in
            try JSONReader.read(bytes, path: [], format: format) { try Value.read(from: &$0) }
        }
    }

    /// Returns the data as text.
    public func text() throws -> String {
        try HTTPReply(status: .ok, body: data).text()
    }
}

extension HTTPStreamTask where Response == [Element] {
    /// Parses a complete reply as the elements of its stream.
    public func parse(_ reply: HTTPReply) throws -> [Element] {
        try HTTPStream(self).feed.all(of: reply)
    }
}
