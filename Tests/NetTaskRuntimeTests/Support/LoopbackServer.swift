import FlyingFox
import FlyingSocks
import Foundation

/// A real HTTP server on loopback, for tests of the bytes on the wire.
struct LoopbackServer {
    /// A request as parsed by the server.
    struct Seen: Sendable {
        var method: String
        var path: String
        var query: [FlyingFox.HTTPRequest.QueryItem]
        var headers: [HTTPHeader: String]
        var body: Data
    }

    let baseURL: String
    let seen: Box<[Seen]>

    /// Starts a server, runs `body`, stops the server.
    static func with(
        _ answer: @escaping @Sendable (Seen) -> FlyingFox.HTTPResponse = { _ in HTTPResponse(statusCode: .ok) },
        _ body: (LoopbackServer) async throws -> Void
    ) async throws {
        let seen = Box<[Seen]>([])
        let handler = ClosureHTTPHandler { request in
            let request = Seen(
                method: request.method.rawValue,
                path: request.path,
                query: request.query,
                headers: Dictionary(request.headers.map { ($0.key, $0.value) }, uniquingKeysWith: { $0 + ", " + $1 }),
                body: try await request.bodyData
            )
            seen.update { $0.append(request) }
            return answer(request)
        }
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled, handler: handler)
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 3_600)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw CocoaError(.featureUnsupported) }
        try await body(LoopbackServer(baseURL: "http://127.0.0.1:\(port)", seen: seen))
        await server.stop()
    }
}
