#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NIOCore
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime
    import Testing

    @Suite("Servers that misbehave, through async-http-client", .timeLimit(.minutes(5)))
    struct FaultTests {
        /// The error of a GET that a server answers with `reply` and then closes.
        private func error(_ reply: String) async throws -> TransportError? {
            try await RawServer.answering(reply) { server in
                try await transportError { _ = try await send(HTTPMessage(uri: "x"), to: server.baseURL) }
            }
        }

        @Test("A request whose connection is refused was not sent")
        func refused() async throws {
            // given a port that nobody listens on any more
            let url = try await RawServer.with({ _ in }) { $0.baseURL }
            // when
            let error = try await transportError { _ = try await makeQueue(url).run(GetText()) }
            // then
            #expect(error?.kind == .cannotConnect)
            #expect(error?.url == url + "/x")
            #expect(error?.reason == "the connection was refused")
        }

        @Test("An attempt whose connection is refused is retried for any method")
        func refusedPost() async throws {
            // given
            let url = try await RawServer.with({ _ in }) { $0.baseURL }
            // when
            let retry = RetryPolicy(maxRetryCount: 2, interval: .zero)
            let handle = makeQueue(url).add(Post(body: HTTPFile(data: Data("x".utf8))), .retry(retry))
            // then
            guard case .failure(.transport(let error)) = await handle.result else {
                Issue.record("no failure")
                return
            }
            #expect(error.kind == .cannotConnect)
            #expect(error.attempt == 3)
        }

        @Test(
            "A reply that ends too soon is a lost connection",
            arguments: [
                "",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
            ]
        )
        func truncated(reply: String) async throws {
            // when
            let error = try await error(reply)
            // then
            #expect(error?.kind == .connectionLost)
        }

        @Test("A reset is a lost connection", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0"])
        func reset(after reply: String) async throws {
            // given
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write(reply)
                try await connection.reset()
            }
            try await RawServer.with(script) { server in
                // when
                let error = try await transportError {
                    _ = try await send(HTTPMessage(uri: "x"), to: server.baseURL)
                }
                // then
                #expect(error?.kind == .connectionLost)
            }
        }

        @Test(
            "A reply that is not HTTP is malformed",
            arguments: [
                "no HTTP at all\r\n\r\n",
                "\u{0}\u{1}\u{2}\u{3}",
                "HTTP/1.1 99999 Huge\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 abc Odd\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 000 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 99 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 000 X\r\n\r\nHTTP/1.1 000 X\r\n\r\n",
                "HTTP/1.1 1000 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 -1 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 007 X\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n01234\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\n01234",
            ]
        )
        func garbage(reply: String) async throws {
            // when
            let error = try await error(reply)
            // then
            #expect(error?.kind == .malformedReply)
        }

        @Test(
            "A caller's client rejects invalid statuses if it is made for the transport",
            arguments: ["000", "099"]
        )
        func ownClient(status: String) async throws {
            // given
            let reply = "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\n{}"
            try await withClient(AsyncHTTPClientTransport.configuration()) { client in
                try await RawServer.answering(reply) { server in
                    // when
                    let error = try await transportError {
                        let transport = AsyncHTTPClientTransport(client: client)
                        _ = try await send(HTTPMessage(uri: "x"), to: server.baseURL, transport: transport)
                    }
                    // then
                    #expect(error?.kind == .malformedReply)
                }
            }
        }

        @Test("Bytes after the end of a reply fail that reply, and not the next request")
        func bytesAfterTheEnd() async throws {
            // given a server whose first reply has another one behind it, and a client with one connection
            let first = NIOLockedValueBox("")
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                let reply = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
                while true {
                    let head = try await connection.readHead()
                    let isFirst = connection.number == 1 && first.withLockedValue(\.isEmpty)
                    if isFirst { first.withLockedValue { $0 = String(head.split(separator: " ")[1]) } }
                    try await connection.write(reply + "honest" + (isFirst ? reply + "forged" : ""))
                }
            }
            var configuration = AsyncHTTPClientTransport.configuration()
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
            try await withClient(configuration) { client in
                let transport = AsyncHTTPClientTransport(client: client)
                try await RawServer.with(script) { server in
                    // when 20 requests want that connection
                    let failures = await withTaskGroup(of: String?.self) { group in
                        for number in 1...20 {
                            group.addTask {
                                do {
                                    let message = HTTPMessage(uri: "\(number)")
                                    let reply = try await send(message, to: server.baseURL, transport: transport)
                                    return reply.body == Data("honest".utf8) ? nil : "/\(number) has other bytes"
                                } catch {
                                    return "/\(number) \((error as? TransportError)?.kind == .malformedReply)"
                                }
                            }
                        }
                        return await group.compactMap(\.self).reduce(into: []) { $0.append($1) }
                    }
                    // then the one that was answered so has failed
                    #expect(failures == [first.withLockedValue(\.self) + " true"])
                }
            }
        }

        @Test("The configuration's settings for new connections still apply")
        func debugInitializer() async throws {
            // given
            let count = NIOLockedValueBox(0)
            var configuration = HTTPClient.Configuration()
            configuration.http1_1ConnectionDebugInitializer = { channel in
                count.withLockedValue { $0 += 1 }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            // when
            try await RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") { server in
                let transport = AsyncHTTPClientTransport(configuration: configuration)
                _ = try await send(HTTPMessage(uri: "x"), to: server.baseURL, transport: transport)
            }
            // then
            #expect(count.withLockedValue { $0 } == 1)
        }

        @Test(
            "A body in an unknown encoding is an error that names it",
            arguments: ["br", "zstd", "gzip, gzip", "BR", "gzip, br"]
        )
        func encoding(encoding: String) async throws {
            // when
            let error = try await error(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: 4\r\n\r\n\u{1b}abc"
            )
            // then
            #expect(error?.kind == .malformedReply)
            #expect(error?.reason.contains("Content-Encoding \"\(encoding)\"") == true, "\(String(describing: error))")
        }

        @Test("A reply whose headers exceed the limit is too large")
        func manyHeaders() async throws {
            // when
            let headers = String(repeating: "X: \r\n", count: 70_000)
            let error = try await error("HTTP/1.1 200 OK\r\n\(headers)Content-Length: 0\r\n\r\n")
            // then
            #expect(error?.kind == .replyTooLarge)
        }

        @Test("A request that cannot be sent is invalid", arguments: ["ftp://127.0.0.1", "http://"])
        func invalid(url: String) async throws {
            // when
            let error = try await transportError { _ = try await send(HTTPMessage(uri: "x"), to: url) }
            // then
            #expect(error?.kind == .invalidRequest)
        }

        /// Redirects from /x to /y.
        private static let redirecting: @Sendable (RawConnection) async throws -> Void = { connection in
            while true {
                let isFirst = try await connection.readHead().hasPrefix("GET /x ")
                try await connection.write(
                    isFirst
                        ? "HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere"
                )
            }
        }

        @Test("A client that follows redirects by itself is detected")
        func redirectFollower() async throws {
            try await RawServer.with(Self.redirecting) { server in
                try await withClient { client in
                    // when
                    let error = try await transportError {
                        let transport = AsyncHTTPClientTransport(client: client)
                        _ = try await send(HTTPMessage(uri: "x"), to: server.baseURL, transport: transport)
                    }
                    // then
                    #expect(error?.kind == .redirect)
                    #expect(error?.reason.contains("redirectConfiguration: .disallow") == true)
                }
            }
        }

        @Test("The handler follows redirects, also with a caller's client")
        func redirects() async throws {
            try await RawServer.with(Self.redirecting) { server in
                try await withClient(HTTPClient.Configuration(redirectConfiguration: .disallow)) { client in
                    // when
                    let queue = makeQueue(server.baseURL, transport: AsyncHTTPClientTransport(client: client))
                    let text = try await queue.run(GetText())
                    // then
                    #expect(text == "there")
                }
            }
        }

        @Test("A client that has been shut down fails the task")
        func shutDown() async throws {
            // given
            let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup)
            try await client.shutdown()
            // when
            let error = try await transportError {
                let transport = AsyncHTTPClientTransport(client: client)
                _ = try await send(HTTPMessage(uri: "x"), to: "http://127.0.0.1:1", transport: transport)
            }
            // then
            #expect(error?.kind == .cannotConnect)
        }

        @Test("A connection in the pool that the server has closed is not used again")
        func closedInPool() async throws {
            // given
            let closed = Signal()
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(connection.number)")
                if connection.number == 1 {
                    // Closes its end, and knows by the client's end that the client has seen it.
                    try await connection.closeOutput()
                    await connection.untilClosed()
                    closed.report()
                }
            }
            try await RawServer.with(script) { server in
                let queue = makeQueue(server.baseURL)
                let first = try await queue.run(GetText())
                await closed.wait()
                // when
                let second = try await queue.run(GetText())
                // then
                #expect([first, second] == ["1", "2"])
            }
        }
    }
#endif
