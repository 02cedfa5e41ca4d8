import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

private struct PlaceOrder: HTTPNetTask {
    typealias Response = Void
    var uri: String { "orders" }

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("PlaceOrder", .post, "orders")
        endpoint.settings.retry = RetryPolicy(maxRetryCount: 3, interval: .zero)
        endpoint.settings.idempotencyKey = NetTaskIdempotencyKey(header: "Idempotency-Key")
        return endpoint
    }

    func pack(into packer: inout ParameterPacker) {
        packer.add("item", "tea")
    }
}

/// The same, with another header.
private struct PlaceOrderBy<Header: HeaderChoice>: HTTPNetTask {
    typealias Response = Void
    var uri: String { "orders" }

    static var endpoint: HTTPEndpoint {
        HTTPEndpoint(nil, .post, "orders", settings: NetTaskSettings(idempotencyKey: Header.key))
    }
}

private protocol HeaderChoice: Sendable {
    static var key: NetTaskIdempotencyKey { get }
}

private enum Quoted: HeaderChoice {
    static let key = NetTaskIdempotencyKey(header: "X-Key", isQuoted: true)
}

private enum Broken: HeaderChoice {
    static let key = NetTaskIdempotencyKey(header: "X Key")
}

@Suite("Idempotency keys over HTTP", .timeLimit(.minutes(5)))
struct IdempotencyKeyTests {
    private func queue(
        _ transport: HTTPMockTransport,
        _ configuration: HTTPConfiguration = HTTPConfiguration()
    ) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport, baseURL: "https://a.test") {
            $0 = configuration
        }
    }

    private func keys(_ transport: HTTPMockTransport, header: String = "idempotency-key") -> [String?] {
        transport.requests.map { request in
            let fields = request.head.headerFields.filter { $0.name.canonicalName == header }
            #expect(fields.count < 2)
            return fields.first?.value
        }
    }

    @Test("Retries send the same key after any failure")
    func retries() async throws {
        // given
        let transport = HTTPMockTransport { request in
            switch request.number {
            case 1: .fault(.resetBeforeHead)
            case 2: .status(503)
            case 3: .status(429)
            default: .status(200)
            }
        }
        // when
        try await queue(transport).run(PlaceOrder())
        // then
        #expect(keys(transport).count == 4)
        #expect(Set(keys(transport)).count == 1)
        #expect(keys(transport)[0]?.count == 36)
    }

    @Test("A resent request has the same key")
    func resend() async throws {
        // given
        let transport = HTTPMockTransport { request in
            request.number == 1 ? .fault(.refused) : .status(200)
        }
        // when
        let handle = queue(transport).add(PlaceOrder())
        try await handle.value
        // then
        #expect(handle.status.attempt == 1)
        #expect(keys(transport).count == 2)
        #expect(keys(transport)[0] != nil)
        #expect(Set(keys(transport)).count == 1)
    }

    @Test("A redirect that keeps the method keeps the key", arguments: [307, 308])
    func redirect(code: Int) async throws {
        // given
        let transport = HTTPMockTransport { request in
            request.number == 1 ? .status(.init(code: code), headers: [.location: "/v2/orders"]) : .status(200)
        }
        // when
        try await queue(transport).run(PlaceOrder())
        // then
        #expect(transport.requests.map(\.head.path) == ["/orders", "/v2/orders"])
        #expect(Set(keys(transport)).count == 1)
        #expect(keys(transport)[0] != nil)
    }

    @Test("The key is in quotes if the task requires it")
    func quoted() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200) }
        // when
        try await queue(transport).run(PlaceOrderBy<Quoted>(), .idempotencyKey("a b"))
        // then
        #expect(keys(transport, header: "x-key") == ["\"a b\""])
    }

    @Test("A header of the call replaces the key, and the key replaces a header of the queue")
    func precedence() async throws {
        // given
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let transport = HTTPMockTransport { _ in .status(200) }
        let queue = queue(transport, HTTPConfiguration { $0.headers = [name: "fixed"] })
        // when
        try await queue.run(PlaceOrder(), .idempotencyKey("own"))
        try await queue.run(PlaceOrder(), .idempotencyKey("own"), .headers(["idempotency-key": "call"]))
        // then
        #expect(keys(transport) == ["own", "call"])
    }

    @Test("Middleware sees the key and the delivery")
    func middleware() async throws {
        // given
        let seen = Box<[String?]>([])
        let transport = HTTPMockTransport { _ in .status(200) }
        let middleware = Noting { operation in
            seen.update { $0 += [operation.idempotencyKey, operation.context.settings.idempotencyKey?.header] }
        }
        // when
        try await queue(transport, HTTPConfiguration { $0.middleware = [middleware] })
            .run(PlaceOrder(), .idempotencyKey("own"))
        // then
        #expect(seen.value == ["own", "Idempotency-Key"])
    }

    @Test("An invalid header is an error, and nothing is sent")
    func brokenHeader() async {
        // given
        let transport = HTTPMockTransport { _ in .status(200) }
        // when
        let result = await queue(transport).add(PlaceOrderBy<Broken>()).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.contains("\"X Key\" is not a valid name of a header"))
        #expect(transport.requests.isEmpty)
    }
}

private struct Noting: HTTPMiddleware {
    let note: @Sendable (HTTPOperation) -> Void

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        note(call.operation)
        return try await next(call)
    }
}
