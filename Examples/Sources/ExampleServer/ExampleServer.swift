import FlyingFox
import FlyingSocks
import Foundation

/// An HTTP server on loopback that behaves like JSONPlaceholder and OpenWeather, as far as the examples need it.
///
/// It prints each request as it was received, and counts the concurrent requests.
public actor ExampleServer {
    public nonisolated let baseURL: String
    /// The largest number of concurrent requests so far.
    public private(set) var mostAtOnce = 0

    private var atOnce = 0
    private var hasFailed = false
    private let prints: Bool

    private init(baseURL: String, prints: Bool) {
        self.baseURL = baseURL
        self.prints = prints
    }

    /// Starts a server, which runs until the process ends.
    /// - Parameters:
    ///   - port: The port, or 0 for a free one.
    ///   - prints: Whether each request is printed.
    public static func start(port: UInt16 = 0, prints: Bool = true) async throws -> ExampleServer {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        let running = Task { try await server.run() }
        do {
            try await server.waitUntilListening()
        } catch {
            // The error of `run` gives the reason why the server does not listen.
            try await running.value
            throw error
        }
        guard case .ip4(_, let port) = await server.listeningAddress else { throw ExampleServerError.noAddress }
        let example = ExampleServer(baseURL: "http://127.0.0.1:\(port)", prints: prints)
        await server.appendRoute("*") { try await example.respond(to: $0) }
        return example
    }

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        atOnce += 1
        mostAtOnce = max(mostAtOnce, atOnce)
        defer { atOnce -= 1 }
        let body = String(decoding: try await request.bodyData, as: UTF8.self)
        let response = answer(to: request, body: body)
        if prints {
            print("    → \(request.method.rawValue) \(request.target.rawValue)\(body.isEmpty ? "" : "  \(body)")")
        }
        // The delay of a distant server, so that requests overlap.
        try await Task.sleep(for: .milliseconds(50))
        if prints {
            print("    ← \(response.statusCode.code) to \(request.method.rawValue) \(request.path)")
        }
        return response
    }

    private func answer(to request: HTTPRequest, body: String) -> HTTPResponse {
        let parts = request.path.split(separator: "/").map(String.init)
        switch (request.method, parts.first, parts.count) {
        case (.GET, "posts", 1):
            return .json((1...3).map(Self.post))
        case (.GET, "posts", 2) where parts[1] == "3" && !hasFailed:
            hasFailed = true
            return .json(["message": "busy"], status: .serviceUnavailable)
        case (.GET, "posts", 2):
            guard let id = Int(parts[1]), (1...100).contains(id) else {
                return .json([:] as [String: String], status: .notFound)
            }
            return .json(Self.post(id))
        case (.POST, "posts", 1):
            return .json(["id": 101], status: .created)
        case (.PUT, "posts", 2), (.PATCH, "posts", 2), (.DELETE, "posts", 2):
            return .json(Self.post(Int(parts[1]) ?? 0))
        case (.GET, "data", 3):
            return .json(["name": "Singapore", "main": ["temp": 305]])
        default:
            return .json(["message": "no such path"], status: .notFound)
        }
    }

    private static func post(_ id: Int) -> [String: any Sendable] {
        ["id": id, "userId": (id - 1) / 10 + 1, "title": "Post \(id)", "body": "The text of post \(id)."]
    }
}

public enum ExampleServerError: Error {
    case noAddress
}

extension HTTPResponse {
    fileprivate static func json(_ value: Any, status: HTTPStatusCode = .ok) -> HTTPResponse {
        let body = (try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)) ?? Data()
        return HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: body)
    }
}
