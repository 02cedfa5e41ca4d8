import NetTaskBase
public import NetTaskHTTP
public import NetTaskSystem

/// The reply of a server with a token (RFC 6749, section 5.1). Descriptions do not show the tokens.
public struct OAuth2Token: Sendable, Hashable, CustomReflectable {
    /// The token that requests send.
    public var accessToken: String
    /// The token that the client exchanges for the next token. Default: `nil`.
    public var refreshToken: String?
    /// When the token expires, or `nil` if the server does not state it.
    public var expires: Date?
    /// The scopes of the token, separated by spaces, or `nil` if they are the requested ones.
    public var scope: String?

    /// Makes a token, such as one that the app has stored.
    public init(_ accessToken: String, refreshToken: String? = nil, expires: Date? = nil, scope: String? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expires = expires
        self.scope = scope
    }

    public var customMirror: Mirror {
        let members: KeyValuePairs<String, Any> = ["expires": expires as Any, "scope": scope as Any]
        return Mirror(self, children: members, displayStyle: .struct)
    }
}

/// The codes with which a user logs in on another device (RFC 8628, section 3.2). Show the user code and the URL.
public struct OAuth2DeviceCode: Sendable, CustomReflectable {
    /// The code that the user types.
    public let userCode: String
    /// The URL that the user opens.
    public let verificationURL: String
    /// The URL that contains the code, such as for a QR code; `nil` if the server has none.
    public let completeURL: String?
    /// How long the codes are valid.
    public let lifetime: Duration
    let deviceCode: String
    let interval: Duration

    public var customMirror: Mirror {
        Mirror(self, children: ["verificationURL": verificationURL], displayStyle: .struct)
    }
}

/// The reason why a server does not return a token (RFC 6749, section 5.2; RFC 8628, section 3.5).
public struct OAuth2Error: Error, Sendable, Hashable {
    /// The kind of error.
    public var code: Code
    /// An explanation for developers, or `nil`.
    public var reason: String?
    /// The URL of a page about the error, or `nil`.
    public var url: String?

    /// The value of `error`. Servers may use further values.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is malformed, or the server does not support one of its params.
        public static let invalidRequest = Code(rawValue: "invalid_request")
        /// The ID or the secret of the client is wrong.
        public static let invalidClient = Code(rawValue: "invalid_client")
        /// The password, code or refresh token is wrong, has expired or was used already.
        public static let invalidGrant = Code(rawValue: "invalid_grant")
        /// The client may not use this way to get a token.
        public static let unauthorizedClient = Code(rawValue: "unauthorized_client")
        /// The server does not support this way to get a token.
        public static let unsupportedGrantType = Code(rawValue: "unsupported_grant_type")
        /// A scope is unknown, or exceeds what the user has granted.
        public static let invalidScope = Code(rawValue: "invalid_scope")
        /// The user has not logged in yet.
        public static let authorizationPending = Code(rawValue: "authorization_pending")
        /// The user has not logged in yet, and the client asks too often.
        public static let slowDown = Code(rawValue: "slow_down")
        /// The user has rejected the login.
        public static let accessDenied = Code(rawValue: "access_denied")
        /// The codes for the device have expired.
        public static let expiredToken = Code(rawValue: "expired_token")
        /// The scheme has no URL for this way to get a token. No request was sent.
        public static let missingURL = Code(rawValue: "missing_url")
        /// The document at ``OAuth2Scheme/discoveryURL`` is of another issuer, or has a URL without `https`. No token was requested.
        public static let invalidMetadata = Code(rawValue: "invalid_metadata")
    }

    /// Makes an error.
    public init(_ code: Code, reason: String? = nil, url: String? = nil) {
        self.code = code
        self.reason = reason
        self.url = url
    }
}

extension OAuth2Error: DescribedError {
    public var description: String {
        "OAuth 2 failed with \(excerpt(of: code.rawValue.utf8))" + (reason.map { ": \($0)" } ?? "")
    }
}

extension OAuth2Error: ErrorWithDisposition {
    package func disposition(now: () -> Date) -> RetryDisposition { .never }
}
