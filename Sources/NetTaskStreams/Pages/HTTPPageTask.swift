public import NetTaskHTTP
public import NetTaskSystem

/// A task that returns one page of a list, and the task of the next page.
///
///     let page = try await queue.run(HTTPPageTask(Posts.ListPosts()))
///     if let next = page.next { … }
///
/// It is sent like its ``base``, with the same name, retries, limits and errors.
public struct HTTPPageTask<Base: HTTPPagedTask>: HTTPNetTask {
    public typealias Response = HTTPPage<Base>
    public typealias Failure = Base.Failure

    /// The task that parses the page. If a param such as a cursor selects the page, it has that param.
    public let base: Base
    /// The URL of the page, if the server sent one. It replaces the uri and the query of ``base``. If it has another origin,
    /// the task ends with a `TransportError` of the kind `invalidRequest`, and nothing is sent.
    public let url: String?
    /// The value that the server sent for this page: a cursor, or a URL with `<secret>` in place of secrets. If a list has the
    /// same value twice, it ends with an error. `nil` for the first page, and for pages with numbers.
    public let cursor: String?

    /// Makes the task for the page that `base` itself requests: the first page, or any page with a number.
    public init(_ base: Base) {
        self.base = base
        url = nil
        cursor = nil
    }

    /// Makes the task for the page at a cursor, or returns `nil` for an empty cursor, which means that there is no next page.
    ///
    /// - Parameters:
    ///   - base: a task that has the cursor as its param.
    ///   - cursor: the cursor as text.
    public init?(_ base: Base, cursor: String) {
        if cursor.isEmpty { return nil }
        self.base = base
        url = nil
        self.cursor = cursor
    }

    /// Makes the task for the page at a URL, or returns `nil` for `nil` and an empty URL, which mean that there is no next
    /// page.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: a whole URL, or a URL relative to that of `base`.
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

    /// Makes the task for the page at a URL in a reply, or returns `nil` for `nil` and an empty URL, which mean that there is
    /// no next page.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: the URL. A relative URL is resolved against the URL of the reply.
    ///   - reply: the reply.
    public init?(_ base: Base, url: String?, of reply: HTTPReply) {
        guard let url, !url.isEmpty else { return nil }
        let whole = reply.wholeURL(url)
        self.init(base, url: whole, cursor: reply.redaction.text(whole))
    }

    /// Makes the task for the page at a URL in a reply, or returns `nil` for `nil`, which means that there is no next page.
    ///
    /// - Parameters:
    ///   - base: the task of the list.
    ///   - url: the URL. A relative URL is resolved against the URL of the reply.
    ///   - reply: the reply.
    public init?(_ base: Base, url: URL?, of reply: HTTPReply) {
        self.init(base, url: url?.absoluteString, of: reply)
    }

    /// Makes the task for the next page according to the `Link` header (RFC 8288), or returns `nil` if the header has no next
    /// page.
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
    /// Compares whole requests, because the params that identify duplicates in the spec may not include the cursor.
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
    /// The ``base`` and the ``cursor``. The ``url`` may contain a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["base": base, "cursor": cursor as Any], displayStyle: .struct)
    }
}

extension HTTPPageTask: Equatable where Base: Equatable {}
extension HTTPPageTask: Hashable where Base: Hashable {}
extension HTTPPageTask: Encodable where Base: Encodable {}
extension HTTPPageTask: Decodable where Base: Decodable {}
