extension SpecLanguage {
    package static let authScheme = MappingRule(
        id: "authScheme",
        noun: "a scheme of `auth`",
        summary: "One way to authenticate. `name: bearer` alone is short for `name: {type: bearer}`.",
        context: "auth:\n  secret:",
        shortKey: "type",
        keys: [
            required("type", choice(of: AuthScheme.Word.self)).example("type: bearer")
                .says("The kind of credentials.").excludesPlace(with: "bearer").excludesPlace(with: "basic")
                .excludesPlace(with: "oauth2").excludesFlows(with: "bearer").excludesFlows(with: "basic")
                .excludesFlows(with: "apiKey"),
            optional("in", choice(of: AuthScheme.Location.self)).example("type: apiKey\nin: query\nname: api_key")
                .says("Where the key is sent.").defaults(to: "`header`"),
            optional("name", .text).example("type: apiKey\nname: X-API-Key")
                .says("The name of the header, param or cookie for the key."),
            description(example: "type: basic\ndescription: Of the account, not of the user.", \AuthScheme.description),
            optional("discoveryURL", \AuthScheme.oauth2.discoveryURL)
                .example("type: oauth2\ndiscoveryURL: https://login.example.com/.well-known/openid-configuration")
                .says(
                    "The URL of the document that has the URLs of the OAuth 2 server: OpenID Connect Discovery or RFC 8414."
                ),
            flow(
                .clientCredentials,
                \AuthScheme.oauth2.clientCredentials,
                "The client gets a token for itself, with its ID and secret."
            ),
            flow(
                .password,
                \AuthScheme.oauth2.password,
                "The client gets a token for a user, with the user's name and password."
            ),
            flow(
                .authorizationCode,
                \AuthScheme.oauth2.authorizationCode,
                "The user logs in at `authorizationURL` in a browser. The client exchanges the code that the"
            )
            .says("browser returns for a token, and uses refresh tokens to get more."),
            flow(
                .device,
                \AuthScheme.oauth2.device,
                "The user logs in on another device, with a code that the client shows (RFC 8628)."
            ),
            flow(
                .implicit,
                \AuthScheme.oauth2.implicit,
                "The browser returns a token directly. Servers should use `authorizationCode` instead."
            ),
        ]
    )

    private static func flow(
        _ word: OAuth2.Word,
        _ place: Path<AuthScheme, OAuth2Flow?>,
        _ summary: String
    ) -> MappingRule.Key {
        let urls = word.requiredURLs.map { "\($0.key): https://login.example.com/\($0.key.prefix { $0.isLowercase })" }
        return optional(word.rawValue, .map("oauth2Flow")).at(place) {
            $0.part($1, oauth2Flow, OAuth2Flow())
        }
        .example("type: oauth2\n\(word.rawValue): {\(urls.joined(separator: ", "))}").says(summary)
    }

    package static let oauth2Flow = MappingRule(
        id: "oauth2Flow",
        noun: "a flow of OAuth 2",
        summary:
            "The URLs and scopes of one way to get a token. URLs can be relative to `baseURL`. Requires the product "
            + "`NetTaskOAuth`.",
        context: "auth:\n  login:\n    type: oauth2\n    clientCredentials:",
        sample: "{tokenURL: https://login.example.com/token}",
        keys: [
            optional("tokenURL", \OAuth2Flow.tokenURL).example("tokenURL: https://login.example.com/token")
                .says("The URL that returns tokens."),
            optional("refreshURL", \OAuth2Flow.refreshURL)
                .example("tokenURL: https://login.example.com/token\nrefreshURL: https://login.example.com/refresh")
                .says("The URL that exchanges refresh tokens for new tokens.").defaults(to: "`tokenURL`"),
            optional("authorizationURL", \OAuth2Flow.authorizationURL)
                .example(
                    "tokenURL: https://login.example.com/token\nauthorizationURL: https://login.example.com/authorize"
                )
                .says("The URL at which the user logs in."),
            optional("deviceURL", \OAuth2Flow.deviceURL)
                .example("tokenURL: https://login.example.com/token\ndeviceURL: https://login.example.com/device")
                .says("The URL that returns the code for the user's device."),
            optional("scopes", .table(.text)).at(\OAuth2Flow.scopes) { $0.scopes($1) }.harmless
                .example("tokenURL: https://login.example.com/token\nscopes: {\"read:tags\": Reads tags.}")
                .says("The scopes of the server, with their descriptions."),
        ]
    )

    package static let authAlternatives = MappingRule(
        id: "authAlternatives",
        noun: "`auth`",
        summary:
            "The alternatives of the authentication. Requests use the first one for which the queue has credentials.",
        context: "auth: {token: bearer, login: basic}\nendpoints:\n  GetTag:\n    uri: tag\n    auth:",
        sample: "{anyOf: [token, [key, secret]]}",
        keys: [
            required("anyOf", .list(.anyOf([.text, .list(.text)]))).example("anyOf: [token, login]")
                .says("The alternatives in order. Each is a scheme, a list of schemes that are all sent, or `none`.")
        ]
    )
}

extension MappingRule.Key {
    fileprivate func excludesPlace(with kind: String) -> MappingRule.Key {
        excludes(
            ["in", "name"],
            "`{key}` cannot be used with `\(kind)`, which is always sent in the header `Authorization`"
        )
        .with(kind)
        .noting("for another place, use the type `apiKey`")
    }

    fileprivate func excludesFlows(with kind: String) -> MappingRule.Key {
        excludes(["discoveryURL"] + OAuth2.Word.allCases.map(\.rawValue), "`{key}` cannot be used with `\(kind)`")
            .with(kind)
            .noting("write `type: oauth2`")
    }
}
