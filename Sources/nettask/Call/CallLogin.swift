#if Tools
    import NetTaskAsyncHTTPClient
    import NetTaskGenerator
    import NetTaskHTTP
    import NetTaskOAuth
    import NetTaskSpec
    import NetTaskTerminal

    /// Gets a token for one call, and sends it. A rejected token is not replaced, because a call is sent once.
    actor CallLogin: HTTPMiddleware {
        private let oauth: OAuth2Client
        private let scopes: [String]
        private let variables: CallVariables
        private var credentials: APIKeyCredentials?

        /// - Parameter scopes: The scopes, perhaps repeated; none for those that the server chooses.
        init(
            _ scheme: OAuth2Scheme,
            id: String,
            scopes: [Substring],
            _ variables: CallVariables
        ) throws(CallArgumentError) {
            let hasUser = variables["USER"] != nil && variables["PASSWORD"] != nil
            let isEnough = hasUser || variables["REFRESH_TOKEN"] != nil || variables["CLIENT_SECRET"] != nil
            if !isEnough, scheme.device == nil, scheme.discoveryURL == nil {
                let prefix = variables.prefix
                throw CallArgumentError(
                    "with \(prefix)_CLIENT_ID, set \(prefix)_REFRESH_TOKEN, \(prefix)_USER and \(prefix)_PASSWORD, or "
                        + "\(prefix)_CLIENT_SECRET: the scheme has no login with a code for another device"
                )
            }
            let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport())
            oauth = OAuth2Client(scheme, id: id, secret: variables["CLIENT_SECRET"], queue: queue)
            var seen: Set<Substring> = []
            self.scopes = scopes.filter { seen.insert($0).inserted }.map(String.init)
            self.variables = variables
        }

        /// Gets the token. Called before the call is sent, because a user may take longer than the call may.
        func logIn() async throws {
            credentials = APIKeyCredentials("Bearer \(try await token().accessToken)", name: "Authorization")
        }

        func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
            guard let credentials else { return try await next(call) }
            return try await credentials.send(call, next: next)
        }

        /// By the first of: a refresh token, a user and a password, a secret, and a code for another device.
        private func token() async throws -> OAuth2Token {
            let scheme = oauth.scheme
            if let token = variables["REFRESH_TOKEN"] {
                let flow: OAuth2Scheme.FlowName =
                    scheme.authorizationCode != nil ? .authorizationCode : scheme.device != nil ? .device : .password
                return try await oauth.refresh(token, of: flow)
            }
            if let user = variables["USER"], let password = variables["PASSWORD"] {
                return try await oauth.token(user: user, password: password, scopes: scopes)
            }
            if variables["CLIENT_SECRET"] != nil, scheme.clientCredentials != nil || scheme.device == nil {
                return try await oauth.token(scopes: scopes)
            }
            let code = try await oauth.deviceCode(scopes: scopes)
            printError("open \(code.verificationURL.escapedForTerminal)")
            printError("and enter the code \(code.userCode.escapedForTerminal)")
            return try await oauth.token(device: code)
        }
    }

    /// The variables of one scheme, without those that are empty.
    struct CallVariables {
        /// `NETTASK_ACCOUNT`.
        let prefix: String
        let environment: [String: String]

        /// - Parameter name: `CLIENT_ID`.
        subscript(name: String) -> String? {
            environment["\(prefix)_\(name)"].flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    extension OAuth2 {
        /// The scheme of the runtime.
        func runtime(_ baseURL: String?) -> OAuth2Scheme {
            var scheme = OAuth2Scheme(baseURL: baseURL)
            scheme.discoveryURL = discoveryURL
            scheme.clientCredentials = clientCredentials?.runtime
            scheme.password = password?.runtime
            scheme.authorizationCode = authorizationCode?.runtime
            scheme.device = device?.runtime
            return scheme
        }
    }

    extension NetTaskSpec.OAuth2Flow {
        fileprivate var runtime: NetTaskOAuth.OAuth2Flow {
            .init(authorizationURL: authorizationURL, tokenURL: tokenURL, refreshURL: refreshURL, deviceURL: deviceURL)
        }
    }
#endif
