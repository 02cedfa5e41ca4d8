import NetTaskSystem

/// The URLs and scopes of an OAuth 2 server, as a spec describes them. Each generated client has one for each scheme of the kind
/// `oauth2`, such as `GitHub.OAuth2Schemes.login`. See ``OAuth2Client``.
public struct OAuth2Scheme: Sendable, Hashable {
    /// The URL that the other URLs are relative to. Default: the base URL of the client.
    public var baseURL: String?
    /// The URL of a document with the URLs of the server (RFC 8414, OpenID Connect Discovery). Default: `nil`.
    public var discoveryURL: String?
    /// How the client gets a token for itself. Default: `nil`, the server does not support it.
    public var clientCredentials: OAuth2Flow?
    /// How the client gets a token for a user name and a password. Default: `nil`, the server does not support it.
    public var password: OAuth2Flow?
    /// How the client exchanges the code that a browser returns for a token. Default: `nil`, the server does not support it.
    public var authorizationCode: OAuth2Flow?
    /// How the client gets a token while the user logs in on another device. Default: `nil`, the server does not support it.
    public var device: OAuth2Flow?
    /// How a browser returns a token. Default: `nil`, the server does not support it.
    public var implicit: OAuth2Flow?

    /// Makes a scheme. The other properties have their defaults.
    public init(baseURL: String? = nil) {
        self.baseURL = baseURL
    }

    /// The flows that get a token with a request.
    public enum FlowName: Sendable {
        /// With the ID and the secret of the client.
        case clientCredentials
        /// With the name and the password of a user.
        case password
        /// With the code that a browser returns after the login.
        case authorizationCode
        /// With the code that the user enters on another device.
        case device
    }

    /// The flow with this name.
    public subscript(name: FlowName) -> OAuth2Flow? {
        switch name {
        case .clientCredentials: clientCredentials
        case .password: password
        case .authorizationCode: authorizationCode
        case .device: device
        }
    }

    /// A URL of the scheme as a whole URL, if the base URL is one.
    func resolved(_ url: String) -> String {
        guard let base = baseURL.flatMap(URL.init(string:)) else { return url }
        return URL(string: url, relativeTo: base)?.absoluteString ?? url
    }

    /// Whether other computers cannot read a request to a URL: it has `https`, or leads to this computer.
    func isSecure(_ url: String) -> Bool {
        let url = URL(string: resolved(url))
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(url?.host() ?? "")
        return url?.scheme?.lowercased() == "https" || url?.scheme?.lowercased() == "http" && isLocal
    }

    /// Returns the issuers whose document is at a URL (RFC 8414, section 3; OpenID Connect Discovery, section 4). Returns `nil` if
    /// the URL is not made from an issuer.
    static func issuers(ofDocumentAt url: String) -> [String]? {
        let url = url.prefix { $0 != "?" && $0 != "#" }
        guard let place = url.firstRange(of: "/.well-known/") else { return nil }
        let issuer = url[..<place.lowerBound] + url[place.upperBound...].drop { $0 != "/" }
        // The URL does not contain a slash at the end of the issuer.
        return [String(issuer), issuer + "/"]
    }
}

/// The URLs and scopes of one way to get a token.
public struct OAuth2Flow: Sendable, Hashable {
    /// The URL at which the user logs in.
    public var authorizationURL: String?
    /// The URL that returns tokens.
    public var tokenURL: String?
    /// The URL that exchanges refresh tokens for new tokens. Default: ``tokenURL``.
    public var refreshURL: String?
    /// The URL that returns codes for devices.
    public var deviceURL: String?
    /// The scopes that the server has.
    public var scopes: [String]

    /// Makes a flow. Each parameter has the meaning of its property.
    public init(
        authorizationURL: String? = nil,
        tokenURL: String? = nil,
        refreshURL: String? = nil,
        deviceURL: String? = nil,
        scopes: [String] = []
    ) {
        self.authorizationURL = authorizationURL
        self.tokenURL = tokenURL
        self.refreshURL = refreshURL
        self.deviceURL = deviceURL
        self.scopes = scopes
    }
}
