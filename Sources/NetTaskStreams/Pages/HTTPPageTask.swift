public import Foundation
public import NetTaskHTTP

/// A task that brings one page of a list, and knows the next one.
///
///     let page = try await queue.run(HTTPPageTask(Posts.ListPosts()))
///     if let next = page.next { … }
///
/// It is sent as its ``base`` is, with its name, retries, limits and errors.
public struct HTTPPageTask<Base: HTTPPagedTask>: HTTPNetTask {
    public typealias Response = HTTPPage<Base>
    public typealias Failure = Base.Failure

    /// The task that the page is read as. Where the next page is found by a param, such as a cursor, it has that param.
    public let base: Base
    /// The URL of the page, where the server gave one. It takes the place of the uri and the query that ``base`` has, and has
    /// to be of the same origin: else the task ends with a `TransportError` of the kind `invalidRequest`, and nothing is sent.
    public let url: String?
    /// What the server has given this page by: a cursor, or a URL with a mark in place of what is secret. A list ends where one
    /// comes a second time. nil for the first page, and for pages that are counted.
    public let cursor: String?

    /// The page that `base` itself asks for: the first one, or any that is counted.
    public init(_ base: Base) {
        self.base = base
        url = nil
        cursor = nil
    }

    /// The page after the one that gave a cursor.
    ///
    /// - Parameters:
    ///   - base: a task that has the cursor as its param.
    ///   - cursor: as text. The empty one is none: there is no next page then.
    public init?(_ base: Base, cursor: String) {
        if cursor.isEmpty { return nil }
        self.base = base
        url = nil
        self.cursor = cursor
    }

    /// The page at a URL.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: a whole one, or one that is relative to that of `base`; nil and the empty one are none: there is no next page.
    public init?(_ base: Base, url: String?) {
        guard let url, !url.isEmpty else { return nil }
        self.base = base
        self.url = url
        cursor = url
    }

    private init(_ base: Base, url: String, cursor: String) {
        self.base = base
        self.url = url
        self.cursor = cursor
    }

    /// The page at a URL that a reply gave.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: relative ones are resolved against the URL that answered. nil and the empty one are none.
    ///   - reply: the reply.
    public init?(_ base: Base, url: String?, of reply: HTTPReply) {
        guard let url, !url.isEmpty else { return nil }
        let whole = reply.wholeURL(url)
        self.init(base, url: whole, cursor: reply.redaction.text(whole))
    }

    /// The page at a URL that a reply gave.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: relative ones are resolved against the URL that answered. nil is none.
    ///   - reply: the reply.
    public init?(_ base: Base, url: URL?, of reply: HTTPReply) {
        self.init(base, url: url?.absoluteString, of: reply)
    }

    /// The page that a header `Link` says is the next one (RFC 8288); nil if it says none.
    public init?(_ base: Base, linkOf reply: HTTPReply) {
        self.init(base, url: reply.link("next"), of: reply)
    }

    public static var endpoint: HTTPEndpoint { Base.endpoint }
    public static var settings: NetTaskSettings { Base.settings }
    public static func check(_ reply: HTTPReply) throws { try Base.check(reply) }
    public static func isIdempotent(_ task: Self, _ settings: NetTaskSettings) -> Bool {
        Base.isIdempotent(task.base, settings)
    }
    public static func failure(in reply: HTTPReply) throws -> Base.Failure? { try Base.failure(in: reply) }
    public static func failure(for error: any Error, reply: HTTPReply?) -> NetTaskError<Base.Failure> {
        Base.failure(for: error, reply: reply)
    }
    public static func remainder(of reply: HTTPReply) -> HTTPReply? { Base.remainder(of: reply) }
    /// By the whole request: what a spec compares tasks by need not hold the cursor.
    public static func identity(of task: Self) throws -> AnyHashable? { AnyHashable(try task.pack()) }

    public var uri: String { url ?? base.uri }

    public func pack() throws -> HTTPMessage {
        var message = try base.pack()
        if let url { message.goOn(at: url) }
        return message
    }

    public func parse(_ reply: HTTPReply) throws -> HTTPPage<Base> {
        let response = try base.parse(reply)
        var head = reply
        (head.body, head.file) = (Data(), nil)
        return HTTPPage(
            items: Base.items(in: response),
            response: response,
            reply: head,
            next: base.nextPage(after: response, of: reply)
        )
    }

    public func shouldRetry(after error: NetTaskError<Base.Failure>) -> Bool { base.shouldRetry(after: error) }
}

extension HTTPPageTask: CustomReflectable {
    /// The ``base`` and the ``cursor``. The ``url`` may hold a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["base": base, "cursor": cursor as Any], displayStyle: .struct)
    }
}

extension HTTPPageTask: Equatable where Base: Equatable {}
extension HTTPPageTask: Hashable where Base: Hashable {}
extension HTTPPageTask: Encodable where Base: Encodable {}
extension HTTPPageTask: Decodable where Base: Decodable {}
