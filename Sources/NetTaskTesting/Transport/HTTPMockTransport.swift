import Foundation
public import HTTPTypes
public import NetTaskHTTP

/// A transport without a network: a closure answers each request.
///
///     let transport = HTTPMockTransport { request in
///         request.head.path == "/posts/1" ? .json(#"{"id": 1, "title": "t"}"#) : .status(404)
///     }
///     let queue = HTTPNetTaskQueue(transport: transport) {
///         $0.clock = clock
///     }
///
///     #expect(try await queue.run(GetPost(id: 1)).title == "t")
///     #expect(transport.requests[0].values(of: "Accept") == ["application/json"])
///
/// Everything above the transport works as with a network: middleware, redirects, cookies, timeouts, size limits, and the
/// classification of failures. If your test needs only the tasks, use ``MockHandler``. All members may be used from any thread,
/// even while requests are running.
public final class HTTPMockTransport: HTTPTransport {
    /// Answers a request.
    public typealias Answer = @Sendable (HTTPSeenRequest) async throws -> HTTPAnswer

    private struct State {
        var requests: [HTTPSeenRequest] = []
        var activeRequestCount = 0
    }

    private let state = Watched(State())
    private let answer: Answer

    /// Makes a transport.
    ///
    /// - Parameter answer: called once for each complete request, on the concurrency pool. The transport rethrows its errors,
    ///   such as a `TransportError`. It may take any amount of time, but must return when its Swift task is cancelled.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requests so far, in order.
    public var requests: [HTTPSeenRequest] { state.value.requests }

    /// The number of running requests.
    public var activeRequestCount: Int { state.value.activeRequestCount }

    /// Waits until at least `count` requests have arrived.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForRequests(_ count: Int) async throws {
        try await state.wait { $0.requests.count >= count ? () : nil }
    }

    /// Waits until at most `count` requests are running.
    func waitForActiveRequests(atMost count: Int) async throws {
        try await state.wait { $0.activeRequestCount <= count ? () : nil }
    }

    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        state.update { $0.activeRequestCount += 1 }
        defer { state.update { $0.activeRequestCount -= 1 } }
        try Task.checkCancellation()
        exchange.didConnect()
        let sent = try await read(body, exchange)
        exchange.didSendRequest()
        let seen = state.update { state in
            let number = state.requests.count + 1
            let seen = HTTPSeenRequest(number: number, mocked: request, body: sent, length: body?.length)
            state.requests.append(seen)
            return seen
        }
        try await MockedReply(request: seen, exchange: exchange).give(try await answer(seen))
    }

    private func read(_ body: HTTPRequestBody?, _ exchange: HTTPExchange) async throws -> Data? {
        guard let body else { return nil }
        let reader = body.makeReader()
        var sent = Data()
        while let data = try await reader.next() {
            try Task.checkCancellation()
            sent.append(data)
            exchange.didSend(Int64(sent.count))
        }
        return sent
    }
}

extension HTTPSeenRequest {
    /// Makes the request that a server would see.
    ///
    /// - Parameters:
    ///   - body: the body, or `nil`.
    ///   - length: the length of the body, or `nil` if it was unknown before the end.
    fileprivate init(number: Int, mocked request: HTTPRequest, body: Data?, length: Int64?) {
        self.number = number
        connection = number
        head = request
        self.body = body ?? Data()
        lines = ["\(request.method.rawValue) \(request.path ?? "/") HTTP/1.1", "Host: \(request.authority ?? "")"]
        if body != nil {
            lines.append(length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked")
        }
        lines += request.headerFields.map { "\($0.name.rawName): \($0.value)" }
    }
}
