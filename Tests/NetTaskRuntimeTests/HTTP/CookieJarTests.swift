import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Cookies")
struct CookieJarTests {
    private let clock = TestClock()

    /// Lets a server at `url` set cookies, and returns the cookies that are then sent to other URLs.
    private func sent(to urls: [String], after cookies: [String], from url: String) async throws -> [String?] {
        let jar = HTTPCookieJar(wallClock: { clock.date })
        let transport = HTTPMockTransport { request in
            var fields = HTTPFields()
            if request.number == 1 {
                for cookie in cookies { fields.append(HTTPField(name: .setCookie, value: cookie)) }
            }
            return .status(.ok, headers: fields)
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        for url in [url] + urls {
            _ = try await handler.send(HTTPMessage(uri: url), context: NetTaskContext(name: "Test"))
        }
        return transport.requests.dropFirst().map { $0.head.headerFields[.cookie] }
    }

    @Test("Without a jar no cookies are sent")
    func noJar() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200, headers: [.setCookie: "a=b"]) }
        let handler = HTTPNetTaskQueueHandler(transport: transport)
        // when
        for _ in 0..<2 {
            _ = try await handler.send(HTTPMessage(uri: "http://a.test/"), context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(transport.requests.allSatisfy { !$0.head.headerFields.contains(.cookie) })
    }

    @Test("A cookie is sent only to the host that set it")
    func hosts() async throws {
        let urls = ["https://a.test/", "https://b.test/", "https://sub.a.test/", "https://xa.test/"]
        #expect(try await sent(to: urls, after: ["k=v"], from: "https://a.test/") == ["k=v", nil, nil, nil])
    }

    @Test("A cookie for a domain is sent to all hosts in it")
    func domains() async throws {
        let urls = ["https://a.test/", "https://sub.a.test/", "https://xa.test/", "https://a.test.evil.test/"]
        let sent = try await sent(to: urls, after: ["k=v; Domain=a.test"], from: "https://sub.a.test/")
        #expect(sent == ["k=v", "k=v", nil, nil])
    }

    @Test("A cookie for a domain of another server is not stored", arguments: ["b.test", "test", "x.a.test", "evil"])
    func foreignDomains(domain: String) async throws {
        let sent = try await sent(
            to: ["https://a.test/", "https://b.test/", "https://x.a.test/", "https://c.test/"],
            after: ["k=v; Domain=\(domain)"],
            from: "https://a.test/"
        )
        #expect(sent == [nil, nil, nil, nil])
    }

    @Test("A cookie for a path is sent to the paths below it")
    func paths() async throws {
        let urls = ["https://a.test/p", "https://a.test/p/q", "https://a.test/pq", "https://a.test/"]
        let sent = try await sent(to: urls, after: ["k=v; Path=/p"], from: "https://a.test/p/x")
        #expect(sent == ["k=v", "k=v", nil, nil])
    }

    @Test("A cookie without a path is sent to the folder of the request that set it, and below")
    func folder() async throws {
        let urls = ["https://a.test/p/x", "https://a.test/p/q/r", "https://a.test/p", "https://a.test/x"]
        #expect(try await sent(to: urls, after: ["k=v"], from: "https://a.test/p/q") == ["k=v", "k=v", "k=v", nil])
        let all = try await sent(to: ["https://a.test/x"], after: ["k=v"], from: "https://a.test")
        #expect(all == ["k=v"])
    }

    @Test("A secure cookie is sent only over https, and not stored from http")
    func secure() async throws {
        let urls = ["https://a.test/", "http://a.test/"]
        #expect(try await sent(to: urls, after: ["k=v; Secure"], from: "https://a.test/") == ["k=v", nil])
        #expect(try await sent(to: urls, after: ["k=v; Secure"], from: "http://a.test/") == [nil, nil])
    }

    @Test(
        "A cookie whose name requires security is stored only if it is secure",
        arguments: [
            ("__Secure-k=v; Secure", "https", true), ("__Secure-k=v", "https", false),
            ("__Secure-k=v; Secure", "http", false), ("__Secure-k=v", "http", false), ("__secure-k=v", "http", false),
            ("__Secure-k=v; Secure; Domain=a.test", "https", true),
            ("__Host-k=v; Secure; Path=/", "https", true), ("__Host-k=v; Path=/", "https", false),
            ("__Host-k=v; Secure; Path=/", "http", false), ("__Host-k=v; Secure", "https", false),
            ("__Host-k=v; Secure; Path=/p", "https", false), ("__HOST-k=v; Path=/", "http", false),
            ("__Host-k=v; Secure; Path=/; Domain=a.test", "https", false), ("__Hostk=v", "http", true),
        ]
    )
    func prefixes(cookie: String, scheme: String, isKept: Bool) async throws {
        let sent = try await sent(to: ["https://a.test/p"], after: [cookie], from: "\(scheme)://a.test/p")
        #expect(sent == [isKept ? cookie.split(separator: ";").first.map(String.init) : nil])
    }

    @Test("A cookie from http does not replace a secure one")
    func overwriting() async throws {
        // given
        let jar = HTTPCookieJar()
        let transport = HTTPMockTransport { request in
            .status(.ok, headers: [.setCookie: request.head.scheme == "https" ? "k=v; Secure" : "k=evil"])
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        // when
        for scheme in ["https", "http", "https"] {
            _ = try await handler.send(HTTPMessage(uri: "\(scheme)://a.test/"), context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(transport.requests.map { $0.head.headerFields[.cookie] } == [nil, nil, "k=v"])
    }

    @Test("Several are sent together, those of longer paths first; a later value replaces an earlier one")
    func several() async throws {
        let cookies = ["a=1; Path=/", "b=2; Path=/p", "a=3; Path=/"]
        #expect(try await sent(to: ["https://a.test/p"], after: cookies, from: "https://a.test/p") == ["b=2; a=3"])
    }

    @Test("An expired cookie is not sent, and one that expires at once removes the old one")
    func expiry() async throws {
        // given
        let jar = HTTPCookieJar(wallClock: { clock.date })
        let values = ["k=v; Max-Age=60", "k=v; Max-Age=60", "k=; Max-Age=0"]
        let transport = HTTPMockTransport { request in
            var fields = HTTPFields()
            if request.number % 2 == 1 { fields[.setCookie] = values[request.number / 2] }
            return .status(.ok, headers: fields)
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        let send = {
            _ = try await handler.send(HTTPMessage(uri: "https://a.test/"), context: NetTaskContext(name: "Test"))
            return transport.requests.last?.head.headerFields[.cookie]
        }
        // then
        _ = try await send()
        #expect(try await send() == "k=v")
        _ = try await send()
        _ = try await send()
        _ = try await send()
        #expect(try await send() == nil)
    }

    @Test("Several are sent in one header, with the request's own", arguments: [nil, "a=1; b=2"])
    func oneHeader(own: String?) async throws {
        // given
        let transport = HTTPMockTransport { _ in
            var fields = HTTPFields()
            for cookie in ["a=1", "b=2"] { fields.append(HTTPField(name: .setCookie, value: cookie)) }
            return .status(.ok, headers: fields)
        }
        let configuration = HTTPConfiguration { $0.cookies = HTTPCookieJar() }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0 = configuration
        }
        var message = HTTPMessage(uri: "http://a.test/")
        message.headers[.cookie] = own
        // when
        for _ in 0..<2 {
            _ = try await handler.send(message, context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(transport.requests[1].head.headerFields[values: .cookie] == ["a=1; b=2"])
    }

    @Test("Cookies in several headers are stored and sent over URLSession, each with its attributes")
    func urlSession() async throws {
        // given
        let server = try HTTPLoopbackServer { request in
            var fields = HTTPFields()
            for cookie in ["a=1; Path=/", "b=2; Max-Age=0", "c=3; Expires=Wed, 21 Oct 2065 07:28:00 GMT", "d=4, 5"] {
                fields.append(HTTPField(name: .setCookie, value: cookie))
            }
            return .status(.ok, headers: fields)
        }
        let handler = HTTPNetTaskQueueHandler(baseURL: server.baseURL) { $0.cookies = HTTPCookieJar() }
        // when
        let replies = try await [
            handler.send(HTTPMessage(uri: ""), context: NetTaskContext(name: "Test")),
            handler.send(HTTPMessage(uri: ""), context: NetTaskContext(name: "Test")),
        ]
        await server.stop()
        // then
        #expect(replies[0].headers[values: .setCookie].count == 4)
        #expect(replies[0].headers[values: .setCookie].last == "d=4, 5")
        #expect(server.requests[1].values(of: "Cookie") == ["a=1; c=3; d=4, 5"])
    }

    @Test("A request keeps its own cookies, and gets no others with the same names")
    func own() async throws {
        // given
        let jar = HTTPCookieJar()
        let transport = HTTPMockTransport { _ in
            var fields: HTTPFields = [.setCookie: "a=b"]
            fields.append(HTTPField(name: .setCookie, value: "own=2"))
            return .status(.ok, headers: fields)
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        let message = HTTPMessage(uri: "http://a.test/", headers: [.cookie: "own=1"])
        // when
        for _ in 0..<2 {
            _ = try await handler.send(message, context: NetTaskContext(name: "Test"))
        }
        // then
        #expect(transport.requests.map { $0.head.headerFields[.cookie] } == ["own=1", "own=1; a=b"])
        #expect(jar.count == 2)
        jar.removeAll()
        #expect(jar.count == 0)
    }

    @Test("A cookie of a redirect is sent with the next request, but not to another host")
    func redirects() async throws {
        // given
        let transport = HTTPMockTransport { request in
            switch request.number {
            case 1:
                .status(.found, headers: [.location: "/b", .setCookie: "k=v"])
            case 2: .status(.found, headers: [.location: "https://b.test/"])
            default: .status(.ok)
            }
        }
        let configuration = HTTPConfiguration { $0.cookies = HTTPCookieJar() }
        // when
        _ = try await HTTPNetTaskQueueHandler(transport: transport) {
            $0 = configuration
        }
        .send(HTTPMessage(uri: "https://a.test/"), context: NetTaskContext(name: "Test"))
        // then
        #expect(transport.requests.map { $0.head.headerFields[.cookie] } == [nil, "k=v", nil])
    }

    @Test("An invalid cookie is not stored", arguments: ["", "=", ";", "k", "; Path=/", "k\u{1}=v"])
    func nonsense(value: String) async throws {
        _ = try await sent(to: ["https://a.test/"], after: [value], from: "https://a.test/")
    }

    @Test("Of more than 50 cookies of a domain, those that were used longest ago are removed")
    func domainLimit() async throws {
        // given
        let jar = HTTPCookieJar()
        let transport = HTTPMockTransport { request in
            guard let name = request.head.path?.split(separator: "/").last else { return .status(200) }
            return .status(200, headers: [.setCookie: "\(name)=1; Path=/\(name)"])
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        func send(_ uri: String) async throws -> String? {
            _ = try await handler.send(HTTPMessage(uri: uri), context: NetTaskContext(name: "Test"))
            return transport.requests.last?.head.headerFields[.cookie]
        }
        for number in 1...50 { _ = try await send("http://a.test/c\(number)") }
        // when
        #expect(try await send("http://a.test/c1") == "c1=1")
        _ = try await send("http://a.test/c51")
        // then
        #expect(jar.count == 50)
        #expect(try await send("http://a.test/c2") == nil)
        #expect(try await send("http://a.test/c1") == "c1=1")
    }

    @Test("Of more than 3,000 cookies, those that were used longest ago are removed")
    func limit() async throws {
        // given
        let jar = HTTPCookieJar()
        let transport = HTTPMockTransport { request in
            var fields = HTTPFields()
            if request.head.path == "/set" {
                for number in 1...50 { fields.append(HTTPField(name: .setCookie, value: "c\(number)=1; Path=/")) }
            }
            return .status(200, headers: fields)
        }
        let handler = HTTPNetTaskQueueHandler(transport: transport) {
            $0.cookies = jar
        }
        func send(_ uri: String) async throws -> String? {
            _ = try await handler.send(HTTPMessage(uri: uri), context: NetTaskContext(name: "Test"))
            return transport.requests.last?.head.headerFields[.cookie]
        }
        for host in 1...60 { _ = try await send("http://h\(host).test/set") }
        #expect(jar.count == 3_000)
        // when
        #expect(try await send("http://h1.test/") != nil)
        _ = try await send("http://h61.test/set")
        // then
        #expect(jar.count == 3_000)
        #expect(try await send("http://h1.test/") != nil)
        #expect(try await send("http://h2.test/") == nil)
    }
}
