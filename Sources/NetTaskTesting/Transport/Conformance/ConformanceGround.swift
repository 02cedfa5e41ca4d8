import Foundation
import HTTPTypes
import NetTaskHTTP

/// The environment of a case: a transport, and a server or mock that answers its requests.
final class ConformanceGround: Sendable {
    private enum Answerer: Sendable {
        case server(HTTPLoopbackServer)
        case mock(HTTPMockTransport)
    }

    private let transport: any HTTPTransport
    private let answerer: Answerer
    let allowed: Set<HTTPTransportConformance.Allowance>
    private let answer: Watched<HTTPMockTransport.Answer>
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("NetTask-\(UUID().uuidString)")

    /// Makes an environment with a server that answers the requests of `transport`.
    ///
    /// - Throws: `POSIXError`.
    init(_ transport: any HTTPTransport, _ allowed: Set<HTTPTransportConformance.Allowance>) throws {
        let answer = Watched<HTTPMockTransport.Answer>({ _ in .reply(.status(.ok)) })
        self.answer = answer
        self.transport = transport
        self.allowed = allowed
        answerer = .server(try HTTPLoopbackServer { try await answer.value($0) })
    }

    /// Makes an environment with a mock in place of both.
    init() {
        let answer = Watched<HTTPMockTransport.Answer>({ _ in .reply(.status(.ok)) })
        self.answer = answer
        allowed = []
        let mock = HTTPMockTransport { try await answer.value($0) }
        (transport, answerer) = (mock, .mock(mock))
    }

    /// Ends the environment. Call it once, at the end.
    func leave() async {
        if case .server(let server) = answerer {
            await server.stop()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: Replies

    /// Sets the closure that answers requests. Before, they are answered with an empty 200.
    func answer(_ answer: @escaping HTTPMockTransport.Answer) {
        self.answer.update { $0 = answer }
    }

    /// Refuses connections from now on.
    func refuse() async {
        switch answerer {
        case .server(let server): await server.refuse()
        case .mock: answer { _ in .fault(.refused) }
        }
    }

    // MARK: Sending

    var baseURL: String {
        switch answerer {
        case .server(let server): server.baseURL
        case .mock: "http://127.0.0.1:80"
        }
    }

    /// Sends a message with its own handler.
    func send(
        _ message: HTTPMessage,
        _ configuration: HTTPConfiguration = HTTPConfiguration { $0.userAgent = nil }
    ) async throws -> HTTPReply {
        try await HTTPNetTaskQueueHandler(transport: transport, baseURL: baseURL) { $0 = configuration }
            .send(message, context: NetTaskContext(name: "Conformance"))
    }

    /// Sends a message as a task of a queue.
    func add(_ message: HTTPMessage, _ options: NetTaskOption...) -> NetTaskHandle<ConformanceTask> {
        HTTPNetTaskQueue(transport: transport, baseURL: baseURL).add(
            ConformanceTask(message: message),
            options: options
        )
    }

    /// Sends a message, and returns how the exchange ends.
    func outcome(
        of message: HTTPMessage,
        _ configuration: HTTPConfiguration = HTTPConfiguration { $0.userAgent = nil }
    ) async -> ConformanceOutcome {
        do {
            return .reply(try await send(message, configuration).status.code)
        } catch {
            return ConformanceOutcome(error)
        }
    }

    // MARK: Inspecting requests

    var requests: [HTTPSeenRequest] {
        switch answerer {
        case .server(let server): server.requests
        case .mock(let mock): mock.requests
        }
    }

    /// The only request.
    var request: HTTPSeenRequest {
        get throws {
            let requests = requests
            try expect(requests.count, 1, "the number of requests")
            return requests[0]
        }
    }

    /// Whether several requests can share a connection.
    var hasConnections: Bool {
        if case .server = answerer { return true }
        return false
    }

    func waitForRequests(_ count: Int) async throws {
        switch answerer {
        case .server(let server): try await server.waitForRequests(count)
        case .mock(let mock): try await mock.waitForRequests(count)
        }
    }

    /// Waits until at most `count` connections are open. With a mock, waits until no request is in progress.
    func waitForClosing(atMost count: Int = 0) async throws {
        switch answerer {
        case .server(let server): try await server.waitForConnections(atMost: count)
        case .mock(let mock): try await mock.waitForActiveRequests(atMost: 0)
        }
    }

    // MARK: Expectations

    func allows(_ allowance: HTTPTransportConformance.Allowance) -> Bool {
        allowed.contains(allowance)
    }

    func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
        try expect(value == expected, "\(what) should be \(expected), and is \(value)")
    }

    func expect(_ isTrue: Bool, _ failure: @autoclosure () -> String) throws {
        if !isTrue { throw HTTPTransportConformance.Failure(failure()) }
    }

    /// Bytes in which all pieces differ.
    static func bytes(_ count: Int) -> Data {
        var random = SeededRandom(seed: 1)
        var data = Data(capacity: count + 8)
        while data.count < count {
            withUnsafeBytes(of: random.next().littleEndian) { data.append(contentsOf: $0) }
        }
        return data.prefix(count)
    }

    /// Makes a file with these bytes. It is removed at the end.
    func file(_ data: Data) throws -> HTTPFile {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("upload.bin")
        try data.write(to: url)
        return HTTPFile(at: url)
    }
}
