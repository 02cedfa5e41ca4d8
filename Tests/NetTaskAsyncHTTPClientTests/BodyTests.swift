#if AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime
    import Testing

    @Suite("Bodies, through async-http-client", .timeLimit(.minutes(5)))
    struct BodyTests {
        /// Reads a request whose body has a length, and answers with that body.
        private static let echo: @Sendable (RawConnection) async throws -> Void = { connection in
            let head = try await connection.readHead()
            guard let length = head.contentLength else {
                return try await connection.write("HTTP/1.1 411 Length Required\r\nContent-Length: 0\r\n\r\n")
            }
            let body = try await connection.read(length)
            try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
            try await connection.write(body)
        }

        private static let megabytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

        @Test("A large body in memory arrives whole, and is sent with its length")
        func memory() async throws {
            try await RawServer.with(Self.echo) { server in
                // when
                let message = HTTPMessage(method: .post, uri: "x", body: .data(Self.megabytes))
                let reply = try await send(message, to: server.baseURL)
                // then
                #expect(reply.body == Self.megabytes)
            }
        }

        @Test("A file is sent with its length")
        func file() async throws {
            // given
            let file = try ScratchFile(Self.megabytes)
            try await RawServer.with(Self.echo) { server in
                // when
                let message = HTTPMessage(method: .put, uri: "x", body: .file(HTTPFile(at: file.url)))
                let reply = try await send(message, to: server.baseURL)
                // then
                #expect(reply.body == Self.megabytes)
            }
        }

        @Test("A stream of known length is sent with it")
        func stream() async throws {
            // given
            let stream = FileStream(["ab", "cde"].stream, length: 5)
            try await RawServer.with(Self.echo) { server in
                // when
                let text = try await makeQueue(server.baseURL).run(Post(body: HTTPFile(stream: stream)))
                // then
                #expect(text == "abcde")
            }
        }

        @Test("A stream of unknown length is sent in chunks")
        func chunks() async throws {
            // given
            let seen = NIOLockedValueBox<[String]>([])
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                var lines = [try await connection.readHead()]
                while lines.last != "0" {
                    lines.append(try await connection.readLine())
                }
                seen.withLockedValue { $0 = lines }
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
            try await RawServer.with(script) { server in
                // when
                let stream = FileStream(["ab", "cde"].stream)
                _ = try await makeQueue(server.baseURL).run(Post(body: HTTPFile(stream: stream)))
            }
            // then
            let lines = seen.withLockedValue { $0 }
            #expect(lines[0].lowercased().contains("transfer-encoding: chunked"))
            #expect(lines[1...] == ["2", "ab", "3", "cde", "0"])
        }

        @Test("An error of a stream ends the attempt and the connection")
        func streamFails() async throws {
            // given
            struct Broken: Error {}
            let closed = Signal()
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                await connection.untilClosed()
                closed.report()
            }
            try await RawServer.with(script) { server in
                // when
                let stream = FileStream { throw Broken() }
                let error = try await transportError {
                    _ = try await makeQueue(server.baseURL).run(Post(body: HTTPFile(stream: stream)))
                }
                // then
                #expect(error?.underlying is Broken)
                await closed.wait()
            }
        }

        @Test("A stream whose length differs from the stated one is an invalid request", arguments: [3, 7])
        func wrongLength(length: Int64) async throws {
            try await RawServer.with(Self.echo) { server in
                // when
                let stream = FileStream(["ab", "cde"].stream, length: length)
                let error = try await transportError {
                    _ = try await makeQueue(server.baseURL).run(Post(body: HTTPFile(stream: stream)))
                }
                // then
                #expect(error?.kind == .invalidRequest)
            }
        }

        @Test(
            "A server may reject a body before receiving it",
            arguments: [
                "Content-Length: 0\r\n\r\n",
                "Content-Length: 5\r\n\r\n01234",
                "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n0\r\n\r\n",
            ]
        )
        func refusal(rest: String) async throws {
            // given
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write("HTTP/1.1 413 Too Large\r\n\(rest)")
                await connection.untilClosed()
            }
            try await RawServer.with(script) { server in
                // when
                let stream = FileStream { Data(count: 1 << 20) }
                let message = HTTPMessage(method: .post, uri: "x", body: .file(HTTPFile(stream: stream)))
                let reply = try await send(message, to: server.baseURL)
                // then
                #expect(reply.status.code == 413)
                #expect(String(decoding: reply.body, as: UTF8.self) == (rest.contains("01234") ? "01234" : ""))
            }
        }

        @Test("A file is downloaded to its path")
        func download() async throws {
            // given
            let place = try ScratchFile()
            let script: @Sendable (RawConnection) async throws -> Void = { connection in
                _ = try await connection.readHead()
                try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.megabytes.count)\r\n\r\n")
                try await connection.write(Array(Self.megabytes))
            }
            try await RawServer.with(script) { server in
                // when
                let file = try await makeQueue(server.baseURL).run(GetFile(), .download(to: place.url))
                // then
                #expect(file.contents == .url(place.url))
                #expect(try Data(contentsOf: place.url) == Self.megabytes)
            }
        }

        @Test("Progress of the upload and of the download reaches the total")
        func progress() async throws {
            try await RawServer.with(Self.echo) { server in
                // given
                let handle = makeQueue(server.baseURL).add(Post(body: HTTPFile(data: Data(count: 1_000_000))))
                // when
                var last: [NetTaskProgress.Direction: NetTaskProgress] = [:]
                for await progress in handle.progress {
                    #expect(progress.completed >= last[progress.direction]?.completed ?? 0)
                    last[progress.direction] = progress
                }
                // then
                #expect(last[.receiving] == NetTaskProgress(.receiving, completed: 1_000_000, total: 1_000_000))
                #expect(last[.sending]?.total == 1_000_000)
            }
        }
    }

    extension String {
        fileprivate var contentLength: Int? {
            let line = lowercased().components(separatedBy: "\r\n").first { $0.hasPrefix("content-length: ") }
            return line.flatMap { Int($0.dropFirst("content-length: ".count)) }
        }
    }

    extension [String] {
        /// These, as pieces of a body.
        fileprivate var stream: AsyncStream<Data> {
            AsyncStream { continuation in
                for text in self {
                    continuation.yield(Data(text.utf8))
                }
                continuation.finish()
            }
        }
    }
#endif
