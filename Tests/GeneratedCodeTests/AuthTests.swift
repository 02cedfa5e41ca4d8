import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

/// What a server sees of a task that is sent with this middleware.
private func sent(_ task: some HTTPNetTask, with middleware: any HTTPMiddleware) async throws -> RecordedRequest {
    try await RecordingServer.run { server, baseURL in
        let queue = HTTPNetTaskQueue(baseURL: baseURL) { $0.middleware = [middleware] }
        _ = try await queue.run(task)
        let requests = await server.requests
        return try #require(requests.first)
    }
}

private let all = Auth.authentication(
    token: BearerCredentials(.init("token-1")) { _ in .init("token-2") },
    login: BasicCredentials(user: "ann", password: "hunter2"),
    key: APIKeyCredentials("head-1"),
    default: APIKeyCredentials("query 2&"),
    session: APIKeyCredentials("crumb;3")
)

@Suite("Authentication")
struct AuthTests {
    @Test("a request has only the credentials that its endpoint names")
    func schemes() async throws {
        // when
        let inherits = try await sent(Auth.Inherits(), with: all)
        let open = try await sent(Auth.Open(), with: all)
        let login = try await sent(Auth.Login(), with: all)

        // then
        #expect(inherits.headers["authorization"] == "Bearer token-1")
        #expect(login.headers["authorization"] == "Basic \(Data("ann:hunter2".utf8).base64EncodedString())")
        #expect(open.headers["authorization"] == nil)
        for request in [inherits, open, login] {
            #expect(request.headers["x-api-key"] == nil)
            #expect(request.headers["cookie"] == nil)
            #expect(request.query.isEmpty)
        }
    }

    @Test("a key is sent at the place that the spec names, with the escapes for that place")
    func keys() async throws {
        // when
        let query = try await sent(Auth.Query(b: 2), with: all)
        let cookie = try await sent(Auth.Cookie(), with: all)
        let request = try await sent(Auth.All(note: "n"), with: all)

        // then
        #expect(query.target == "/query?a=1&b=2&api%20key%20%22%5C=query%202%26")
        #expect(cookie.headers["cookie"] == "sid=crumb%3B3")
        #expect(request.headers["authorization"] == "Bearer token-1")
        #expect(request.headers["x-api-key"] == "head-1")
        #expect(request.headers["cookie"] == "sid=crumb%3B3")
        #expect(request.target == "/all?api%20key%20%22%5C=query%202%26")
    }

    @Test("a scheme without credentials fails before anything is sent, and the error names it")
    func missing() async throws {
        try await RecordingServer.run { server, baseURL in
            // given
            let middleware = Auth.authentication(token: BearerCredentials(.init("t")) { _ in .init("t") })
            let queue = HTTPNetTaskQueue(baseURL: baseURL) { $0.middleware = [middleware] }

            // when
            let handle = queue.add(
                Auth.All(note: "n"),
                .retry(RetryPolicy(maxRetryCount: 3, interval: .zero, when: .all))
            )
            let error = await #expect(throws: NetTaskError<Never>.self) { try await handle.value }

            // then
            #expect(handle.status.attempt == 1)
            guard case .other(let error as HTTPAuthenticationError) = error else {
                Issue.record("it is \(String(describing: error))")
                return
            }
            #expect(error == HTTPAuthenticationError(operation: "Auth.All", client: "Auth", schemes: ["key"]))
            #expect(
                "\(error)"
                    == "Auth.All (not sent): it needs the credentials \"key\", but none were passed to Auth.authentication(key:)"
            )
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("credentials in the request are kept, and need no others")
    func own() async throws {
        let requests = try await RecordingServer.run { server, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL) {
                $0.middleware = [Auth.authentication(session: APIKeyCredentials("3"))]
            }
            _ = try await queue.run(Auth.Inherits(), .headers(["Authorization": "Mine 1"]))
            _ = try await queue.run(Auth.Cookie(), .headers(["Cookie": "a=1; sid=2"]))
            return await server.requests
        }
        #expect(requests[0].headers["authorization"] == "Mine 1")
        #expect(requests[1].headers["cookie"] == "a=1; sid=2")
    }

    @Test("tasks of another client are sent unchanged")
    func otherClients() async throws {
        let request = try await sent(Statuses.Refuse(), with: Auth.authentication())
        #expect(request.headers["authorization"] == nil)
    }

    @Test("no description or log contains a key")
    func redaction() async throws {
        // given
        let log = Lines()
        let queue = HTTPNetTaskQueue(baseURL: "http://127.0.0.1:9") {
            $0.middleware = [
                all, Curl { log.append($0) },
            ]
        }

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) { try await queue.run(Auth.All(note: "n")) }

        // then
        let texts = log.all + ["\(String(describing: error))", "\(all)", String(reflecting: all)]
        #expect(texts.count > 4)
        #expect(texts[0].contains("<secret>"))
        for text in texts {
            for secret in ["head-1", "query 2", "query%202", "crumb;3", "crumb%3B3", "token-1", "hunter2"] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
    }
}

/// Tells of each request as a command for a shell, and how it failed.
private struct Curl: HTTPMiddleware {
    let write: @Sendable (String) -> Void

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        write(call.curl)
        do {
            return try await next(call)
        } catch {
            write(call.redaction.text("\(error)"))
            throw error
        }
    }
}

/// Lines that were logged. Safe to share, since each access holds the lock.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    var all: [String] { lock.withLock { lines } }

    func append(_ line: String) {
        lock.withLock { lines.append(line) }
    }
}
