#if Tools
    import NetTaskAsyncHTTPClient
    import NetTaskGenerator
    import NetTaskHTTP
    import NetTaskOAuth
    import NetTaskSpec
    import NetTaskTerminal

    /// Gets a token for one call.
    struct CallLogin {
        let scheme: OAuth2Scheme
        let id: String
        /// The value of a variable of the environment.
        let variable: (String) -> String?

        /// The credentials, by the first of: a refresh token, a user and a password, a secret, and a code for another device.
        ///
        /// - Parameter scopes: The scopes with spaces between them; nil for those that the server chooses.
        func credentials(scopes: String?) -> any HTTPMiddleware {
            let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport())
            let secret = variable("CLIENT_SECRET")
            let oauth = OAuth2Client(scheme, id: id, secret: secret, queue: queue)
            let scopes = scopes.map { $0.split(separator: " ").map(String.init) } ?? []
            if let token = variable("REFRESH_TOKEN") {
                let flow: OAuth2Scheme.FlowName =
                    scheme.authorizationCode != nil ? .authorizationCode : scheme.device != nil ? .device : .password
                return oauth.credentials(for: OAuth2Token("", refreshToken: token), of: flow)
            }
            if let user = variable("USER"), let password = variable("PASSWORD") {
                return oauth.password(user: user, password: password, scopes: scopes)
            }
            if secret != nil, scheme.clientCredentials != nil || scheme.device == nil {
                return oauth.clientCredentials(scopes: scopes)
            }
            // The user has as long as the codes are valid.
            return BearerCredentials(timeout: .seconds(3600)) { _ in
                let code = try await oauth.deviceCode(scopes: scopes)
                printError("open \(code.verificationURL.escapedForTerminal)")
                printError("and enter the code \(code.userCode.escapedForTerminal)")
                let token = try await oauth.token(device: code)
                return .init(token.accessToken, expires: token.expires)
            }
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
            NetTaskOAuth.OAuth2Flow(
                authorizationURL: authorizationURL,
                tokenURL: tokenURL,
                refreshURL: refreshURL,
                deviceURL: deviceURL
            )
        }
    }
#endif
