public import HTTPTypes
import NetTaskSystem

/// Hides secrets in errors, logs and descriptions.
public struct Redaction: Sendable, Hashable {
    /// The replacement of a secret.
    static let mark = "<secret>"

    /// The headers whose values are always credentials.
    private static let names: Set<HTTPField.Name> = [
        .authorization, .proxyAuthorization, .cookie, .setCookie,
    ]

    private let secrets: [String]
    /// Whether the reply may contain secrets, so that its body is not quoted.
    package var hidesBody = false

    /// Makes a redaction.
    ///
    /// - Parameters:
    ///   - secrets: the secret values.
    ///   - headers: the headers of a request, whose credentials are secrets too. Default: none.
    public init(secrets: [String], headers: HTTPFields = HTTPFields()) {
        self.secrets = secrets + Self.credentials(in: headers)
    }

    /// Returns a redaction that also hides the secrets of a message.
    package func adding(_ message: HTTPMessage) -> Redaction {
        Redaction(secrets: secrets + message.secrets, headers: message.headers)
    }

    /// Returns the text with `<secret>` in place of each secret, in all encodings. Secrets of fewer than six bytes are replaced
    /// only where they are a whole word, because they are a part of many others: `t` is one of `https`.
    public func text(_ text: String) -> String {
        if secrets.isEmpty { return text }
        let spellings = Set(secrets.filter { !$0.isEmpty }.flatMap(Self.spellings))
        // Longest first, because a secret may be part of another one.
        return spellings.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
            .reduce(text) { text, spelling in
                // Some servers write `%2f` instead of `%2F`.
                text.replacing(
                    bytes: spelling,
                    with: Self.mark,
                    ignoresCase: spelling.contains("%"),
                    isWord: spelling.utf8.count < 6
                )
            }
    }

    /// Returns the start of the body of a reply for descriptions, or `nil` if there is nothing to show.
    ///
    /// - Parameter limit: the number of bytes to show.
    func excerpt(of body: Data, limit: Int) -> String? {
        if body.isEmpty || hidesBody { return nil }
        // Redacted before it is cut, because a secret that is cut cannot be recognized. Escapes may triple the length of a
        // secret.
        let longest = secrets.map(\.utf8.count).max() ?? 0
        let start = String(decoding: body.prefix(limit + 1 + 3 * longest), as: UTF8.self)
        return NetTaskBase.excerpt(of: text(start).utf8, limit: limit)
    }

    /// Returns the value of a header, or `<secret>` if the header has credentials.
    public func value(of field: HTTPField) -> String {
        Self.names.contains(field.name) ? Self.mark : text(field.value)
    }

    /// Returns headers as lines, with `<secret>` in place of credentials.
    func lines(of fields: HTTPFields) -> [String] {
        fields.map { "\($0.name): \(value(of: $0))" }
    }

    /// Returns a URL, or a part of one, without user name and password.
    func url(_ url: String) -> String {
        text(HTTPAddress.withoutCredentials(url))
    }

    /// Whether a header must be sent only to its original origin.
    package func isConfined(_ field: HTTPField) -> Bool {
        value(of: field) != field.value
    }

    /// Returns the values of `Authorization` with and without the scheme, and cookies with and without names.
    private static func credentials(in headers: HTTPFields) -> [String] {
        var result: [String] = []
        for field in headers where names.contains(field.name) {
            result.append(field.value)
            switch field.name {
            case .cookie:
                result += field.value.split(separator: ";").compactMap { pair in
                    pair.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
                }
            default:
                guard let space = field.value.utf8.firstIndex(of: UInt8(ascii: " ")) else { break }
                let token = String(field.value[space...].dropFirst())
                result.append(token)
                // The password of Basic authentication.
                if let pair = Data(base64Encoded: token), let colon = pair.firstIndex(of: UInt8(ascii: ":")) {
                    result.append(String(decoding: pair[colon...].dropFirst(), as: UTF8.self))
                }
            }
        }
        return result
    }

    private static func spellings(of secret: String) -> Set<String> {
        let escaped = PercentEncoding.encoded(secret)
        var json = secret
        for (plain, escape) in [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")] {
            json = json.replacing(bytes: plain, with: escape)
        }
        return [
            secret, escaped, escaped.replacing(bytes: "%20", with: "+"),
            PathSegment.unescapingReserved(in: escaped), json,
            json.replacing(bytes: "/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
        ]
    }
}

/// A type that `dump` and string interpolation show only with these members, because the others may contain secrets.
protocol SelfDescribing: CustomReflectable {
    var members: KeyValuePairs<String, Any> { get }
}

extension SelfDescribing {
    public var customMirror: Mirror { Mirror(self, children: members, displayStyle: .struct) }
}

/// Replaces a secret in descriptions and dumps. It shows neither the value nor whether there is one.
public struct RedactedValue: Sendable, Hashable, CustomStringConvertible {
    /// Makes a value. All values are equal.
    public init() {}

    /// Always `<secret>`.
    public var description: String { Redaction.mark }
}
