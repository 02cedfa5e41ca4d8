import Foundation
@testable import NetTaskOAuth
import NetTaskRuntime
import Testing

private let pending = (400, #"{"error": "authorization_pending"}"#)

/// Sends a GET request with these credentials.
private func get(_ scheme: OAuth2Scheme, _ queue: HTTPNetTaskQueue) async throws {
    _ = try await queue.run(URLTask((scheme.baseURL ?? "") + "data"))
}

private func queue(_ credentials: BearerCredentials) -> HTTPNetTaskQueue {
    HTTPNetTaskQueue { $0.middleware = [credentials] }
}

@Suite("OAuth 2")
struct OAuth2ClientTests {
    @Test("the ID and the secret are encoded as in a form, in the header")
    func clientCredentials() async throws {
        let answers = [
            (200, #"{"access_token": "t1", "token_type": "bearer", "expires_in": 3600}"#), (200, "{}"), (200, "{}"),
        ]
        try await LoginServer.run(answers) { server, scheme in
            // given
            let oauth = OAuth2Client(scheme, id: "a:b", secret: "c d%~é", queue: HTTPNetTaskQueue())
            let queue = queue(oauth.clientCredentials(scopes: ["read", "write"]))

            // when
            try await get(scheme, queue)
            try await get(scheme, queue)

            // then
            let requests = await server.requests
            let pair = Data("a%3Ab:c+d%25~%C3%A9".utf8).base64EncodedString()
            #expect(requests.map(\.path) == ["/token", "/api/data", "/api/data"])
            #expect(requests[0].authorization == "Basic \(pair)")
            #expect(requests[0].form == ["grant_type": "client_credentials", "scope": "read write"])
            #expect(requests[2].authorization == "Bearer t1")
        }
    }

    @Test("the ID and the secret can be in the body")
    func inBody() async throws {
        try await LoginServer.run([(200, #"{"access_token": "t1"}"#)]) { server, scheme in
            let oauth = OAuth2Client(
                scheme,
                id: "me",
                secret: "s",
                authentication: .body,
                queue: HTTPNetTaskQueue()
            )
            let token = try await oauth.token(user: "ann", password: "p w")
            let requests = await server.requests
            #expect(token == OAuth2Token("t1"))
            #expect(requests[0].authorization == nil)
            #expect(
                requests[0].form == [
                    "grant_type": "password", "username": "ann", "password": "p w", "client_id": "me",
                    "client_secret": "s",
                ]
            )
        }
    }

    @Test("a token is replaced before it expires, with the latest refresh token")
    func rotation() async throws {
        let answers = [
            (200, #"{"access_token": "t1", "refresh_token": "r1", "expires_in": 10}"#), (200, "{}"),
            (200, #"{"access_token": "t2", "refresh_token": "r2", "expires_in": "10"}"#), (200, "{}"),
            (200, #"{"access_token": "t3", "expires_in": 3600}"#), (200, "{}"), (200, "{}"),
        ]
        try await LoginServer.run(answers) { server, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue())
            let queue = queue(oauth.password(user: "ann", password: "p"))
            for _ in 0..<4 { try await get(scheme, queue) }
            let requests = await server.requests
            #expect(requests.filter { $0.path == "/refresh" }.map { $0.form["refresh_token"] } == ["r1", "r2"])
            #expect(
                requests.filter { $0.path == "/api/data" }.map(\.authorization)
                    == ["Bearer t1", "Bearer t2", "Bearer t3", "Bearer t3"]
            )
        }
    }

    @Test("a rejected refresh token leads to a new login")
    func rejectedRefresh() async throws {
        let answers = [
            (200, #"{"access_token": "t1", "refresh_token": "r1", "expires_in": 10}"#), (200, "{}"),
            (400, #"{"error": "invalid_grant"}"#), (200, #"{"access_token": "t2"}"#), (200, "{}"),
        ]
        try await LoginServer.run(answers) { server, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue())
            let queue = queue(oauth.password(user: "ann", password: "p"))
            for _ in 0..<2 { try await get(scheme, queue) }
            let paths = await server.requests.map(\.path)
            #expect(paths == ["/token", "/api/data", "/refresh", "/token", "/api/data"])
        }
    }

    @Test("requests at the same time share one request for a token")
    func singleFlight() async throws {
        let answers = [(200, #"{"access_token": "t1"}"#)] + Array(repeating: (200, "{}"), count: 8)
        try await LoginServer.run(answers) { server, scheme in
            let oauth = OAuth2Client(scheme, id: "me", secret: "s", queue: HTTPNetTaskQueue())
            let queue = queue(oauth.clientCredentials())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { try await get(scheme, queue) } }
                try await group.waitForAll()
            }
            let count = await server.requests.count { $0.path == "/token" }
            #expect(count == 1)
        }
    }

    @Test("a device waits for the user at the interval of the server, and longer if it is too fast")
    func device() async throws {
        let codes = """
            {"device_code": "d", "user_code": "WDJB", "verification_uri": "https://a.example/d", "expires_in": 900,
            "interval": 2}
            """
        let answers = [(200, codes), pending, (200, #"{"error": "slow_down"}"#), (200, #"{"access_token": "t"}"#)]
        try await LoginServer.run(answers) { server, scheme in
            let clock = JumpingClock()
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue(), clock: clock)
            let code = try await oauth.deviceCode(scopes: ["read"])
            #expect(code.userCode == "WDJB")
            let token = try await oauth.token(device: code)
            #expect(token == OAuth2Token("t"))
            #expect(clock.sleeps == [.seconds(2), .seconds(2), .seconds(7)])
            let requests = await server.requests
            #expect(requests[0].form == ["client_id": "me", "scope": "read"])
            #expect(
                requests[1].form == [
                    "client_id": "me", "device_code": "d",
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                ]
            )
        }
    }

    @Test("a device stops when the codes expire")
    func expiredDevice() async throws {
        let codes =
            #"{"device_code": "d", "user_code": "W", "verification_uri": "https://a.example/d", "expires_in": 9}"#
        try await LoginServer.run([(200, codes), pending]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue(), clock: JumpingClock())
            let code = try await oauth.deviceCode()
            let error = await #expect(throws: OAuth2Error.self) { try await oauth.token(device: code) }
            #expect(error?.code == .expiredToken)
        }
    }

    @Test("times of a device that cannot be used are replaced", arguments: ["1e21", "0", "-1", "\"2\"", "\"nan\""])
    func timesOfDevice(_ number: String) async throws {
        // given
        let codes = """
            {"device_code": "d", "user_code": "W", "verification_uri": "https://a.example/d", "expires_in": \(number), \
            "interval": \(number)}
            """
        try await LoginServer.run([(200, codes)]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue(), clock: JumpingClock())

            // when
            let code = try await oauth.deviceCode()

            // then
            let expected: [String: (Duration, Duration)] = [
                "1e21": (.seconds(86_400), .seconds(86_400)), "0": (.zero, .seconds(5)), "-1": (.zero, .seconds(5)),
                "\"2\"": (.seconds(2), .seconds(2)), "\"nan\"": (.seconds(1800), .seconds(5)),
            ]
            let (lifetime, interval) = try #require(expected[number])
            #expect(code.lifetime == lifetime)
            #expect(code.interval == interval)
        }
    }

    @Test(
        "a token that is empty or no bearer token is refused",
        arguments: [#"{"access_token": "t", "token_type": "DPoP"}"#, #"{"access_token": ""}"#]
    )
    func otherTokens(_ reply: String) async throws {
        try await LoginServer.run([(200, reply)]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", secret: "s3cret", queue: HTTPNetTaskQueue())
            await #expect(throws: (any Error).self) { try await oauth.token() }
        }
    }

    @Test("an error of the server is typed")
    func errors() async throws {
        let body = #"{"error": "invalid_client", "error_description": "Unknown.", "error_uri": "https://a.example"}"#
        try await LoginServer.run([(401, body)]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", secret: "s3cret", queue: HTTPNetTaskQueue())
            let error = await #expect(throws: OAuth2Error.self) { try await oauth.token() }
            #expect(error == OAuth2Error(.invalidClient, reason: "Unknown.", url: "https://a.example"))
        }
    }

    @Test("URLs can come from the discovery document")
    func discovery() async throws {
        let answers = [
            (200, #"{"issuer": "SERVER", "token_endpoint": "/token"}"#), (200, #"{"access_token": "t"}"#),
        ]
        try await LoginServer.run(answers) { server, scheme in
            var discovered = OAuth2Scheme(baseURL: scheme.baseURL)
            discovered.discoveryURL = "/.well-known/openid-configuration"
            let oauth = OAuth2Client(discovered, id: "me", secret: "s", queue: HTTPNetTaskQueue())
            let token = try await oauth.token()
            let paths = await server.requests.map(\.path)
            #expect(token == OAuth2Token("t"))
            #expect(paths == ["/.well-known/openid-configuration", "/token"])
        }
    }

    @Test(
        "a discovery document of another issuer, or with a URL that others can read, is refused before a secret is sent",
        arguments: [
            #"{"token_endpoint": "/token"}"#,
            #"{"issuer": "https://evil.example", "token_endpoint": "/token"}"#,
            #"{"issuer": "SERVER/other", "token_endpoint": "/token"}"#,
            #"{"issuer": "SERVER/tenant", "token_endpoint": "http://login.example/token"}"#,
            #"{"issuer": "SERVER/tenant", "token_endpoint": "http://localhost@login.example/token"}"#,
        ]
    )
    func distrustedDiscovery(_ document: String) async throws {
        try await LoginServer.run([(200, document), (200, #"{"access_token": "t"}"#)]) { server, scheme in
            // given
            var discovered = OAuth2Scheme(baseURL: scheme.baseURL)
            discovered.discoveryURL = "/tenant/.well-known/openid-configuration?p=1"
            let oauth = OAuth2Client(discovered, id: "me", secret: "s", queue: HTTPNetTaskQueue())

            // when
            let error = await #expect(throws: OAuth2Error.self) { try await oauth.token() }

            // then
            let count = await server.requests.count
            #expect(error?.code == .invalidMetadata)
            #expect(count == 1)
        }
    }

    @Test(
        "the issuer is the URL of the document without the well-known part",
        arguments: [
            ("https://a.example/.well-known/oauth-authorization-server/x/y", "https://a.example/x/y"),
            ("https://a.example/x/.well-known/openid-configuration?p=1", "https://a.example/x"),
            ("https://a.example/.well-known/openid-configuration", "https://a.example/"),
        ]
    )
    func issuers(_ url: String, _ issuer: String) {
        #expect(OAuth2Scheme.issuers(ofDocumentAt: url)?.contains(issuer) == true)
    }

    @Test("an empty password is sent")
    func emptyPassword() async throws {
        try await LoginServer.run([(200, #"{"access_token": "t1"}"#)]) { server, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue())
            _ = try await oauth.token(user: "ann", password: "")
            let form = await server.requests.first?.form
            #expect(form == ["grant_type": "password", "username": "ann", "password": "", "client_id": "me"])
        }
    }

    @Test("a device asks again after twice the interval if the server is busy")
    func busyServer() async throws {
        try await LoginServer.run([(503, "busy"), pending, (200, #"{"access_token": "t"}"#)]) { _, scheme in
            // given
            let clock = JumpingClock()
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue(), clock: clock)

            // when
            let token = try await oauth.token(device: try deviceCode())

            // then
            #expect(token == OAuth2Token("t"))
            #expect(clock.sleeps == [.seconds(2), .seconds(4), .seconds(4)])
        }
    }

    @Test("a device asks again until the codes expire if the server cannot be reached")
    func unreachableServer() async throws {
        // given
        var scheme = OAuth2Scheme()
        scheme.device = OAuth2Flow(tokenURL: "http://127.0.0.1:1/token")
        let clock = JumpingClock()
        let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue(), clock: clock)

        // when
        let error = await #expect(throws: OAuth2Error.self) { try await oauth.token(device: try deviceCode()) }

        // then
        #expect(error?.code == .expiredToken)
        #expect(clock.sleeps == [.seconds(2), .seconds(4), .seconds(8)])
    }

    private func deviceCode() throws -> OAuth2DeviceCode {
        let json = #"{"device_code": "d", "user_code": "W", "verification_uri": "/d", "expires_in": 30, "interval": 2}"#
        return try #require(OAuth2DeviceCode(try JSONValue(json: Data(json.utf8)), date: Date()))
    }

    @Test("texts of the server are shown without control characters, up to a limit")
    func shownTexts() async throws {
        // given
        let long = String(repeating: "x", count: 2_000)
        let body = #"{"error": "a\u001b[2J", "error_description": "b\u001b[2J\n\#(long)", "error_uri": "c\u202e"}"#
        try await LoginServer.run([(400, body)]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", queue: HTTPNetTaskQueue())

            // when
            let error = await #expect(throws: OAuth2Error.self) { try await oauth.token() }

            // then
            let texts = [try #require(error).description, error?.reason ?? "", error?.url ?? ""]
            for scalar in texts.joined().unicodeScalars {
                #expect(![.control, .format].contains(scalar.properties.generalCategory))
            }
            #expect(texts.allSatisfy { $0.count < 700 })
            #expect(error?.code.rawValue == "a\u{1b}[2J")
        }
    }

    @Test("a flow without a URL is an error, and nothing is sent")
    func missingURL() async throws {
        let oauth = OAuth2Client(OAuth2Scheme(), id: "me", queue: HTTPNetTaskQueue())
        let error = await #expect(throws: OAuth2Error.self) { try await oauth.token() }
        #expect(error?.code == .missingURL)
    }

    @Test("nothing that is printed contains a secret")
    func redaction() async throws {
        try await LoginServer.run([(500, "s3cret r3fresh")]) { _, scheme in
            let oauth = OAuth2Client(scheme, id: "me", secret: "s3cret", queue: HTTPNetTaskQueue())
            let token = OAuth2Token("t0ken", refreshToken: "r3fresh")
            let error = await #expect(throws: (any Error).self) { try await oauth.refresh("r3fresh") }
            var text = "\(oauth) \(String(reflecting: oauth)) \(token) \(String(describing: error))"
            dump([oauth as Any, token], to: &text)
            for secret in ["s3cret", "t0ken", "r3fresh"] { #expect(!text.contains(secret), "\(text)") }
        }
    }
}
