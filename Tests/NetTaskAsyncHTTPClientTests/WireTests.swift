#if AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime
    import Testing

    @Suite("On the wire, through async-http-client", .timeLimit(.minutes(5)))
    struct WireTests {
        /// What a server reads of a message, up to the end of the body's `length`.
        private func wire(_ message: HTTPMessage, length: Int = 0) async throws -> (head: [String], body: String) {
            let seen = NIOLockedValueBox(("", ""))
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                let head = try await connection.readHead()
                let body = String(decoding: try await connection.read(length), as: UTF8.self)
                seen.withLockedValue { $0 = (head, body) }
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
            try await RawServer.with(script) { server in
                _ = try await send(message, to: server.baseURL)
            }
            let (head, body) = seen.withLockedValue { $0 }
            return (head.components(separatedBy: "\r\n").filter { !$0.isEmpty }, body)
        }

        @Test("Each method is sent unchanged", arguments: ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"])
        func method(name: String) async throws {
            // when
            let seen = try await wire(
                HTTPMessage(method: HTTPRequest.Method(name)!, uri: "a/b?c=%20d&e=%5B1%5D&f=/%2F")
            )
            // then
            #expect(seen.head.first == "\(name) /a/b?c=%20d&e=%5B1%5D&f=/%2F HTTP/1.1")
        }

        @Test("Headers arrive in order, and repeated ones separately")
        func headers() async throws {
            // given
            let (first, second) = (HTTPField.Name("X-One")!, HTTPField.Name("X-Two")!)
            var headers = HTTPFields()
            for (name, value) in [(first, "1"), (second, "2"), (first, "ü, 3")] {
                headers.append(HTTPField(name: name, value: value))
            }
            // when
            let seen = try await wire(HTTPMessage(uri: "x", headers: headers))
            // then
            #expect(seen.head.filter { $0.hasPrefix("X-") } == ["X-One: 1", "X-Two: 2", "X-One: ü, 3"])
        }

        @Test("Gzip and deflate are asked for, unless the request asks for something")
        func acceptEncoding() async throws {
            // when
            let byDefault = try await wire(HTTPMessage(uri: "x"))
            let own = try await wire(HTTPMessage(uri: "x", headers: [.acceptEncoding: "identity"]))
            // then
            #expect(byDefault.head.contains { $0.lowercased() == "accept-encoding: deflate, gzip" })
            #expect(own.head.filter { $0.lowercased().hasPrefix("accept-encoding") } == ["Accept-Encoding: identity"])
        }

        @Test("A GET can have a body")
        func bodyOfGet() async throws {
            // when
            let seen = try await wire(HTTPMessage(method: .get, uri: "x", body: .data(Data("abc".utf8))), length: 3)
            // then
            #expect(seen.head.contains("Content-Length: 3"))
            #expect(seen.body == "abc")
        }

        @Test("An empty body of a POST has the length 0")
        func emptyBody() async throws {
            // when
            let seen = try await wire(HTTPMessage(method: .post, uri: "x", body: .data(Data())))
            // then
            #expect(seen.head.contains("Content-Length: 0"))
        }

        @Test("The length of a body is its real one, regardless of a header")
        func contentLength() async throws {
            // when
            let message = HTTPMessage(
                method: .post,
                uri: "x",
                headers: [.contentLength: "7", .transferEncoding: "chunked"],
                body: .data(Data("abc".utf8))
            )
            let seen = try await wire(message, length: 3)
            // then
            #expect(seen.head.filter { $0.hasPrefix("Content-Length") } == ["Content-Length: 3"])
            #expect(!seen.head.contains { $0.hasPrefix("Transfer-Encoding") })
        }

        @Test(
            "Replies without a body are complete with their head",
            arguments: [
                (HTTPRequest.Method.head, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"),
                (.head, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nContent-Encoding: gzip\r\n\r\n"),
                (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
                (.get, "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\nContent-Encoding: gzip\r\n\r\n"),
                (.get, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Encoding: gzip\r\n\r\n"),
            ]
        )
        func noBody(method: HTTPRequest.Method, reply: String) async throws {
            // given
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write(reply)
                await connection.untilClosed()
            }
            try await RawServer.with(script) { server in
                // when
                let reply = try await send(HTTPMessage(method: method, uri: "x"), to: server.baseURL)
                // then
                #expect(reply.body.isEmpty)
            }
        }

        @Test(
            "A body arrives whole, however it is framed",
            arguments: [
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n01234",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n01\r\n3\r\n234\r\n0\r\n\r\n",
                "HTTP/1.1 200 \r\n\r\n01234",
                "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n01234",
            ]
        )
        func framing(reply: String) async throws {
            try await RawServer.answering(reply) { server in
                // when
                let text = try await makeQueue(server.baseURL).run(GetText())
                // then
                #expect(text == "01234")
            }
        }

        @Test("A reply in gzip is unpacked")
        func gzip() async throws {
            // given "hello", packed
            let packed: [UInt8] = [
                0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0,
                0,
            ]
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
                )
                try await connection.write(packed)
            }
            try await RawServer.with(script) { server in
                // when
                let text = try await makeQueue(server.baseURL).run(GetText())
                // then
                #expect(text == "hello")
            }
        }

        @Test("Several Set-Cookie headers stay several")
        func setCookies() async throws {
            let reply = "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2, c\r\nContent-Length: 0\r\n\r\n"
            try await RawServer.answering(reply) { server in
                // when
                let reply = try await send(HTTPMessage(uri: "x"), to: server.baseURL)
                // then
                #expect(reply.headers[fields: .setCookie].map(\.value) == ["a=1", "b=2, c"])
            }
        }

        @Test("Requests one after the other share a connection")
        func reuse() async throws {
            // given
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                while true {
                    _ = try await connection.readHead()
                    try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(connection.number)")
                }
            }
            try await RawServer.with(script) { server in
                let queue = makeQueue(server.baseURL)
                // when
                let texts = [try await queue.run(GetText()), try await queue.run(GetText())]
                // then
                #expect(texts == ["1", "1"])
            }
        }
    }
#endif
