import Foundation

/// A real server on the loopback, for tests of a transport: a closure says what each request is answered with, faults
/// included.
///
///     let server = try HTTPLoopbackServer { request in .json(#"{"id": 1}"#) }
///     let queue = HTTPNetTaskQueue(baseURL: server.baseURL)
///     …
///     await server.stop()
///     #expect(server.requests[0].lines == ["GET /posts/1 HTTP/1.1", …])
///
/// It speaks HTTP/1.1 without TLS, and reads one request after the other on each connection. Each connection has a
/// thread of its own. All of it may be used from any thread.
public final class HTTPLoopbackServer: Sendable {
    /// Says what is done with a request.
    public typealias Answer = @Sendable (HTTPSeenRequest) async throws -> HTTPAnswer

    struct Connection {
        let socket: ServerSocket
        /// What its thread waits for.
        var task: Task<Void, Never>?
    }

    struct State {
        var requests: [HTTPSeenRequest] = []
        var open: [Int: Connection] = [:]
        /// The connections whose threads end at once, and were not waited for yet.
        var ended: [Int] = []
        /// Whether there are to be more connections.
        var isListening = true
        var hasPort = true
        var isStopped = false
        var isOver = false
    }

    /// The port that it listens on; the system chooses a free one.
    public let port: UInt16
    private let isIPv6: Bool
    let answer: Answer
    let state = Watched(State())
    let hasStopped = DispatchSemaphore(value: 0)
    private let listener = Watched<ServerThread?>(nil)

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - isIPv6: whether it listens on ::1 in place of 127.0.0.1.
    ///   - answer: called once for each request, on the concurrency pool, once the whole of it is there. An error resets the
    ///     connection. It may take its time; ``stop()`` cancels the Swift task that it runs in.
    /// - Throws: `POSIXError` if the system gives no port.
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

    /// Such as `http://127.0.0.1:49152`.
    public var baseURL: String { "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)" }

    /// The requests so far, in the order in which they came.
    public var requests: [HTTPSeenRequest] { state.value.requests }

    /// How many connections are open now, those included that wait for their next request.
    public var openConnectionCount: Int { state.value.open.count }

    /// Waits until that many requests, or more, have come.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForRequests(_ count: Int) async throws {
        try await state.wait { $0.requests.count >= count ? () : nil }
    }

    /// Waits until that many connections, or fewer, are open. A connection whose client has closed it is open as long as
    /// the test takes to answer its request.
    ///
    /// - Throws: `CancellationError` if the Swift task is cancelled first.
    public func waitForConnections(atMost count: Int) async throws {
        try await state.wait { $0.open.count <= count ? () : nil }
    }

    /// Lets go of the port: from now on connections to it are refused. Those that are open go on.
    public func refuse() async {
        let hasPort = state.update { state in
            state.isListening = false
            return state.hasPort
        }
        if hasPort {
            // On some systems nothing else wakes the thread that waits for a connection.
            try? ServerSocket.connected(to: port, isIPv6: isIPv6).close()
        }
        try? await state.wait { $0.hasPort ? nil : () }
    }

    /// Closes all connections, and returns once all of its threads have ended. A server that is not stopped lives on.
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
        // Not in the task of the test: it may be cancelled, and the threads are to end all the same.
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
