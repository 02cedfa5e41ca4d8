public import Foundation
public import HTTPTypes
public import NetTaskHTTP

/// A task whose reply comes in pieces, each of which is an element; what generated code conforms to where a spec says
/// `events` or `lines`.
///
///     for try await chunk in queue.stream(OpenAI.Chat(body: request)) { print(chunk.text) }
///
/// `run` waits for the end of the reply, and reads it as any other task does: an endpoint of which all replies are streams
/// gives an array of its elements then.
public protocol HTTPStreamTask: HTTPNetTask {
    /// What the stream is made of.
    associatedtype Element: Sendable

    /// How the reply is cut into pieces, and how it ends. Asked for several times in each attempt, so that it should be cheap to
    /// make.
    static var stream: HTTPStreamFormat { get }

    /// The task as it asks for a stream, such as with `stream: true` in its body, where the endpoint has replies of both
    /// forms. Default: the task itself.
    var streamed: Self { get }

    /// Makes an element of a piece. Called for one piece after the other.
    ///
    /// - Throws: `ParseError` if the piece is none.
    static func element(of piece: HTTPStreamPiece) throws -> Element
}

extension HTTPStreamTask {
    public var streamed: Self { self }

    /// Refuses a stream that `run` would have to wait for, and could not read.
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
    /// The content type in lower case and without parameters; empty if there is none.
    var mediaType: String {
        (self[.contentType] ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

extension HTTPStreamTask where Element: JSONReadable {
    /// Reads the piece as JSON.
    public static func element(of piece: HTTPStreamPiece) throws -> Element {
        try piece.json()
    }
}

/// How a reply is cut into pieces, and how it ends.
public struct HTTPStreamFormat: Sendable, Hashable {
    /// What stands between the pieces.
    public enum Framing: Sendable, Hashable, CaseIterable {
        /// Server-sent events (WHATWG, HTML, section 9.2).
        case events
        /// A JSON text in each line; or, where the content type says so, a JSON text sequence (RFC 7464).
        case lines
    }

    /// What stands between the pieces.
    public var framing: Framing
    /// The data that ends the stream, and is no element, such as `[DONE]`. Default: `nil`, the reply ends it.
    public var end: String?
    /// How long nothing may come. Default: `nil`, as the handler's `timeouts.idle` says.
    public var idle: Duration?
    /// Whether the endpoint streams only if a request asks for it. `run` then refuses a reply that is a stream, once its head is
    /// there. Default: `false`.
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
    /// The content types of such a stream.
    var mediaTypes: [String] {
        switch self {
        case .events: ["text/event-stream"]
        case .lines: ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/json-seq"]
        }
    }
}

/// One event, or one line, of a reply.
public struct HTTPStreamPiece: Sendable, Hashable {
    /// The name of the event, `message` where it says none; empty for a line.
    public var name: String
    /// The data of the event, or the line. It may be a slice of more that has come.
    public var data: Data
    /// The latest id that an event of the stream had; nil where none had any.
    public var id: String?

    /// Makes a piece, such as for a test.
    public init(name: String = "", data: Data, id: String? = nil) {
        self.name = name
        self.data = data
        self.id = id
    }

    /// The data as JSON.
    ///
    /// - Parameter format: how dates at top level are written.
    public func json<Value: JSONReadable>(format: ValueFormat = .iso8601) throws -> Value {
        if data.isEmpty, let value = Value.valueIfAbsent { return value }
        return try data.withUnsafeBytes { bytes in
            try JSONReader.read(bytes, path: [], format: format) { try Value.read(from: &$0) }
        }
    }

    /// The data as text.
    public func text() throws -> String {
        try HTTPReply(status: .ok, body: data).text()
    }
}

extension HTTPStreamTask where Response == [Element] {
    /// Reads the reply, which is there as a whole, as the elements of its stream.
    public func parse(_ reply: HTTPReply) throws -> [Element] {
        try HTTPStream(self).feed.all(of: reply)
    }
}
