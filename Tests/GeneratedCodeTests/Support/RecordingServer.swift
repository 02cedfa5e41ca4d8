import FlyingFox
import FlyingSocks
import Foundation
import NetTaskRuntime

/// A real HTTP server on loopback. It keeps what arrives, and answers as httpbin does, unless it is told otherwise.
actor RecordingServer {
    private(set) var requests: [RecordedRequest] = []
    private let answer: @Sendable (RecordedRequest) -> HTTPResponse

    private init(answer: @escaping @Sendable (RecordedRequest) -> HTTPResponse) {
        self.answer = answer
    }

    /// Runs a server for as long as `body` runs.
    static func run<Result: Sendable>(
        answer: @escaping @Sendable (RecordedRequest) -> HTTPResponse = { $0.echo },
        _ body: (RecordingServer, _ baseURL: String) async throws -> Result
    ) async throws -> Result {
        let recorder = RecordingServer(answer: answer)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("*") { request in
            await recorder.respond(to: try await RecordedRequest(request))
        }
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 3_600)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw ServerError.noAddress }
        return try await body(recorder, "http://127.0.0.1:\(port)")
    }

    private func respond(to request: RecordedRequest) -> HTTPResponse {
        requests.append(request)
        return answer(request)
    }

    enum ServerError: Error {
        case noAddress
    }
}
