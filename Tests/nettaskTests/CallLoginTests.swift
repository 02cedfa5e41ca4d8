#if Tools
    import FlyingFox
    import Foundation
    import Testing

    @Suite("nettask call logs in", .serialized)
    struct CallLoginTests {
        private static let client = "Basic " + Data("app:s3cret".utf8).base64EncodedString()

        @Test(
            "with the first way for which the variables are set",
            arguments: [
                (["CLIENT_SECRET": "s3cret"], "grant_type=client_credentials&scope=photos%3Aread", client),
                (
                    ["USER": "ann", "PASSWORD": "p w&"],
                    "client_id=app&grant_type=password&username=ann&password=p+w%26&scope=photos%3Aread", nil
                ),
                (
                    ["REFRESH_TOKEN": "r1", "CLIENT_SECRET": "s3cret", "USER": "ann", "PASSWORD": "p"],
                    "grant_type=refresh_token&refresh_token=r1", client
                ),
            ]
        )
        func logIn(variables: [String: String], form: String, client: String?) async throws {
            // given
            let requests = Requests()

            // when
            let result = try await call("ListPhotos", variables) { requests.add($0) }

            // then
            #expect(result.output == "200 ok  [String]\n- \"a\"\n", "\(result.errors)")
            #expect(requests.all.map(\.target) == ["/token", "/photos"])
            #expect(requests.all.first?.body == form)
            #expect(requests.all.map { $0.headers["authorization"] } == [client, "Bearer t1"])
        }

        @Test("with a code that the user enters on another device, which may take longer than a request may")
        func device() async throws {
            // given
            let requests = Requests()

            // when
            let result = try await call("GetQuickly", [:]) { requests.add($0) }

            // then
            #expect(result.output == "200 ok  [String]\n- \"a\"\n")
            #expect(result.errors == "open https://login.example/device\nand enter the code WDJB-MJHT\n")
            #expect(requests.all.map(\.target) == ["/device", "/token", "/photos"])
            let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
            #expect(
                requests.all.map(\.body) == [
                    "client_id=app&scope=photos%3Aread", "client_id=app&grant_type=\(grant)&device_code=d1", "",
                ]
            )
        }

        @Test("once: it shows the reply of a server that rejects the token", arguments: [[:], ["CLIENT_SECRET": "s"]])
        func rejectedToken(variables: [String: String]) async throws {
            // given
            let requests = Requests()

            // when
            let result = try await call("GetSecret", variables) { requests.add($0) }

            // then
            #expect(result.output == "401 unauthorized\nno <secret>\n")
            #expect(result.status == 1)
            #expect(requests.all.filter { $0.target == "/token" }.count == 1)
            #expect(requests.all.filter { $0.target == "/secret" }.count == 1)
        }

        @Test("or ends with the error of the login server, and sends nothing else")
        func rejectedLogin() async throws {
            // given
            let requests = Requests()

            // when
            let result = try await call("ListPhotos", ["USER": "bob", "PASSWORD": "wrong"]) { requests.add($0) }

            // then
            #expect(result.output == "")
            #expect(result.errors == "error: OAuth 2 failed with invalid_grant: no such user [failed-request]\n")
            #expect(result.status == 1)
            #expect(requests.all.map(\.target) == ["/token"])
        }

        @Test("with --dry-run, it asks no server for a token")
        func dryRun() async throws {
            let result = try await call("ListPhotos --dry-run", ["CLIENT_SECRET": "s3cret"]) { _ in
                Issue.record("something was sent")
            }
            #expect(result.output.contains("Authorization: Bearer $NETTASK_ACCOUNT\n"))
        }

        @Test("with the scopes of the endpoint that starts a long-running operation, and of its polls")
        func scopesOfPolls() async throws {
            // given
            let requests = Requests()

            // when
            let result = try await call("Export", ["CLIENT_SECRET": "s3cret"]) { requests.add($0) }

            // then
            #expect(result.output == "200 ok  [String]\n- \"a\"\n", "\(result.errors)")
            #expect(
                requests.all.first?.body
                    == "grant_type=client_credentials&scope=photos%3Aread+photos%3Awrite+jobs%3Aread"
            )
            #expect(requests.all.map(\.target) == ["/token", "/exports", "/jobs/7"])
        }

        @Test("and names the variables that are missing, if the scheme has no login with a code")
        func missingVariables() async throws {
            let result = try await call("Restart", [:]) { _ in Issue.record("something was sent") }
            #expect(
                result.errors == """
                    error: with NETTASK_MACHINE_CLIENT_ID, set NETTASK_MACHINE_REFRESH_TOKEN, NETTASK_MACHINE_USER and \
                    NETTASK_MACHINE_PASSWORD, or NETTASK_MACHINE_CLIENT_SECRET: the scheme has no login with a code for \
                    another device [invalid-argument]

                    """
            )
            #expect(result.status == 64)
        }

        // MARK: The servers, and the spec

        /// The requests that the server received.
        private final class Requests: @unchecked Sendable {
            private let lock = NSLock()
            private var received: [CallServer.Request] = []

            var all: [CallServer.Request] { lock.withLock { received } }

            func add(_ request: CallServer.Request) { lock.withLock { received.append(request) } }
        }

        private func call(
            _ arguments: String,
            _ variables: [String: String],
            onRequest: @escaping @Sendable (CallServer.Request) -> Void
        ) async throws -> Tool.Result {
            let named = variables.merging(["CLIENT_ID": "app"]) { first, _ in first }
            let account = Dictionary(uniqueKeysWithValues: named.map { ("NETTASK_ACCOUNT_\($0)", $1) })
            let environment = account.merging(["NETTASK_MACHINE_CLIENT_ID": "app"]) { first, _ in first }
            return try await CallServer.call(arguments.split(separator: " ").map(String.init), by: spec, environment) {
                onRequest($0)
                return switch $0.target {
                case "/device":
                    .json(
                        #"{"device_code": "d1", "user_code": "WDJB-MJHT", "interval": 1, "#
                            + #""verification_uri": "https://login.example/device"}"#
                    )
                case "/token" where $0.body.contains("username=bob"):
                    .json(#"{"error": "invalid_grant", "error_description": "no such user"}"#, status: 400)
                case "/token": .json(#"{"access_token": "t1", "token_type": "Bearer", "expires_in": 3600}"#)
                case "/secret": .json("no t1", status: 401)
                case "/exports": .json(#"{"id": 7}"#, status: 202)
                default: .json(#"["a"]"#)
                }
            }
        }

        private let spec = """
            nettask: 1
            client: Gallery
            baseURL: http://127.0.0.1:PORT
            auth:
              account:
                type: oauth2
                clientCredentials: {tokenURL: /token}
                password: {tokenURL: /token}
                device: {tokenURL: /token, deviceURL: /device}
              machine: {type: oauth2, clientCredentials: {tokenURL: /token}}
            defaults: {auth: account}
            endpoints:
              ListPhotos: {uri: photos, scopes: "photos:read", response: "[String]"}
              GetQuickly: {uri: photos, scopes: "photos:read", timeout: 500ms, response: "[String]"}
              GetSecret: {uri: secret, response: String}
              GetJob: {uri: "jobs/{id}", params: {id: Int}, scopes: "photos:read jobs:read", response: "[String]"}
              Export:
                method: POST
                uri: exports
                scopes: "photos:read photos:write"
                response: {fields: {id: Int}}
                longRunning: {poll: GetJob, params: {id: id}, interval: 1ms}
              Restart: {method: POST, uri: restarts, auth: machine}
            """
    }
#endif
