import FlyingFox
import Foundation

/// The server of the tests, on loopback. It keeps notes in memory, and gives out tokens that tests can revoke.
actor NotesServer {
    private struct Note: Codable {
        var id: UUID
        var text: String
    }

    private struct Page: Encodable {
        var notes: [Note]
        var next: String?
    }

    nonisolated let url: String
    private let running: Task<Void, any Error>
    /// The notes, the newest first.
    private var notes: [Note] = []
    private(set) var photos: [UUID: Data] = [:]
    /// The requests of each path, such as `PUT /notes/…`.
    private(set) var requests: [String] = []
    private var tokenCount = 0
    private var accepted: (access: String, refresh: String)?
    private var failures = 0
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []

    private init(url: String, running: Task<Void, any Error>) {
        self.url = url
        self.running = running
    }

    static func start(notes texts: [String] = []) async throws -> NotesServer {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        let running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port) = await server.listeningAddress else { throw CocoaError(.featureUnsupported) }
        let notes = NotesServer(url: "http://127.0.0.1:\(port)", running: running)
        await notes.fill(texts)
        await server.appendRoute("*") { try await notes.respond(to: $0) }
        return notes
    }

    func stop() {
        running.cancel()
    }

    // MARK: What the tests set and see

    private func fill(_ texts: [String]) {
        notes = texts.map { Note(id: UUID(), text: $0) }
    }

    var texts: [String] { notes.map(\.text) }

    /// The next requests of notes fail with status 500.
    func fail(_ count: Int) {
        failures = count
    }

    /// Photos get no reply until `release()`.
    func hold() {
        isHeld = true
    }

    func release() {
        isHeld = false
        for waiter in held { waiter.resume() }
        held = []
    }

    func revokeAccessToken() {
        accepted?.access = ""
    }

    func revokeAllTokens() {
        accepted = nil
    }

    // MARK: Replies

    private func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.bodyData
        requests.append("\(request.method.rawValue) \(request.path)")
        if request.path == "/token" { return try token(for: String(decoding: body, as: UTF8.self)) }
        guard let token = accepted?.access, request.headers[.authorization] == "Bearer \(token)" else {
            return HTTPResponse(statusCode: .unauthorized)
        }
        if failures > 0 {
            failures -= 1
            return HTTPResponse(statusCode: .internalServerError)
        }
        let parts = request.path.split(separator: "/")
        guard parts.count > 1 else { return try page(after: request.query.first { $0.name == "after" }?.value) }
        guard let id = UUID(uuidString: String(parts[1])) else { return HTTPResponse(statusCode: .notFound) }
        if parts.count == 2 { return try save(id, body) }
        if isHeld { await withCheckedContinuation { held.append($0) } }
        photos[id] = body
        return HTTPResponse(statusCode: .noContent)
    }

    private func token(for form: String) throws -> HTTPResponse {
        let isRefresh = accepted.map { form.contains("refresh_token=\($0.refresh)") } ?? false
        guard isRefresh || form.contains("grant_type=password") && form.contains("password=right") else {
            return try .json(["error": "invalid_grant"], .badRequest)
        }
        tokenCount += 1
        accepted = ("access-\(tokenCount)", "refresh-\(tokenCount)")
        return try .json(["access_token": "access-\(tokenCount)", "refresh_token": "refresh-\(tokenCount)"])
    }

    private func page(after cursor: String?) throws -> HTTPResponse {
        let start = cursor.flatMap { Int($0) } ?? 0
        let end = min(start + 2, notes.count)
        return try .json(Page(notes: Array(notes[start..<end]), next: end < notes.count ? "\(end)" : nil))
    }

    private func save(_ id: UUID, _ body: Data) throws -> HTTPResponse {
        let text = try JSONDecoder().decode([String: String].self, from: body)["text"] ?? ""
        guard !text.isEmpty else { return try .json(["message": "A note needs a text."], .unprocessableContent) }
        let note = Note(id: id, text: text)
        notes.removeAll { $0.id == id }
        notes.insert(note, at: 0)
        return try .json(note)
    }
}

extension HTTPStatusCode {
    fileprivate static let unprocessableContent = HTTPStatusCode(422, phrase: "Unprocessable Content")
}

extension HTTPResponse {
    fileprivate static func json(_ value: some Encodable, _ status: HTTPStatusCode = .ok) throws -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: [.contentType: "application/json"],
            body: try JSONEncoder().encode(value)
        )
    }
}
