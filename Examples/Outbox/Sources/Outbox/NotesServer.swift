import FlyingFox
import Foundation

/// A server that stores notes, with the delay of a distant server.
actor NotesServer {
    private struct Body: Codable {
        var id: UUID
        var text: String
    }

    private var notes: [UUID: String] = [:]

    /// Runs until the process ends.
    func run(at address: String) async throws {
        guard let port = URL(string: address)?.port.flatMap(UInt16.init(exactly:)) else {
            throw CocoaError(.formatting, userInfo: [NSLocalizedDescriptionKey: "\(address) has no port"])
        }
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        await server.appendRoute("PUT /notes/*") { try await self.save($0) }
        await server.appendRoute("GET /notes") { _ in try await self.list() }
        say("listening at \(address)")
        try await server.run()
    }

    private func save(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let id = request.path.split(separator: "/").last.flatMap({ UUID(uuidString: String($0)) }),
            let body = try? JSONDecoder().decode([String: String].self, from: await request.bodyData),
            let text = body["text"]
        else { return HTTPResponse(statusCode: .badRequest) }
        try await Task.sleep(for: .milliseconds(500))
        say(notes.updateValue(text, forKey: id) == nil ? "new:   \(text)" : "again: \(text)")
        return try .json(Body(id: id, text: text))
    }

    private func list() throws -> HTTPResponse {
        try .json(notes.map { Body(id: $0.key, text: $0.value) }.sorted { $0.text < $1.text })
    }
}

extension HTTPResponse {
    fileprivate static func json(_ value: some Encodable) throws -> HTTPResponse {
        HTTPResponse(
            statusCode: .ok,
            headers: [.contentType: "application/json"],
            body: try JSONEncoder().encode(value)
        )
    }
}
