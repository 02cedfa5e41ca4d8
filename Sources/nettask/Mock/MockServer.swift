#if Tools
    import FlyingSocks
    import Foundation
    import HTTPTypes
    import NetTaskHTTP
    import NetTaskMocks

    /// A server for HTTP/1.1 on the sockets of FlyingFox.
    ///
    /// Heads, bodies and the time of slow clients are limited. A malformed request gets a 4xx status, and its connection ends.
    final class MockServer: Sendable {
        /// Answers a request.
        typealias Handler = @Sendable (MockRequest) async -> MockAnswer

        /// The server cannot listen.
        struct ListenError: Error {
            var message: String
        }

        /// The address with the port.
        let address: String
        private let socket: Socket
        private let deadlines = MockDeadlines()
        private let handler: Handler
        /// Called for requests that are not valid HTTP.
        private let onProblem: @Sendable (MockHead.Problem) -> Void

        /// More connections wait until others end.
        private static let maxConnectionCount = 5_000

        /// Listens.
        ///
        /// - Parameters:
        ///   - host: an IP address, or `localhost`.
        ///   - port: 0 for any free port.
        init(
            host: String,
            port: UInt16,
            onProblem: @escaping @Sendable (MockHead.Problem) -> Void,
            handler: @escaping Handler
        ) throws(ListenError) {
            self.handler = handler
            self.onProblem = onProblem
            do {
                let ip = host == "localhost" ? "127.0.0.1" : host
                if ip.contains(":") {
                    socket = try Self.listening(on: .inet6(ip6: ip, port: port))
                } else {
                    socket = try Self.listening(on: .inet(ip4: ip, port: port))
                }
                switch try socket.sockname() {
                case .ip4(let ip, let port): address = "\(ip):\(port)"
                case .ip6(let ip, let port): address = "[\(ip)]:\(port)"
                case .unix(let path): address = path
                }
            } catch SocketError.failed(_, EADDRINUSE, _) {
                throw ListenError(message: "the port \(port) of \(host) is in use; choose another with `--port`")
            } catch SocketError.failed(_, EACCES, _) {
                throw ListenError(message: "the port \(port) is reserved for administrators; choose one from 1024")
            } catch let SocketError.failed(type, _, message) where type == "Bind" || type == "Listen" {
                throw ListenError(message: "cannot listen on \(host): \(message)")
            } catch {
                throw ListenError(message: "cannot listen on \(host): it is not an IP address of this machine")
            }
        }

        private static func listening(on address: some SocketAddress) throws -> Socket {
            let socket = try Socket(domain: Int32(type(of: address).family))
            try socket.setValue(true, for: .localAddressReuse)
            #if canImport(Darwin)
                try socket.setValue(true, for: .noSIGPIPE)
            #endif
            try socket.bind(to: address)
            try socket.listen()
            return socket
        }

        /// Answers requests until the task is cancelled.
        func run() async throws {
            let pool = SocketPool<Poll>.make(maxEvents: 256)
            try await pool.prepare()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pool.run() }
                group.addTask { try await self.deadlines.run() }
                group.addTask { try await self.accept(pool) }
                defer {
                    group.cancelAll()
                    try? socket.close()
                }
                try await group.next()
            }
        }

        private func accept(_ pool: some AsyncSocketPool) async throws {
            let listener = try AsyncSocket(socket: socket, pool: pool)
            try await withThrowingDiscardingTaskGroup { group in
                while true {
                    do {
                        while deadlines.count >= Self.maxConnectionCount {
                            try await Task.sleep(for: .milliseconds(20))
                        }
                        let socket = try await listener.accept()
                        deadlines.set(.seconds(30), for: socket.socket)
                        group.addTask { await self.serve(socket) }
                    } catch SocketError.failed {
                        // The client is gone, or too many files are open.
                        try await Task.sleep(for: .milliseconds(20))
                    }
                }
            }
        }

        private func serve(_ socket: AsyncSocket) async {
            var connection = MockConnection(socket, deadlines)
            do {
                var keepsAlive = true
                while keepsAlive, let (head, body) = try await connection.next() {
                    let request = MockRequest(head.method, head.target, headers: head.headers, body: body)
                    let answer = await handler(request)
                    keepsAlive = try await connection.write(answer, to: head, keepsAlive: head.keepsAlive)
                }
            } catch let problem as MockHead.Problem {
                onProblem(problem)
                _ = try? await connection.write(problem.answer, to: nil, keepsAlive: false)
                await connection.drain()
            } catch {
                // The client is gone, or was too slow.
            }
            deadlines.remove(socket.socket)
            try? socket.close()
        }
    }

    extension MockHead.Problem {
        /// The problem as problem+json (RFC 9457).
        var answer: MockAnswer {
            let json: JSONValue = [
                "type": "about:blank", "status": .number(JSONValue.Number(status)), "detail": .string(detail),
            ]
            let body = Data(json.description.utf8)
            return MockAnswer(status, headers: [.contentType: "application/problem+json"], body: body)
        }
    }
#endif
