import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

/// As the generator writes a task with a param with `in: url`.
private struct Follow: HTTPNetTask {
    typealias Response = Void

    var location: URL
    var isSecret = false
    var page: Int?
    var token: String?
    var key: String?

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("API.Follow", .get, "{location}", baseURL: "https://api.test/v1/jobs?key=1")
        endpoint.authentication = [["API.login"]]
        return endpoint
    }

    var uri: String { location.absoluteString }

    func pack(into packer: inout ParameterPacker) {
        if isSecret { packer.follow(secret: location) } else { packer.follow(location) }
        packer.add("page", page)
        if let token { packer.add("token", packer.keepSecret(token), in: .header) }
        packer.add("Authorization", key, in: .header)
    }
}

private let allCredentials: [any HTTPMiddleware] = [
    BasicCredentials(user: "a", password: "b"), BearerCredentials(.init("t")) { _ in .init("t") },
    APIKeyCredentials("k"), APIKeyCredentials("k", in: .query, name: "k"),
    APIKeyCredentials("k", in: .cookie, name: "k"),
]

@Suite("A URL that a task follows")
struct FollowedURLTests {
    /// The request and the outcome.
    private func send(
        _ task: Follow,
        _ configuration: HTTPConfiguration = HTTPConfiguration(),
        baseURL: String? = nil,
        options: [NetTaskOption] = []
    ) async -> (sent: [HTTPSeenRequest], error: NetTaskError<Never>?) {
        let transport = HTTPMockTransport { _ in .status(200) }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: baseURL) {
            $0 = configuration
        }
        let handle = queue.add(task, options: options)
        do {
            try await handle.value
            return (transport.requests, nil)
        } catch {
            return (transport.requests, error)
        }
    }

    private func url(_ text: String, page: Int? = nil, baseURL: String? = nil) async throws -> String? {
        let url = try #require(URL(string: text))
        let (sent, error) = await send(Follow(location: url, page: page), baseURL: baseURL)
        #expect(error == nil, "\(String(describing: error))")
        return sent.first.map { "\($0.head.scheme ?? "")://\($0.head.authority ?? "")\($0.head.path ?? "")" }
    }

    // MARK: Where it leads

    @Test(
        "A complete URL is sent unchanged, without its fragment",
        arguments: [
            "https://api.test/v2/jobs/7", "https://b.test:8443/a//b/../c/./d", "http://b.test/?x",
            "https://s3.test/b/k%20%2f%2F?X-Amz-Credential=A%2F20261122&X-Amz-Signature=aB%2f+/=&x=a,b;c:@!$'()*~",
            "https://b.test/a%7Eb?empty=&=&&x=%C3%BC", "HTTPS://B.Test/A?B",
        ]
    )
    func whole(text: String) async throws {
        // when
        let sent = try await url(text + "#part?x=1")

        // then
        let scheme = try #require(text.firstIndex(of: ":"))
        #expect(sent == text[..<scheme].lowercased() + text[scheme...])
    }

    @Test(
        "A relative one is resolved against the base URL",
        arguments: [
            ("/v2/x?y=%2f", "https://api.test/v2/x?y=%2f"), ("x", "https://api.test/v1/x"),
            ("../x", "https://api.test/x"), ("../../../x", "https://api.test/x"), ("./x/", "https://api.test/v1/x/"),
            ("?y=2", "https://api.test/v1/jobs?y=2"), ("//b.test/x", "https://b.test/x"),
            ("#part", "https://api.test/v1/jobs?key=1"), ("a/./b/../c", "https://api.test/v1/a/c"),
        ]
    )
    func relative(text: String, expected: String) async throws {
        #expect(try await url(text) == expected)
    }

    @Test("The base URL of the call or of the queue is used if it exists")
    func bases() async throws {
        // given
        let task = Follow(location: try #require(URL(string: "/x")))

        // when
        let ofQueue = try await url("/x", baseURL: "http://staging.test:81/v1")
        let ofCall = await send(task, baseURL: "http://staging.test", options: [.baseURL("https://call.test/v3/")]).sent

        // then
        #expect(ofQueue == "http://staging.test:81/x")
        #expect(ofCall.first?.head.authority == "call.test")
    }

    @Test(
        "Params of the query follow the URL's own",
        arguments: [
            ("https://b.test/x?sig=a%2fb", "https://b.test/x?sig=a%2fb&page=2"), ("/x", "https://api.test/x?page=2"),
            ("/x?#f", "https://api.test/x?page=2"),
        ]
    )
    func query(text: String, expected: String) async throws {
        #expect(try await url(text, page: 2) == expected)
    }

    @Test(
        "A URL that is not of HTTP, has no host or contains a user ends the task, and nothing is sent",
        arguments: [
            "ftp://a.test/x", "file:///etc/hosts", "mailto:a@b.test", "data:text/plain,x", "https:x", "https:///x",
            "http://", "https://user:pass@api.test/x", "https://user@api.test/x", "//user@api.test/x", "javascript:x",
        ]
    )
    func refused(text: String) async throws {
        // when
        let (sent, error) = await send(Follow(location: try #require(URL(string: text))))

        // then
        #expect(sent.isEmpty)
        guard case .transport(let error) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.contains("is not a valid URL: "))
        #expect(!error.reason.contains("pass"))
    }

    @Test("A relative URL without a base URL ends the task")
    func noBase() async throws {
        struct Bare: HTTPNetTask {
            typealias Response = Void
            static var endpoint: HTTPEndpoint { HTTPEndpoint("Bare") }
            var uri: String { "/x" }
            func pack(into packer: inout ParameterPacker) {
                if let url = URL(string: uri) { packer.follow(url) }
            }
        }
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(200) })
        let error = await #expect(throws: NetTaskError<Never>.self) { try await queue.run(Bare()) }
        #expect(error?.description.contains("\"/x\" is not a valid URL: it has no scheme") == true)
    }

    @Test("Tasks that follow URLs of one host share its limit", arguments: ["https://b.test/x", "//B.test/y"])
    func hostKey(text: String) throws {
        #expect(httpHostKey(of: Follow(location: try #require(URL(string: text)))) == "b.test")
        #expect(httpHostKey(of: Follow(location: try #require(URL(string: "/b//c")))) == "api.test")
    }

    // MARK: What goes along

    @Test("Credentials are sent only to the origin of the base URL", arguments: 0..<5)
    func credentials(index: Int) async throws {
        // given
        let configuration = HTTPConfiguration {
            $0.headers = [.authorization: "Own x", .cookie: "a=b", .acceptLanguage: "en"]
            $0.middleware = [allCredentials[index]]
        }
        let plain = HTTPConfiguration { $0.middleware = [allCredentials[index]] }

        for text in ["/x", "https://API.test:443/x"] {
            // when
            let request = await send(Follow(location: try #require(URL(string: text))), plain).sent.first
            // then
            let head = "\(String(describing: request?.head.headerFields)) \(request?.head.path ?? "")"
            #expect(["Basic ", "Bearer ", "X-API-Key: k", "k=k"].contains(where: head.contains), "\(head)")
        }
        for text in ["https://b.test/x", "http://api.test/x", "https://api.test:444/x", "//b.test/x"] {
            // when
            let request = await send(Follow(location: try #require(URL(string: text))), configuration).sent.first
            // then
            let fields = try #require(request).head.headerFields
            #expect(fields[.acceptLanguage] == "en")
            #expect(fields[.authorization] == nil)
            #expect(fields[.cookie] == nil)
            #expect(fields[.init("X-API-Key")!] == nil)
            #expect(request?.head.path == "/x")
        }
    }

    @Test("Credentials that name the host are sent to it")
    func namedHosts() async throws {
        // given
        let configuration = HTTPConfiguration { $0.middleware = [BasicCredentials(user: "a", hosts: ["b.test"])] }

        // when
        let request = await send(Follow(location: try #require(URL(string: "https://b.test/x"))), configuration).sent
            .first

        // then
        #expect(request?.head.headerFields[.authorization] == "Basic YTo=")
    }

    @Test("An endpoint's schemes need no credentials for another origin, and a middleware sees that the origin differs")
    func schemes() async throws {
        // given
        struct Watch: HTTPMiddleware {
            func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
                var call = call
                call.request.headerFields[.init("X-Leaves")!] = "\(call.leavesOrigin) \(call.operation.uriTemplate)"
                return try await next(call)
            }
        }
        var authentication = HTTPAuthentication(client: "API")
        authentication.add("login", nil as BasicCredentials?)
        let configuration = HTTPConfiguration { $0.middleware = [authentication, Watch()] }

        // when
        let away = await send(Follow(location: try #require(URL(string: "https://b.test/x"))), configuration)
        let here = await send(Follow(location: try #require(URL(string: "/x"))), configuration)

        // then
        #expect(away.sent.first?.head.headerFields[.init("X-Leaves")!] == "true {location}")
        #expect(here.sent.isEmpty)
        #expect(here.error != nil)
    }

    @Test("Secrets or credentials of the task or the call for another origin end the task")
    func secrets() async throws {
        // given
        let url = try #require(URL(string: "https://b.test/x"))

        // when
        let secret = await send(Follow(location: url, token: "hunter2"))
        let key = await send(Follow(location: url, key: "k"))
        let call = await send(Follow(location: url), options: [.headers(["Cookie": "a=b"])])

        // then
        let start = "the URL leads to https://b.test, which is not the origin of the base URL, and"
        for (result, what) in [
            (secret, "the task's secrets"), (key, "the header Authorization"), (call, "the header Cookie"),
        ] {
            #expect(result.sent.isEmpty)
            let text = result.error.map { "\($0)" } ?? ""
            #expect(text.contains("\(start) \(what) must not go there"), "\(text)")
            #expect(!text.contains("hunter2"))
        }
    }

    @Test("They are sent if the call names the origin, and to the base URL's origin")
    func allowed() async throws {
        // given
        let url = try #require(URL(string: "https://b.test/x"))
        let task = Follow(location: url, token: "hunter2", key: "k")

        // when
        let allowed = await send(task, options: [.baseURL("https://b.test")])
        let own = await send(Follow(location: try #require(URL(string: "/x")), token: "hunter2", key: "k"))

        // then
        for result in [allowed, own] {
            #expect(result.sent.first?.head.headerFields[.init("token")!] == "hunter2")
            #expect(result.sent.first?.head.headerFields[.authorization] == "k")
        }
    }

    @Test("The user and password of the base URL are sent only to its origin")
    func baseCredentials() async throws {
        for (text, expected) in [("/x", "Basic YTpi"), ("https://b.test/x", nil)] as [(String, String?)] {
            let url = try #require(URL(string: text))
            let (sent, _) = await send(Follow(location: url), baseURL: "https://a:b@api.test")
            #expect(try #require(sent.first).head.headerFields[.authorization] == expected)
        }
    }

    // MARK: What is shown

    @Test("A secret URL is never shown, and does not count as a secret for another origin")
    func secretURL() async throws {
        // given
        let url = try #require(URL(string: "https://b.test/file?sig=hunter2&x=1#hunter2"))
        let transport = HTTPMockTransport { _ in .status(403, "bad sig=hunter2&x=1") }
        let queue = HTTPNetTaskQueue(transport: transport)

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await queue.run(Follow(location: url, isSecret: true, page: 3))
        }

        // then
        #expect(transport.requests.first?.head.path == "/file?sig=hunter2&x=1&page=3")
        guard case .status(let error, _) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
        #expect(!"\(error) \(error.url)".contains("hunter2"))
        #expect("\(error)".contains("<secret>"))
    }

    @Test(
        "A secret URL that cannot be followed is not in the error",
        arguments: ["ftp://b.test/hunter2", "https://:1/hunter2"]
    )
    func unusableSecret(text: String) async throws {
        let (sent, error) = await send(Follow(location: try #require(URL(string: text)), isSecret: true))
        #expect(sent.isEmpty)
        let shown = error.map { "\($0)" } ?? "hunter2"
        #expect(!shown.contains("hunter2"))
        #expect(shown.contains("<secret> is not a valid URL"))
    }

    // MARK: Which tasks are the same

    @Test("Messages for a path and for a URL with the same text differ")
    func identity() throws {
        let followed = try Follow(location: try #require(URL(string: "x"))).pack()
        let path = HTTPMessage(method: .get, baseURL: followed.baseURL, uri: "x")
        #expect(followed != path)
        #expect(try Follow(location: try #require(URL(string: "x#y"))).pack() == followed)
    }
}
