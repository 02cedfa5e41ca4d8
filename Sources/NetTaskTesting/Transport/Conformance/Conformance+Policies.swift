import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Policies that belong to the handler, and not to the transport.
    static let policies: [Case] =
        [301, 302, 303, 307, 308].map { code in
            Case("A redirect of status \(code) is a reply, which the transport does not follow") { ground in
                ground.answer { _ in .redirect(to: "/b", status: .init(code: code)) }
                let configuration = HTTPConfiguration { $0.maxRedirects = 0 }
                let reply = try await ground.send(HTTPMessage(uri: "a"), configuration)
                try ground.expect(reply.status.code, code, "the status")
                try ground.expect(reply.headers[.location], "/b", "Location")
                try ground.expect(ground.requests.count, 1, "the number of requests")
            }
        } + [
            Case("After a 307 the handler sends the request again with its body") { ground in
                ground.answer { $0.number == 1 ? .redirect(to: "/b", status: .temporaryRedirect) : .status(.ok) }
                let data = ConformanceGround.bytes(100_000)
                _ = try await ground.send(HTTPMessage(method: .put, uri: "a", body: .data(data)))
                try ground.expect(ground.requests.map(\.head.method), [.put, .put], "the methods")
                try ground.expect(ground.requests.map(\.head.path), ["/a", "/b"], "the paths")
                try ground.expect(ground.requests.allSatisfy { $0.body == data }, "another body went out")
            },
            Case("After a 303 the handler sends GET without the body") { ground in
                ground.answer { $0.number == 1 ? .redirect(to: "/b", status: .seeOther) : .status(.ok) }
                _ = try await ground.send(HTTPMessage(method: .post, uri: "a", body: .data(Data("x".utf8))))
                try ground.expect(ground.requests.map(\.head.method), [.post, .get], "the methods")
                try ground.expect(ground.requests.last?.values(of: "Content-Length"), [], "Content-Length")
            },
            Case("A cookie that was set is not sent") { ground in
                ground.answer { _ in .status(.ok, headers: [.setCookie: "a=b; Path=/"]) }
                for _ in 1...2 {
                    _ = try await ground.send(HTTPMessage(uri: "a"))
                }
                try ground.expect(ground.requests.map { $0.values(of: "Cookie") }, [[], []], "Cookie")
            },
            Case("A reply that may be cached is requested again, without conditions") { ground in
                ground.answer { request in
                    .status(.ok, "\(request.number)", headers: [.cacheControl: "max-age=3600, public", .eTag: "\"x\""])
                }
                for number in 1...2 {
                    let reply = try await ground.send(HTTPMessage(uri: "a"))
                    try ground.expect(String(decoding: reply.body, as: UTF8.self), "\(number)", "the body")
                }
                try ground.expect(ground.requests.flatMap { $0.values(of: "If-None-Match") }, [], "If-None-Match")
            },
        ]
        + [
            (401, "WWW-Authenticate", "Basic realm=\"x\""),
            (401, "WWW-Authenticate", "Digest realm=\"x\", nonce=\"y\""),
            (407, "Proxy-Authenticate", "Basic realm=\"x\""),
        ].map { code, name, value in
            Case("\(code) \(value.prefix { $0 != " " }) is a reply, which the transport does not answer itself") {
                ground in
                ground.answer { _ in .status(.init(code: code), "who?", headers: fields([(name, value)])) }
                let reply = try await ground.send(HTTPMessage(uri: "a"))
                try ground.expect(reply.status.code, code, "the status")
                try ground.expect(String(decoding: reply.body, as: UTF8.self), "who?", "the body")
                try ground.expect(ground.request.values(of: "Authorization"), [], "Authorization")
            }
        }
}
