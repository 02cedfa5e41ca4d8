import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Connections that cannot be made, and connections that end without a reply.
    static let connections: [Case] =
        [HTTPFault.closedBeforeHead, .resetBeforeHead].flatMap { fault in
            [
                onceOnUsedConnection(fault, .post),
                onceOnUsedConnection(fault, .post, body: ConformanceGround.bytes(100_000)),
                onceOnUsedConnection(fault, .put, body: ConformanceGround.bytes(100)),
                onceOnUsedConnection(fault, .get, allowances: [.repeatsRequests]),
            ]
        } + [
            Case("A POST to an address without a route was not sent") { ground in
                guard ground.hasConnections else { return }
                // The system refuses connections to all hosts of the network, and sends nothing.
                let message = HTTPMessage(method: .post, uri: "http://255.255.255.255:9/a", body: .data(Data("x".utf8)))
                try ground.expect(await ground.outcome(of: message), .transport(.cannotConnect), "the end")
            },
            Case(
                "A POST was sent if its connection is lost, even if another address of the host has refused a connection"
            ) {
                ground in
                ground.answer { _ in .fault(.closedBeforeHead) }
                // ::1 refuses, if it exists.
                let uri = ground.baseURL.replacing("127.0.0.1", with: "localhost") + "/a"
                let message = HTTPMessage(method: .post, uri: uri, body: .data(Data("x".utf8)))
                try ground.expect(await ground.outcome(of: message), .transport(.connectionLost), "the end")
                try ground.expect(ground.requests.count, 1, "the number of requests")
            },
            Case("The host can be an IPv6 address, however it is written") { ground in
                // Skipped without IPv6.
                guard ground.hasConnections,
                    let server = try? HTTPLoopbackServer(isIPv6: true, { _ in .status(.ok, "x") })
                else { return }
                for host in ["[::1]", "[0:0::0001]"] {
                    let uri = "\(server.baseURL.replacing("[::1]", with: host))/a?b=c"
                    let reply = try await ground.send(HTTPMessage(uri: uri))
                    try ground.expect(String(decoding: reply.body, as: UTF8.self), "x", "the body")
                }
                try ground.expect(
                    server.requests.map(\.lines[0]),
                    Array(repeating: "GET /a?b=c HTTP/1.1", count: 2),
                    "lines"
                )
                try ground.expect(server.requests[0].values(of: "Host"), ["[::1]:\(server.port)"], "Host")
                await server.stop()
            },
        ]

    /// A request on a reused connection that ends without a reply. The server may have processed the request.
    private static func onceOnUsedConnection(
        _ fault: HTTPFault,
        _ method: HTTPRequest.Method,
        body: Data? = nil,
        allowances: Set<Allowance> = []
    ) -> Case {
        let size = body.map { " of \($0.count) bytes" } ?? ""
        return Case(
            "After \"\(fault)\" on a used connection, a \(method)\(size) is not sent again",
            allowances: allowances
        ) { ground in
            ground.answer { request in request.number == 1 ? .status(.ok, "x") : .fault(fault) }
            _ = try await ground.send(HTTPMessage(uri: "a"))
            let message = HTTPMessage(method: method, uri: "b", body: body.map { .data($0) })
            try ground.expect(await ground.outcome(of: message), .transport(.connectionLost), "the end")
            if ground.allows(.repeatsRequests), allowances.contains(.repeatsRequests) { return }
            try ground.expect(ground.requests.count, 2, "the number of requests")
        }
    }
}
