import Foundation
import NetTaskOAuth
import NetTaskRuntime
import Testing

/// Sends a task with this middleware to a server that answers with an empty object.
private func sent(_ task: some HTTPNetTask, with middleware: any HTTPMiddleware) async throws -> LoginServer.Request {
    try await LoginServer.run([(200, "{}")]) { server, scheme in
        let queue = HTTPNetTaskQueue(baseURL: scheme.baseURL) { $0.middleware = [middleware] }
        _ = try await queue.run(task)
        return try #require(await server.requests.first)
    }
}

private func basic(_ pair: String) -> String { "Basic \(Data(pair.utf8).base64EncodedString())" }

private func bearer(_ token: String) -> BearerCredentials {
    BearerCredentials(.init(token)) { _ in .init(token) }
}

@Suite("Alternatives, as the documents of known servers have them")
struct AlternativesTests {
    @Test("Adyen: the user and the password, otherwise the key")
    func adyen() async throws {
        // given
        let task = Adyen.PostPayments(reference: "1")
        let user = BasicCredentials(user: "ws@Company.A", password: "p")
        let key = APIKeyCredentials("k1")

        // when
        let both = try await sent(task, with: Adyen.authentication(apiKeyAuth: key, basicAuth: user))
        let second = try await sent(task, with: Adyen.authentication(apiKeyAuth: key))

        // then
        #expect(both.authorization == basic("ws@Company.A:p"))
        #expect(both.apiKey == nil)
        #expect(second.authorization == nil)
        #expect(second.apiKey == "k1")
    }

    @Test("Stripe: the key as a user, otherwise as a token")
    func stripe() async throws {
        // when
        let user = Stripe.authentication(basicAuth: BasicCredentials(user: "sk_1"))
        let first = try await sent(Stripe.GetBalance(), with: user)
        let token = Stripe.authentication(bearerAuth: bearer("sk_1"))
        let second = try await sent(Stripe.GetBalance(), with: token)

        // then
        #expect(first.authorization == basic("sk_1:"))
        #expect(second.authorization == "Bearer sk_1")
    }

    @Test("the alternative `none` is sent only if no other has credentials")
    func none() async throws {
        // when
        let without = try await sent(Stripe.GetStatus(), with: Stripe.authentication())
        let with = try await sent(Stripe.GetStatus(), with: Stripe.authentication(bearerAuth: bearer("sk_1")))

        // then
        #expect(without.authorization == nil)
        #expect(with.authorization == "Bearer sk_1")
    }

    @Test("without credentials for an alternative, nothing is sent, and the error names the first scheme of each")
    func missing() async throws {
        try await LoginServer.run([]) { server, scheme in
            let queue = HTTPNetTaskQueue(baseURL: scheme.baseURL) { $0.middleware = [Adyen.authentication()] }
            let handle = queue.add(Adyen.PostPayments(reference: "1"))
            let error = await #expect(throws: NetTaskError<Never>.self) { try await handle.value }
            guard case .other(let cause as HTTPAuthenticationError) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.schemes == ["basicAuth", "apiKeyAuth"])
            #expect(await server.requests.count == 0)
        }
    }

    @Test("Okta: a token of the API, or a token of OAuth 2 for the code from the browser")
    func okta() async throws {
        // given
        let answers = [(200, #"{"access_token": "t1", "refresh_token": "r1", "expires_in": 3600}"#), (200, "[]")]
        let requests = try await LoginServer.run(answers) { server, scheme in
            var login = Okta.OAuth2Schemes.oauth2
            login.baseURL = scheme.baseURL
            let oauth = OAuth2Client(login, id: "app", queue: HTTPNetTaskQueue())

            // when
            let token = try await oauth.token(code: "c", redirectURL: "app://login", verifier: "v")
            let authentication = Okta.authentication(oauth2: oauth.credentials(for: token))
            let queue = HTTPNetTaskQueue(baseURL: scheme.baseURL) { $0.middleware = [authentication] }
            _ = try await queue.run(Okta.ListUsers())
            return await server.requests
        }
        let key = try await sent(
            Okta.ListUsers(),
            with: Okta.authentication(apiToken: APIKeyCredentials("SSWS 00a"), oauth2: bearer("unused"))
        )

        // then
        #expect(Okta.OAuth2Schemes.oauth2.authorizationCode?.scopes == ["okta.users.read"])
        #expect(requests.map(\.path) == ["/oauth2/v1/token", "/api/api/v1/users"])
        #expect(
            requests[0].form == [
                "grant_type": "authorization_code", "code": "c", "redirect_uri": "app://login", "code_verifier": "v",
                "client_id": "app",
            ]
        )
        #expect(requests[1].authorization == "Bearer t1")
        #expect(key.authorization == "SSWS 00a")
    }
}
