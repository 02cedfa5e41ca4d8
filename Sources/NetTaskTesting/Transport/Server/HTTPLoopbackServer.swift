import Foundation

/// A real server on the loopback interface, for tests of a transport. A closure answers each request, also with faults.
///
///     let server = try HTTPLoopbackServer { request in .json(#"{"id": 1}"#) }
///     let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
///     …
///     await server.stop()
///     #expect(server.requests[0].lines == ["GET /posts/1 HTTP/1.1", …])
///
/// It supports HTTP/1.1 without TLS, and reads one request at a time on each connection. Each connection has its own thread.
/// All members may be used from any thread.
public final class HTTPLoopbackServer: Sendable {
    /// Answers a request.
    public typealias Answer = @Sendable (HTTPSeenRequest) async throws -> HTTPAnswer

    struct Connection {
        let socket: ServerSocket
        /// The task that its thread waits for.
        var task: Task<Void, Never>?
    }

    struct State {
        var requests: [HTTPSeenRequest] = []
        var open: [Int: Connection] = [:]
        /// The connections whose threads are about to end, and have not been joined.
        var ended: [Int] = []
        /// Whether the server accepts further connections.
        var isListening = true
        var hasPort = true
        var isStopped = false
        var isOver = false
    }

    /// The port, which the system chooses.
    public let port: UInt16
    private let isIPv6: Bool
    let answer: Answer
    let state = Watched(State())
    let hasStopped = DispatchSemaphore(value: 0)
    private let listener = Watched<ServerThread?>(nil)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - isIPv6: whether the server listens on ::1 instead of 127.0.0.1. Default: `false`.
    ///   - answer: called once for each complete request, on the concurrency pool. An error resets the connection. It may take
    ///     any time; ``stop()`` cancels its Swift task.
    /// - Throws: `POSIXError` if the system has no free port.
    public init(isIPv6: Bool = false, _ answer: @escaping Answer) throws {
        let socket = try ServerSocket.listening(isIPv6: isIPv6)
        port = socket.port
        self.isIPv6 = isIPv6
        self.answer = answer
        do {
            let thread = try ServerThread { [self] in listen(socket) }
            listener.update { $0 = thread }
        } catch {
            socket.close()
            throw error
        }
    }

    /// The base URL, such as `http://127.0.0.1:49152`.
    public var baseURL: String { "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }

    /// The requests so far, in order.
    public var requests: [HTTPSeenRequest] { state.value.requests }

    /// The number of open connections, including idle ones.
    public var openConnectionCount: Int { state.value.open.count }

    /// Waits until at least `count` requests have arrived.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForRequests(_ count: Int) async throws {
        try await state.wait { $0.requests.count >= count ? () : nil }
    }

    /// Waits until at most `count` connections are open. A connection that its client has closed stays open until the test has
    /// answered its request.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForConnections(atMost count: Int) async throws {
        try await state.wait { $0.open.count <= count ? () : nil }
    }

    /// Closes the port: further connections are refused. Open connections continue.
    public func refuse() async {
        let hasPort = state.update { state in
            state.isListening = false
            return state.hasPort
        }
        if hasPort {
            // On some systems, only a connection wakes the thread that waits for one.
            try? ServerSocket.connected(to: port, isIPv6: isIPv6).close()
        }
        try? await state.wait { $0.hasPort ? nil : () }
    }

    /// Closes all connections, and returns when all threads have ended. A server that is not stopped continues to run.
    public func stop() async {
        let tasks = state.update { state in
            state.isStopped = true
            for connection in state.open.values {
                connection.socket.shutDown()
            }
            return state.open.values.compactMap(\.task)
        }
        tasks.forEach { $0.cancel() }
        hasStopped.signal()
        // In a separate task: the task of the test may be cancelled, but the threads must end.
        await Task { [self] in
            await refuse()
            try? await state.wait { $0.isOver ? () : nil }
        }.value
        let thread = listener.update { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }
}
