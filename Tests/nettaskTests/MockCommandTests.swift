#if Tools
    import FlyingSocks
    import Foundation
    import Testing

    @Suite("nettask mock", .serialized)
    struct MockCommandTests {
        private let tool = Tool()

        @Test("prints the base URL, the resources and each request, without secrets")
        func output() throws {
            // when
            let (reply, lines) = try mocking(lineCount: 2) { port in
                try send("GET /v1/orders/1?key=hush HTTP/1.1\r\nConnection: close\r\n\r\n", to: port)
            }

            // then
            #expect(reply.hasPrefix("HTTP/1.1 200 \r\n"))
            #expect(lines[0] == "  orders/{id}  GET POST")
            #expect(lines[1].contains("GET /v1/orders/1?key=<secret> 200"))
            #expect(lines[1].contains("GetOrder"))
        }

        @Test(
            "refuses malformed and long requests, and continues",
            arguments: [
                ("GET / HTTP/1.1\r\nX: \(String(repeating: "a", count: 1 << 20))\r\n\r\n", 431),
                ("GET /\r\n\r\n", 400), ("GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", 413),
                ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nlonger\r\n0\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n", 413),
                ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n", 400),
            ]
        )
        func malformed(_ request: String, _ status: Int) throws {
            // when
            let (replies, _) = try mocking { port in
                [
                    try send(request, to: port),
                    try send("GET /v1/orders/1 HTTP/1.1\r\nConnection: close\r\n\r\n", to: port),
                ]
            }

            // then
            #expect(replies[0].hasPrefix("HTTP/1.1 \(status) "))
            #expect(replies[1].hasPrefix("HTTP/1.1 200 "))
        }

        @Test("reads bodies in chunks, and several requests on a connection")
        func chunks() throws {
            // given
            let post = """
                POST /v1/orders HTTP/1.1\r
                Content-Type: application/json\r
                Transfer-Encoding: chunked\r
                \r
                8;a=b\r
                {"item":\r
                7\r
                "book"}\r
                0\r
                \r

                """
            let get = "GET /v1/orders/6 HTTP/1.1\r\nConnection: close\r\n\r\n"

            // when
            let (reply, _) = try mocking { port in try send(post + get, to: port) }

            // then
            #expect(reply.hasPrefix("HTTP/1.1 201 \r\n"))
            #expect(reply.contains("HTTP/1.1 200 \r\n"))
            #expect(reply.hasSuffix(#"{"id":6,"item":"book"}"#))
        }

        @Test("forgets everything when it is reset, and returns the last requests")
        func reset() throws {
            // when
            let (replies, _) = try mocking { port in
                try [
                    "DELETE /v1/orders/1", "GET /v1/orders/1", "POST /__nettask/reset", "GET /v1/orders/1",
                    "GET /__nettask/requests",
                ]
                .map { try send("\($0) HTTP/1.1\r\nConnection: close\r\n\r\n", to: port) }
            }

            // then
            #expect(replies[1].hasPrefix("HTTP/1.1 200 "))
            #expect(replies[2].hasPrefix("HTTP/1.1 204 "))
            #expect(replies[4].components(separatedBy: #""endpoint":"GetOrder""#).count == 3)
        }

        @Test("reports a port in use, invalid faults and invalid options")
        func problems() throws {
            try tool.write(spec, to: "shop.nettask.yaml")
            try tool.write("- {status: 9}\n", to: "faults.yaml")
            _ = try mocking { port in
                let result = try tool("mock", "shop.nettask.yaml", "--port", "\(port)")
                #expect(result.status == 1)
                #expect(result.errors.contains("the port \(port) of 127.0.0.1 is in use"))
            }
            let faults = try tool("mock", "shop.nettask.yaml", "--faults", "faults.yaml")
            #expect(faults.status == 64)
            #expect(faults.errors.contains("faults.yaml:1:3: `status` must be from 200 to 599"))
            #expect(try tool("mock", "shop.nettask.yaml", "--limit", "5").status == 64)
        }

        // MARK: Support

        private let spec = """
            nettask: 1
            client: Shop
            baseURL: https://shop.example/v1
            defaults: {encoding: json}
            auth: {key: {type: apiKey, in: query, name: key}}
            shapes:
              Order: {fields: {id: Int, item: String}}
            endpoints:
              GetOrder: {uri: 'orders/{id}', params: {id: Int}, response: Order}
              CreateOrder: {method: POST, uri: orders, params: {item: String}, response: {201: Order}}
            """

        /// Runs the command on a free port.
        ///
        /// - Returns: The value of `body`, and the lines after the first one, as many as are requested.
        private func mocking<Value>(
            lineCount: Int = 0,
            _ body: (_ port: UInt16) throws -> Value
        ) throws -> (value: Value, lines: [String]) {
            try tool.write(spec, to: "shop.nettask.yaml")
            return try tool.watching(["mock", "shop.nettask.yaml", "--port", "0"]) { next in
                // Shop  http://127.0.0.1:40123/v1  2 endpoints
                let words = next().split(separator: ":")
                let port = try #require(words.last.flatMap { UInt16($0.prefix { $0.isNumber }) })
                let value = try body(port)
                return (value, (0..<lineCount).map { _ in next() })
            }
            .value
        }

        /// Sends bytes, and reads to the end of the connection.
        private func send(_ text: String, to port: UInt16) throws -> String {
            let socket = try Socket(domain: AF_INET, type: .stream)
            defer { try? socket.close() }
            try socket.connect(to: .inet(ip4: "127.0.0.1", port: port))
            let data = Data(text.utf8)
            var sent = 0
            while sent < data.count { sent = try socket.write(data, from: sent) }
            var reply: [UInt8] = []
            while let bytes = try? socket.read(atMost: 65_536), !bytes.isEmpty { reply += bytes }
            return String(decoding: reply, as: UTF8.self)
        }
    }
#endif
