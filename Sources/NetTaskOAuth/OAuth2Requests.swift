import HTTPTypes
import NetTaskBase
import NetTaskHTTP
import NetTaskSystem

/// A request of the OAuth 2 protocol: a form whose reply is JSON. An error of the server is part of the response, because some
/// servers send it with status 200.
struct OAuth2Request<Body: OAuth2Body>: HTTPNetTask, CustomReflectable {
    typealias Response = OAuth2Reply<Body>
    typealias Failure = OAuth2Reply<Body>

    let url: String
    let client: OAuth2Client
    /// The params; those without a value are not sent.
    let params: [(name: String, value: String?)]

    static var endpoint: HTTPEndpoint {
        var endpoint = HTTPEndpoint("OAuth2", .post, "", encoding: .form)
        endpoint.hidesReplies = true
        return endpoint
    }

    var uri: String { url }

    func pack(into packer: inout ParameterPacker) {
        packer.header("Accept", "application/json")
        client.pack(into: &packer)
        for case (let name, let value?) in params {
            let isPublic = ["grant_type", "scope", "redirect_uri"].contains(name)
            packer.add(escaping: name, isPublic ? value : packer.keepSecret(value))
        }
    }

    func parse(_ reply: HTTPReply) throws -> Response { try Response(JSONValue(json: reply.body), reply) }

    static func failure(in reply: HTTPReply) throws -> Failure? { try Failure(JSONValue(json: reply.body), reply) }

    var customMirror: Mirror { Mirror(self, children: ["url": url], displayStyle: .struct) }
}

/// The content of a successful reply.
protocol OAuth2Body: Sendable {
    /// Returns `nil` if a required member is missing.
    init?(_ object: JSONValue, date: Date)
}

/// The content of a reply.
enum OAuth2Reply<Body: OAuth2Body>: Sendable, CustomReflectable {
    case body(JSONValue)
    case error(OAuth2Error)

    init(_ object: JSONValue, _ reply: HTTPReply) throws {
        if let code = object["error"]?.stringValue {
            let text = { (key: String) in object[key]?.stringValue.map { excerpt(of: $0.utf8, limit: 500) } }
            self = .error(OAuth2Error(.init(rawValue: code), reason: text("error_description"), url: text("error_uri")))
        } else if (200...299).contains(reply.status.code), Body(object, date: Date()) != nil {
            self = .body(object)
        } else {
            throw ParseError("the reply has neither the required members nor an `error`")
        }
    }

    var customMirror: Mirror { Mirror(self, children: []) }
}

extension OAuth2Token: OAuth2Body {
    init?(_ object: JSONValue, date: Date) {
        // A token of another type, such as `DPoP`, must not be sent as a bearer token (RFC 6749 §7.1). Apigee has `BearerToken`.
        let type = object["token_type"]?.stringValue ?? "bearer"
        guard let token = object["access_token"]?.stringValue, !token.isEmpty, type.lowercased().hasPrefix("bearer")
        else { return nil }
        let seconds = object["expires_in"]?.seconds
        self.init(
            token,
            refreshToken: object["refresh_token"]?.stringValue,
            expires: seconds.map { date + $0 },
            scope: object["scope"]?.stringValue
        )
    }
}

extension OAuth2DeviceCode: OAuth2Body {
    init?(_ object: JSONValue, date: Date) {
        guard let device = object["device_code"]?.stringValue, let user = object["user_code"]?.stringValue,
            let url = (object["verification_uri"] ?? object["verification_url"])?.stringValue
        else { return nil }
        deviceCode = device
        userCode = user
        verificationURL = url
        completeURL = object["verification_uri_complete"]?.stringValue
        // Greater numbers could overflow a `Duration`, and an interval of zero would ask the server without a pause.
        lifetime = .seconds(min(max(object["expires_in"]?.seconds ?? 1800, 0), 86_400))
        let seconds = object["interval"]?.seconds ?? 5
        interval = .seconds(seconds < 1 ? 5 : min(seconds, 86_400))
    }
}

extension JSONValue {
    /// A number of seconds, which some servers send as a text.
    fileprivate var seconds: Double? {
        // `Double` also accepts the text `nan`, which is not a duration.
        (doubleValue ?? stringValue.flatMap(Double.init)).flatMap { $0.isNaN ? nil : $0 }
    }
}
