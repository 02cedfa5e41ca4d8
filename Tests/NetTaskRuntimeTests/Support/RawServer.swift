import FlyingSocks
import Foundation

/// A server on loopback without a protocol. The test determines every byte of each connection.
struct RawServer {
    /// A connection that a client has made. It is closed once the script for it ends.
    struct Connection: Sendable {
        /// The number in order of arrival, from 1.
        let number: Int
        fileprivate let socket: AsyncSocket

        /// Reads up to the empty line after the headers of a request.
        func readHead() async throws -> String {
            var bytes: [UInt8] = []
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                bytes.append(try await socket.read())
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Reads up to the end of a line, which is left out.
        func readLine() async throws -> String {
            var bytes: [UInt8] = []
            while bytes.last != UInt8(ascii: "\n") {
                bytes.append(try await socket.read())
            }
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }

        func write(_ text: String) async throws {
            try await socket.write(Data(text.utf8))
        }

        /// Waits until the client closes the connection. Discards the data that it still sends.
        func untilClosed() async {
            while (try? await socket.read()) != nil {}
        }
    }

    let port: UInt16
    var baseURL: String { "http://127.0.0.1:\(port)" }

    /// Starts a server, runs `body`, stops the server.
    ///
    /// - Parameter script: run for each connection; an error in it closes the connection.
    static func with(
        _ script: @escaping @Sendable (Connection) async throws -> Void,
        _ body: (RawServer) async throws -> Void
    ) async throws {
        let socket = try Socket(domain: Int32(AF_INET))
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname() else { throw CocoaError(.featureUnsupported) }
        let pool = SocketPool.make()
        try await pool.prepare()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        let running = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await pool.run() }
                var number = 0
                while let client = try? await listener.accept() {
                    number += 1
                    let connection = Connection(number: number, socket: client)
                    group.addTask {
                        try? await script(connection)
                        try? client.close()
                    }
                }
            }
            try? listener.close()
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(RawServer(port: port)))
        } catch {
            result = .failure(error)
        }
        running.cancel()
        await running.value
        try result.get()
    }

    /// A server that reads the head of each request, answers with `reply` and closes.
    static func answering(_ reply: String, _ body: (RawServer) async throws -> Void) async throws {
        let script: @Sendable (Connection) async throws -> Void = { connection in
            _ = try await connection.readHead()
            try await connection.write(reply)
        }
        try await with(script, body)
    }
}

/// An event that one side of a test reports and the other awaits.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func report() {
        continuation.finish()
    }

    func wait() async {
        for await _ in stream {}
    }
}
