/// An authentication scheme that a spec declares in `auth:`.
package struct AuthScheme: Sendable, Equatable {
    package var name: Name
    package var description: String?
    package var kind: Kind
    /// The ways to get a token; empty for other kinds than `oauth2`.
    package var oauth2 = OAuth2()

    package init(name: Name, description: String? = nil, kind: Kind) {
        self.name = name
        self.description = description
        self.kind = kind
    }

    package enum Kind: Sendable, Equatable {
        case bearer
        case basic
        /// A bearer token from an OAuth 2 server.
        case oauth2
        /// A key with its name on the wire.
        case apiKey(Location, name: String)
    }

    package enum Location: String, Sendable, CaseIterable {
        case header
        case query
        case cookie
    }

    /// The kind as a spec writes it.
    enum Word: String, CaseIterable {
        case bearer
        case basic
        case apiKey
        case oauth2
    }
}

extension AuthScheme {
    /// Whether the spec states an OAuth 2 server for its tokens.
    package var hasServer: Bool { oauth2 != OAuth2() }

    /// The place of its credentials in a request.
    var place: (location: Location, name: String) {
        switch kind {
        case .bearer, .basic, .oauth2: (.header, "Authorization")
        case .apiKey(let location, let name): (location, name)
        }
    }

    /// The place for comparisons. The names of headers are case-insensitive.
    package var placeKey: String {
        "\(place.location.rawValue) \(place.location == .header ? place.name.lowercased() : place.name)"
    }
}

/// The ways to get a token from an OAuth 2 server (RFC 6749).
package struct OAuth2: Sendable, Equatable {
    /// The URL of a document that has the server's URLs (RFC 8414, OpenID Connect Discovery).
    package var discoveryURL: String?
    package var clientCredentials: OAuth2Flow?
    package var password: OAuth2Flow?
    package var authorizationCode: OAuth2Flow?
    package var device: OAuth2Flow?
    package var implicit: OAuth2Flow?

    package init() {}

    /// The key of a flow in a spec.
    package enum Word: String, Sendable, CaseIterable {
        case clientCredentials
        case password
        case authorizationCode
        case device
        case implicit

        package var place: WritableKeyPath<OAuth2, OAuth2Flow?> {
            switch self {
            case .clientCredentials: \.clientCredentials
            case .password: \.password
            case .authorizationCode: \.authorizationCode
            case .device: \.device
            case .implicit: \.implicit
            }
        }

        /// The keys that the flow must have.
        package var requiredURLs: [(key: String, place: WritableKeyPath<OAuth2Flow, String?>)] {
            switch self {
            case .clientCredentials, .password: [("tokenURL", \.tokenURL)]
            case .authorizationCode: [("authorizationURL", \.authorizationURL), ("tokenURL", \.tokenURL)]
            case .device: [("deviceURL", \.deviceURL), ("tokenURL", \.tokenURL)]
            case .implicit: [("authorizationURL", \.authorizationURL)]
            }
        }
    }

    /// The flows that it has.
    package var flows: [(word: Word, flow: OAuth2Flow)] {
        Word.allCases.compactMap { word in self[keyPath: word.place].map { (word, $0) } }
    }
}

/// One way to get a token. URLs can be relative to the base URL of the spec.
package struct OAuth2Flow: Sendable, Equatable {
    package var authorizationURL: String?
    package var tokenURL: String?
    package var refreshURL: String?
    package var deviceURL: String?
    /// The scopes that the server has, in the order of the spec.
    package var scopes: [Scope] = []

    package init() {}

    package struct Scope: Sendable, Equatable {
        package var name: String
        package var description: String

        package init(name: String, description: String) {
            self.name = name
            self.description = description
        }
    }
}
