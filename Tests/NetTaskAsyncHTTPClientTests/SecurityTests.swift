#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime
    import Testing

    @Suite("TLS, through async-http-client", .timeLimit(.minutes(5)))
    struct SecurityTests {
        private static let answer: @Sendable (RawConnection) async throws -> Void = { connection in
            _ = try await connection.readHead()
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
        }

        private func trustingTransport() throws -> AsyncHTTPClientTransport {
            AsyncHTTPClientTransport(
                configuration: HTTPClient.Configuration(tlsConfiguration: try TestCertificate.clientConfiguration())
            )
        }

        @Test("A task succeeds with a trusted certificate")
        func trusted() async throws {
            try await RawServer.with(tls: try TestCertificate.serverConfiguration(), Self.answer) { server in
                // when
                let text = try await makeQueue(server.secureURL, transport: try trustingTransport()).run(GetText())
                // then
                #expect(text == "secret")
            }
        }

        @Test("An untrusted certificate is not secure")
        func selfSigned() async throws {
            try await RawServer.with(tls: try TestCertificate.serverConfiguration(), Self.answer) { server in
                // when
                let error = try await transportError { _ = try await makeQueue(server.secureURL).run(GetText()) }
                // then
                #expect(error?.kind == .notSecure)
            }
        }

        @Test("An untrusted certificate is not secure for URLSession either")
        func selfSignedToURLSession() async throws {
            try await RawServer.with(tls: try TestCertificate.serverConfiguration(), Self.answer) { server in
                // when
                let queue = HTTPNetTaskQueue(transport: URLSessionTransport(), baseURL: server.secureURL)
                let error = try await transportError { _ = try await queue.run(GetText()) }
                // then
                #expect(error?.kind == .notSecure)
            }
        }

        @Test("A server that speaks no TLS is not secure")
        func plain() async throws {
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                try await connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                await connection.untilClosed()
            }
            try await RawServer.with(script) { server in
                // when
                let error = try await transportError { _ = try await makeQueue(server.secureURL).run(GetText()) }
                // then
                #expect(error?.kind == .notSecure)
            }
        }

        @Test(
            "A status that HTTP does not have is a malformed reply, over TLS and HTTP/2, too",
            arguments: ["000", "099", "-05", "1000", "99999999999999999999"]
        )
        func status(status: String) async throws {
            // given a server of HTTP/2 whose replies have a head and no body, with a literal :status (RFC 7541, appendix A)
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.read(24)
                try await connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0])
                while true {
                    let head = try await connection.read(9)
                    _ = try await connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
                    if head[3] == 1 {
                        let block = [8, UInt8(status.utf8.count)] + Array(status.utf8)
                        try await connection.write([0, 0, UInt8(block.count), 1, 5] + head[5...] + block)
                    }
                }
            }
            let simple: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write("HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\n{}")
                await connection.untilClosed()
            }
            for (script, protocols) in [(script, ["h2"]), (simple, ["http/1.1"])] {
                let tls = try TestCertificate.serverConfiguration(protocols: protocols)
                try await RawServer.with(tls: tls, script) { server in
                    // when
                    let error = try await transportError {
                        _ = try await makeQueue(server.secureURL, transport: try trustingTransport()).run(GetText())
                    }
                    // then
                    #expect(error?.kind == .malformedReply, "\(protocols): \(String(describing: error))")
                }
            }
        }

        @Test("A stream that an HTTP/2 server rejects was not processed")
        func refusedStream() async throws {
            // given a server that has settings, and refuses stream 1 (RFC 9113, sections 6.4 and 6.5)
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.read(24)
                try await connection.write([0, 0, 0, 4, 0, 0, 0, 0, 0])
                while true {
                    let head = try await connection.read(9)
                    _ = try await connection.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
                    if head[3] == 1 {
                        try await connection.write([0, 0, 4, 3, 0] + head[5...] + [0, 0, 0, 7])
                    }
                }
            }
            let tls = try TestCertificate.serverConfiguration(protocols: ["h2"])
            try await RawServer.with(tls: tls, script) { server in
                // when
                let error = try await transportError {
                    _ = try await makeQueue(server.secureURL, transport: try trustingTransport()).run(GetText())
                }
                // then
                #expect(error?.kind == .cannotConnect)
            }
        }
    }
#endif
