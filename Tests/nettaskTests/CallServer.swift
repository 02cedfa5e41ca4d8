#if Tools
    import FlyingFox
    import FlyingSocks
    import Foundation

    /// Runs `nettask call` while a server on loopback answers.
    enum CallServer {
        struct Request: Sendable {
            let target: String
            let headers: [String: String]
            let body: String
        }

        /// - Parameter spec: PORT in it stands for the port of the server.
        static func call(
            _ arguments: [String],
            by spec: String,
            _ environment: [String: String] = [:],
            answer: @escaping @Sendable (Request) -> HTTPResponse
        ) async throws -> Tool.Result {
            let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
            await server.appendRoute("*") { request in
                let headers = request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }
                return answer(
                    Request(
                        target: request.target.rawValue,
                        headers: Dictionary(headers) { first, _ in first },
                        body: String(decoding: try await request.bodyData, as: UTF8.self)
                    )
                )
            }
            let running = Task { try await server.run() }
            defer { running.cancel() }
            try await server.waitUntilListening(timeout: 3_600)
            guard case .ip4(_, let port) = await server.listeningAddress else { throw CancellationError() }
            let tool = Tool()
            try tool.write(spec.replacingOccurrences(of: "PORT", with: "\(port)"), to: "api.nettask.yaml")
            try tool.write("the bytes", to: "photo.txt")
            // The program waits for the server, which must not wait for its thread.
            return try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    let words = ["call", "api.nettask.yaml"] + arguments
                    continuation.resume(with: Result { try tool.run(words, environment: environment) })
                }
            }
        }
    }

    extension HTTPResponse {
        static func json(_ text: String, status: Int = 200) -> HTTPResponse {
            HTTPResponse(statusCode: HTTPStatusCode(status, phrase: ""), body: Data(text.utf8))
        }
    }
#endif
