import Foundation
import HTTPTypes
import NetTaskRuntime
@testable import NetTaskTesting
import Testing

@Suite("Loopback server", .timeLimit(.minutes(5)))
struct HTTPLoopbackServerTests {
    /// Starts a server, runs `body` and stops the server, whatever happens.
    private func withServer(
        _ answer: @escaping HTTPLoopbackServer.Answer,
        _ body: (HTTPLoopbackServer) async throws -> Void
    ) async throws {
        let server = try HTTPLoopbackServer(answer)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }

    private func send(_ message: HTTPMessage, to server: HTTPLoopbackServer) async throws -> HTTPReply {
        try await HTTPNetTaskQueueHandler(baseURL: server.baseURL)
            .send(message, context: NetTaskContext(name: "Test"))
    }

    @Test("A request is recorded as it was sent, line by line, with its body")
    func seen() async throws {
        try await withServer({ _ in .status(200) }) { server in
            // given
            let message = HTTPMessage(
                method: .post,
                uri: "a?b=c",
                headers: [HTTPField.Name("X-Own")!: "1"],
                body: .data(Data("body".utf8))
            )
            // when
            _ = try await send(message, to: server)
            // then
            let seen = server.requests[0]
            #expect(seen.lines[0] == "POST /a?b=c HTTP/1.1")
            #expect(seen.lines.contains("X-Own: 1"))
            #expect(seen.values(of: "content-length") == ["4"])
            #expect(seen.bodyText == "body")
            #expect(seen.head.authority == "127.0.0.1:\(server.port)")
        }
    }

    @Test("A body without a length is assembled from its chunks")
    func chunks() async throws {
        try await withServer({ _ in .status(200) }) { server in
            // given
            let client = try LoopbackClient(port: server.port)
            // when
            client.write(
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: 1\r\n\r\n"
            )
            // then
            #expect(await client.read(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            #expect(server.requests[0].bodyText == "abcde")
            client.close()
        }
    }

    @Test("A second request on the same connection is answered, too", arguments: [HTTPAnswer.Framing.length, .chunked])
    func keepAlive(framing: HTTPAnswer.Framing) async throws {
        try await withServer({ .reply(.status(200, "\($0.number)"), framedBy: framing) }) { server in
            // given
            let client = try LoopbackClient(port: server.port)
            // when
            client.write("GET /a HTTP/1.1\r\n\r\n")
            _ = await client.read(upTo: framing == .length ? "\r\n\r\n1" : "0\r\n\r\n")
            client.write("GET /b HTTP/1.1\r\n\r\n")
            // then
            _ = await client.read(upTo: framing == .length ? "\r\n\r\n2" : "0\r\n\r\n")
            #expect(server.requests.map(\.connection) == [1, 1])
            #expect(server.requests.map(\.head.path) == ["/a", "/b"])
            client.close()
        }
    }

    @Test("The test controls when the bytes of a paced reply are sent")
    func paced() async throws {
        // given
        let pace = HTTPPace()
        try await withServer({ _ in .paced(.status(200, "abc"), pace) }) { server in
            let client = try LoopbackClient(port: server.port)
            client.write("GET / HTTP/1.1\r\n\r\n")
            #expect(await client.read(upTo: "\r\n\r\n").hasSuffix("\r\n\r\n"))
            // when
            pace.release(2)
            // then
            #expect(await client.read(upTo: "b") == "ab")
            pace.releaseAll()
            #expect(await client.read(upTo: "c") == "c")
            client.close()
        }
    }

    @Test("A connection that the client has closed does not count")
    func closed() async throws {
        try await withServer({ _ in .fault(.silence) }) { server in
            // given
            let client = try LoopbackClient(port: server.port)
            client.write("GET / HTTP/1.1\r\n\r\n")
            try await server.waitForRequests(1)
            #expect(server.openConnectionCount == 1)
            // when
            client.close()
            // then
            try await server.waitForConnections(atMost: 0)
            #expect(server.openConnectionCount == 0)
        }
    }

    @Test("A server that refuses connections continues with open ones")
    func refuse() async throws {
        try await withServer({ _ in .status(200) }) { server in
            // given
            let client = try LoopbackClient(port: server.port)
            client.write("GET / HTTP/1.1\r\n\r\n")
            _ = await client.read(upTo: "\r\n\r\n")
            // when
            await server.refuse()
            // then
            #expect(throws: POSIXError(.ECONNREFUSED)) { try LoopbackClient(port: server.port) }
            client.write("GET / HTTP/1.1\r\n\r\n")
            #expect(await client.read(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
            client.close()
        }
    }

    @Test(
        "Stopping ends connections in any state",
        arguments: [HTTPFault.silence, .endlessBody, .closedInBody]
    )
    func stop(fault: HTTPFault) async throws {
        // given
        let pace = HTTPPace()
        let server = try HTTPLoopbackServer { request in
            request.head.path == "/pace" ? .paced(.status(200, "a"), pace) : .fault(fault)
        }
        let clients = try ["/pace", "/"].map { path in
            let client = try LoopbackClient(port: server.port)
            client.write("GET \(path) HTTP/1.1\r\n\r\n")
            return client
        }
        try await server.waitForRequests(2)
        // when
        await server.stop()
        // then
        #expect(server.openConnectionCount == 0)
        clients.forEach { $0.close() }
    }
}
