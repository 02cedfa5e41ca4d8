import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Replies.
    static let replies: [Case] =
        framings + [
            Case("Status, headers and body of a failure are received unchanged") { ground in
                ground.answer { _ in
                    .status(.notFound, "not here", headers: fields([("X-A", "a, b"), ("Content-Type", "text/x-own")]))
                }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.status.code, 404, "the status")
                try ground.expect(reply.headers[HTTPField.Name("X-A")!], "a, b", "X-A")
                try ground.expect(reply.headers[.contentType], "text/x-own", "Content-Type")
                try ground.expect(String(decoding: reply.body, as: UTF8.self), "not here", "the body")
            },
            Case("Headers of one name are received in order, as separate fields", allowances: [.foldsReplyHeaders]) {
                ground in
                if ground.allows(.foldsReplyHeaders) { return }
                let headers = fields([("X-A", "1; a"), ("X-B", "2"), ("X-A", "2, 3")])
                ground.answer { _ in .status(.ok, headers: headers) }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.headers[values: HTTPField.Name("X-A")!], ["1; a", "2, 3"], "X-A")
            },
            Case("A header of 64 KB is received, and so are 200 small ones") { ground in
                let large = fields([("X-Large", String(repeating: "a", count: 64 << 10))])
                let small = fields((1...200).map { ("X-\($0)", "a") })
                for headers in [large, small] {
                    ground.answer { _ in .status(.ok, "x", headers: headers) }
                    let reply = try await ground.send(HTTPMessage(uri: "a"))
                    for header in headers {
                        try ground.expect(reply.headers[header.name], header.value, header.name.rawName)
                    }
                }
            },
            Case("Each Set-Cookie is received as a separate header") { ground in
                let cookies = ["a=1; Expires=Wed, 21 Oct 2065 07:28:00 GMT; Path=/", "b=2, 3", "c=4"]
                let headers = fields(cookies.map { ("Set-Cookie", $0) } + [("X-B", "2")])
                ground.answer { _ in .status(.ok, headers: headers) }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.headers[values: .setCookie], cookies, "Set-Cookie")
            },
            Case("A reply to HEAD is complete without the body that its length declares") { ground in
                ground.answer { _ in .status(.ok, "0123456789") }
                let reply = try await ground.send(HTTPMessage(method: .head, uri: "a"))
                try ground.expect(reply.body.count, 0, "the size of the body")
                try ground.expect(reply.headers[.contentLength], "10", "Content-Length")
            },
            Case("A 204 is complete without a body") { ground in
                ground.answer { _ in .status(.noContent) }
                try ground.expect(try await ground.send(HTTPMessage(uri: "a")).status.code, 204, "the status")
            },
            Case("A 304 is complete without the body that its length declares") { ground in
                ground.answer { _ in .status(.notModified, "0123456789") }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.status.code, 304, "the status")
                try ground.expect(reply.body.count, 0, "the size of the body")
            },
            Case("A body in gzip is received decoded") { ground in
                let data = ConformanceGround.bytes(200_000)
                ground.answer { _ in .packed(HTTPReply(status: .ok, body: data)) }
                try ground.expect(
                    try await ground.send(HTTPMessage(uri: "a")).body == data,
                    "another body was received"
                )
            },
            Case("A body is written to a file if the message asks for it") { ground in
                let data = ConformanceGround.bytes(3_000_000)
                ground.answer { _ in .reply(HTTPReply(status: .ok, body: data), framedBy: .chunked) }
                var message = HTTPMessage(uri: "a")
                message.receivesFile = true
                let reply = try await ground.send(message)
                try ground.expect(reply.body.count, 0, "the size of what is in memory")
                try ground.expect(try reply.file?.data() == data, "something else is in the file")
            },
            Case("The progress of receiving is reported as the reply arrives") { ground in
                let pace = HTTPPace()
                ground.answer { _ in .paced(HTTPReply(status: .ok, body: Data("0123456789".utf8)), pace) }
                let handle = ground.add(HTTPMessage(uri: "a"))
                pace.release(3)
                for await progress in handle.progress
                where progress.direction == .receiving && progress.completed == 3 {
                    try ground.expect(progress.total, 10, "the total")
                    break
                }
                pace.releaseAll()
                try ground.expect(try await handle.value.count, 10, "the size of the body")
            },
            Case("Requests one after the other share a connection", allowances: [.repeatsRequests]) { ground in
                guard ground.hasConnections else { return }
                for method in [HTTPRequest.Method.get, .post, .get] {
                    let body = method == .post ? HTTPRequestBody.data(Data("x".utf8)) : nil
                    _ = try await ground.send(HTTPMessage(method: method, uri: "a", body: body))
                }
                let isShared = !ground.allows(.repeatsRequests)
                try ground.expect(ground.requests.map(\.connection), [1, isShared ? 1 : 2, 1], "the connections")
            },
            Case("A connection that the server has closed after a reply is not used again") { ground in
                ground.answer { _ in .reply(.status(.ok, "x"), framedBy: .close) }
                for _ in 1...3 {
                    let reply = try await ground.send(HTTPMessage(method: .post, uri: "a", body: .data(Data("x".utf8))))
                    try ground.expect(String(decoding: reply.body, as: UTF8.self), "x", "the body")
                }
                try ground.expect(ground.requests.map(\.connection), [1, 2, 3], "the connections")
            },
        ]

    private static let framings = HTTPAnswer.Framing.allCases.map { framing in
        Case("A body that is framed by \(framing) is received completely") { ground in
            for count in [0, 1, 100_000] {
                let data = ConformanceGround.bytes(count)
                ground.answer { _ in .reply(HTTPReply(status: .ok, body: data), framedBy: framing) }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.body == data, "another body of \(count) bytes was received")
            }
        }
    }
}
