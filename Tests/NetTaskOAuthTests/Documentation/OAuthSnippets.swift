import NetTaskOAuth
import NetTaskRuntime
import Testing

private actor Keychain {
    private(set) var tokens: [OAuth2Token] = []

    func store(_ token: OAuth2Token) { tokens.append(token) }
}

@Suite("Snippets: OAuth 2")
struct OAuthSnippets {
    @Test("a token for the client itself")
    func clientCredentials() {
        let secret = "s3cret"
        // snippet: client
        let oauth = OAuth2Client(Gallery.OAuth2Schemes.login, id: "my-app", secret: secret, queue: HTTPNetTaskQueue())
        let credentials = oauth.clientCredentials(scopes: ["photos:read"], hosts: ["api.gallery.example"])
        let queue = HTTPNetTaskQueue { $0.middleware = [Gallery.authentication(login: credentials)] }
        // end
        #expect(queue.count == 0)
    }

    @Test("a token for the code from the browser, and for its refresh token")
    func authorizationCode() async throws {
        let answers = [
            (200, #"{"access_token": "t1", "refresh_token": "r1", "expires_in": 10}"#),
            (200, #"{"access_token": "t2", "refresh_token": "r2"}"#), (200, #"["a"]"#),
        ]
        let (code, verifier, keychain) = ("c", "v", Keychain())
        try await LoginServer.run(answers) { server, scheme in
            let oauth = OAuth2Client(scheme, id: "my-app", queue: HTTPNetTaskQueue())
            // snippet: code
            let token = try await oauth.token(code: code, redirectURL: "my-app://login", verifier: verifier)
            await keychain.store(token)
            let credentials = oauth.credentials(for: token) { newToken in
                Task { await keychain.store(newToken) }
            }
            // end
            let queue = HTTPNetTaskQueue(baseURL: scheme.baseURL) {
                $0.middleware = [Gallery.authentication(login: credentials)]
            }
            #expect(try await queue.run(Gallery.ListPhotos()) == ["a"])
            let last = await server.requests.last
            #expect(last?.authorization == "Bearer t2")
        }
    }

    @Test("a token for a login on another device")
    func device() async throws {
        let codes = #"{"device_code": "d", "user_code": "WDJB", "verification_uri": "https://a.example/d"}"#
        let answers = [(200, codes), (200, #"{"access_token": "t1"}"#)]
        let lines = try await LoginServer.run(answers) { _, scheme in
            var lines: [String] = []
            func show(_ line: String) { lines.append(line) }
            let oauth = OAuth2Client(scheme, id: "my-app", queue: HTTPNetTaskQueue(), clock: JumpingClock())
            // snippet: device
            let code = try await oauth.deviceCode(scopes: ["photos:read"])
            show("Open \(code.verificationURL) and enter \(code.userCode).")
            let token = try await oauth.token(device: code)
            let credentials = oauth.credentials(for: token, of: .device)
            // end
            _ = Gallery.authentication(login: credentials)
            return lines
        }
        #expect(lines == ["Open https://a.example/d and enter WDJB."])
    }
}
