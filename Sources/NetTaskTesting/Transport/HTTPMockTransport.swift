import Foundation
public import HTTPTypes
public import NetTaskHTTP

/// A transport without a network: a closure says what each request is answered with.
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
/// What lies above a transport is at work as over a network: middleware, redirects, cookies, limits on time and size,
/// the judgement of failures. Where only the tasks matter, see ``MockHandler``. All of it may be used from any thread,
/// also while requests are under way.
public final class HTTPMockTransport: HTTPTransport {
    /// Says what is done with a request.
    public typealias Answer = @Sendable (HTTPSeenRequest) async throws -> HTTPAnswer

    private struct State {
        var requests: [HTTPSeenRequest] = []
        var underWay = 0
    }

    private let state = Watched(State())
    private let answer: Answer

    /// - Parameter answer: called once for each request, on the concurrency pool, once the whole of it is there. What it
    ///   throws, such as a `TransportError`, is what the transport throws. It may take its time, and is to end when its
    ///   Swift task is cancelled.
    public init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    /// The requests so far, in the order in which they came.
    public var requests: [HTTPSeenRequest] { state.value.requests }

    /// How many requests are under way.
    public var underWayCount: Int { state.value.underWay }

    /// Waits until that many requests, or more, have come.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForRequests(_ count: Int) async throws {
        try await state.wait { $0.requests.count >= count ? () : nil }
    }

    /// Waits until that many requests, or fewer, are under way.
    func waitForUnderWay(atMost count: Int) async throws {
        try await state.wait { $0.underWay <= count ? () : nil }
    }

    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        state.update { $0.underWay += 1 }
        defer { state.update { $0.underWay -= 1 } }
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
    /// What a server would see if the request went out.
    ///
    /// - Parameters:
    ///   - body: nil if there is none.
    ///   - length: nil if it was not known before the end.
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
