import Foundation
public import HTTPTypes

/// Takes secrets out of what is written: errors, logs, descriptions.
public struct Redaction: Sendable, Hashable {
    /// What stands in place of a secret.
    static let mark = "<secret>"

    /// The headers that carry credentials, whatever their values.
    private static let names: Set<HTTPField.Name> = [
        .authorization, .proxyAuthorization, .cookie, .setCookie,
    ]

    private let secrets: [String]
    /// Whether the reply may hold secrets of its own, so that nothing quotes its body.
    package var hidesBody = false

    /// - Parameters:
    ///   - secrets: the values.
    ///   - headers: of a request, whose credentials are secrets, too.
    public init(secrets: [String], headers: HTTPFields = HTTPFields()) {
        self.secrets = secrets + Self.credentials(in: headers)
    }

    /// The same, with the secrets of a message.
    package func adding(_ message: HTTPMessage) -> Redaction {
        Redaction(secrets: secrets + message.secrets, headers: message.headers)
    }

    /// The text, with a mark in place of each secret, in whichever way it is written there.
    public func text(_ text: String) -> String {
        if secrets.isEmpty { return text }
        let spellings = Set(secrets.filter { !$0.isEmpty }.flatMap(Self.spellings))
        // The longest first, since one may be part of another.
        return spellings.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
            .reduce(text) { text, spelling in
                // Some servers write `%2f` for `%2F`.
                let options: String.CompareOptions = spelling.contains("%") ? [.literal, .caseInsensitive] : .literal
                return text.replacingOccurrences(of: spelling, with: Self.mark, options: options)
            }
    }

    /// The start of the body of a reply, for descriptions; nil if there is nothing to show.
    ///
    /// - Parameter limit: in bytes.
    func excerpt(of body: Data, limit: Int) -> String? {
        if body.isEmpty || hidesBody { return nil }
        // Redacted before it is cut: a secret that is cut is not recognized. Escapes may make one three times as long.
        let longest = secrets.map(\.utf8.count).max() ?? 0
        let start = String(decoding: body.prefix(limit + 1 + 3 * longest), as: UTF8.self)
        return NetTaskBase.excerpt(of: text(start).utf8, limit: limit)
    }

    /// The value of a header, or a mark if the header is one that carries credentials.
    public func value(of field: HTTPField) -> String {
        Self.names.contains(field.name) ? Self.mark : text(field.value)
    }

    /// Headers as lines, with a mark in place of credentials.
    func lines(of fields: HTTPFields) -> [String] {
        fields.map { "\($0.name): \(value(of: $0))" }
    }

    /// A URL or a part of one, without user name and password.
    func url(_ url: String) -> String {
        text(HTTPAddress.withoutCredentials(url))
    }

    /// Whether a header must not go to another origin than the one it was meant for.
    package func isConfined(_ field: HTTPField) -> Bool {
        value(of: field) != field.value
    }

    /// Values of `Authorization` with and without the scheme; cookies with and without names.
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
                // Of Basic the password, too.
                if let pair = Data(base64Encoded: token), let colon = pair.firstIndex(of: UInt8(ascii: ":")) {
                    result.append(String(decoding: pair[colon...].dropFirst(), as: UTF8.self))
                }
            }
        }
        return result
    }

    private static func spellings(of secret: String) -> Set<String> {
        let escaped = secret.addingPercentEncoding(withAllowedCharacters: unreserved) ?? secret
        var json = secret
        for (plain, escape) in [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")] {
            json = json.replacingOccurrences(of: plain, with: escape)
        }
        return [
            secret, escaped, escaped.replacingOccurrences(of: "%20", with: "+"),
            PathSegment.unescapingReserved(in: escaped), json,
            json.replacingOccurrences(of: "/", with: "\\/"), Data(secret.utf8).base64EncodedString(),
        ]
    }

    /// RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}

/// What `dump` and `\(…)` tell of a value that holds secrets: these members, and no others.
protocol SelfDescribing: CustomReflectable {
    var members: KeyValuePairs<String, Any> { get }
}

extension SelfDescribing {
    public var customMirror: Mirror { Mirror(self, children: members, displayStyle: .struct) }
}

/// What stands in descriptions and dumps in place of a secret: the value is not in it, nor whether there is one.
public struct RedactedValue: Sendable, Hashable, CustomStringConvertible {
    /// Makes one; all are the same.
    public init() {}

    /// Always `<secret>`.
    public var description: String { Redaction.mark }
}
