import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Requests: methods, paths and headers.
    static let requests: [Case] =
        methods + [
            Case("Path and query are sent unchanged") { ground in
                _ = try await ground.send(HTTPMessage(uri: "a%20b/%2F;x/*?x=%26&y=%C3%BC&&z"))
                try ground.expect(
                    ground.request.lines[0],
                    "GET /a%20b/%2F;x/*?x=%26&y=%C3%BC&&z HTTP/1.1",
                    "the request line"
                )
            },
            Case("A GET without a body has no headers about a body") { ground in
                _ = try await ground.send(HTTPMessage(uri: "a"))
                for name in ["Content-Length", "Transfer-Encoding", "Content-Type"] {
                    try ground.expect(ground.request.values(of: name), [], name)
                }
            },
            Case("Headers are sent unchanged") { ground in
                let headers = [
                    ("X-Plain", "a, b; c=\"d\""), ("x-lower", "1"), ("X-Text", "ü"), ("X-Empty", ""),
                    ("X-Long", String(repeating: "0123456789", count: 800)), ("Content-Type", "text/x-own"),
                    ("Accept", "text/x-own"), ("User-Agent", "own/1"), ("Accept-Language", "x-own"),
                ]
                _ = try await ground.send(
                    HTTPMessage(method: .post, uri: "a", headers: fields(headers), body: .data(Data("x".utf8)))
                )
                for (name, value) in headers {
                    try ground.expect(ground.request.values(of: name), [value], name)
                }
            },
            Case("Names of headers keep their case") { ground in
                let headers = [("custom_header", "1"), ("x-lower", "2"), ("ETag", "3"), ("X-UPPER", "4")]
                _ = try await ground.send(HTTPMessage(uri: "a", headers: fields(headers)))
                let names = try ground.request.headerLines.map(\.name)
                for (name, _) in headers { try ground.expect(names.contains(name), "\(name) is not among \(names)") }
            },
            Case("Headers of one name are sent in order, each on its own line", allowances: [.foldsHeaders]) {
                ground in
                if ground.allows(.foldsHeaders) { return }
                _ = try await ground.send(
                    HTTPMessage(uri: "a", headers: fields([("X-A", "1"), ("X-B", "2"), ("X-A", "3")]))
                )
                try ground.expect(ground.request.values(of: "X-A"), ["1", "3"], "X-A")
            },
            Case("Only headers that HTTP requires or expects are added", allowances: [.addsContentType]) { ground in
                for method in [HTTPRequest.Method.get, .post] {
                    let body = method == .post ? HTTPRequestBody.data(Data("x".utf8)) : nil
                    _ = try await ground.send(HTTPMessage(method: method, uri: "a", body: body))
                }
                let carriers =
                    [
                        "host", "content-length", "transfer-encoding", "accept", "accept-encoding", "accept-language",
                        "connection", "user-agent", "expect",
                    ] + (ground.allows(.addsContentType) ? ["content-type"] : [])
                for line in ground.requests.flatMap(\.headerLines) {
                    try ground.expect(
                        carriers.contains(line.name.lowercased()),
                        "\(line.name): \(line.value) was added"
                    )
                }
            },
            Case("An invalid header ends the request before anything is sent") { ground in
                for headers in [["X-A": "1\r\nX-B: 2"], ["X-A": "1\u{0}"], ["X A": "1"], ["": "1"]] {
                    let result = await ground.add(HTTPMessage(uri: "a"), .headers(headers)).result
                    guard case .failure(.transport(let error)) = result, error.kind == .invalidRequest else {
                        throw Failure("\(headers) ended with \(result)")
                    }
                }
                try ground.expect(ground.requests.count, 0, "the number of requests")
            },
        ]

    private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"].map { method in
        Case("\(method) is sent as the method") { ground in
            _ = try await ground.send(HTTPMessage(method: HTTPRequest.Method(method)!, uri: "a/b"))
            try ground.expect(ground.request.lines[0], "\(method) /a/b HTTP/1.1", "the request line")
            try ground.expect(ground.request.values(of: "Host"), [String(ground.baseURL.dropFirst(7))], "Host")
        }
    }

    static func fields(_ fields: [(String, String)]) -> HTTPFields {
        HTTPFields(fields.map { HTTPField(name: HTTPField.Name($0.0)!, value: $0.1) })
    }
}
