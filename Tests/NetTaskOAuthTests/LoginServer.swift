import FlyingFox
import FlyingSocks
import Foundation
import NetTaskOAuth
import NetTaskRuntime

/// An OAuth 2 server and an API on loopback. It records the requests, and answers each with the next of the answers. In an answer,
/// `SERVER` stands for its own URL.
actor LoginServer {
    struct Request: Sendable {
        var path: String
        var authorization: String?
        /// The header `X-API-Key`.
        var apiKey: String?
        var form: [String: String]
    }

    private(set) var requests: [Request] = []
    private var answers: [(status: Int, body: String)]

    private init(_ answers: [(status: Int, body: String)]) {
        self.answers = answers
    }

    /// The scheme with all flows.
    static let scheme: OAuth2Scheme = {
        var scheme = OAuth2Scheme(baseURL: "http://127.0.0.1/api/")
        let flow = OAuth2Flow(tokenURL: "/token", refreshURL: "/refresh", deviceURL: "/device")
        scheme.clientCredentials = flow
        scheme.password = flow
        scheme.authorizationCode = flow
        scheme.device = flow
        return scheme
    }()

    static func run<Result: Sendable>(
        _ answers: [(status: Int, body: String)],
        _ body: (LoginServer, _ scheme: OAuth2Scheme) async throws -> Result
    ) async throws -> Result {
        let login = LoginServer(answers)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in await login.respond(to: request, try await request.bodyData) }
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 3_600)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw CancellationError() }
        var scheme = Self.scheme
        scheme.baseURL = "http://127.0.0.1:\(port)/api/"
        return try await body(login, scheme)
    }

    private func respond(to request: HTTPRequest, _ body: Data) -> HTTPResponse {
        var components = URLComponents()
        if request.headers[.contentType]?.contains("form") == true {
            components.percentEncodedQuery = String(decoding: body, as: UTF8.self).replacing("+", with: "%20")
        }
        let form = Dictionary(components.queryItems?.map { ($0.name, $0.value ?? "") } ?? []) { first, _ in first }
        requests.append(
            Request(
                path: request.path,
                authorization: request.headers[.authorization],
                apiKey: request.headers[FlyingFox.HTTPHeader("X-API-Key")],
                form: form
            )
        )
        let answer = answers.isEmpty ? (500, "") : answers.removeFirst()
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.0, phrase: ""),
            headers: [.contentType: "application/json"],
            body: Data(answer.1.replacing("SERVER", with: "http://\(request.headers[.host] ?? "")").utf8)
        )
    }
}

/// A clock whose sleeps end immediately. It records them.
final class JumpingClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Swift.Duration
        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    // Unchecked: only accessed with `lock`.
    private let lock = NSLock()
    private var offset = Swift.Duration.zero
    private var slept: [Swift.Duration] = []

    var now: Instant { lock.withLock { Instant(offset: offset) } }
    var sleeps: [Swift.Duration] { lock.withLock { slept } }
    let minimumResolution = Swift.Duration.zero

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        lock.withLock {
            slept.append(deadline.offset - offset)
            offset = max(offset, deadline.offset)
        }
    }
}
