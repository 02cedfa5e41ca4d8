public import Foundation

extension ParameterPacker {
    /// Makes `url` the URL of the request: one that a server gave, such as in a header `Location`, or one that is signed.
    ///
    /// One that is relative is resolved against the base URL (RFC 3986, section 5). It goes out as it is, but for its
    /// fragment, which is dropped; params of the query are put behind its own. A URL of another scheme than http and https,
    /// without a host or with a user name ends the task with a ``TransportError`` of the kind `invalidRequest`.
    public mutating func follow(_ url: URL) {
        followed = (url, false)
    }

    /// The same for a URL that is a secret, such as one that is signed: nothing that is written shows it.
    public mutating func follow(secret url: URL) {
        followed = (url, true)
    }
}

/// A URL that a task follows, rather than to have a uri below the base URL.
struct FollowedURL: Sendable, Hashable {
    /// Without its fragment.
    var text: String
    var isSecret: Bool
    /// Whether anything else of the task is secret.
    var isBesideSecrets = false
    /// What it is relative to, and must have the origin of; nil for the base URL, and any origin.
    var home: Home?

    /// Where a task goes by itself.
    indirect enum Home: Sendable, Hashable {
        case uri(String)
        case url(FollowedURL)
    }

    init(_ text: String, isSecret: Bool) {
        self.text = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }))
        self.isSecret = isSecret
    }

    /// What must not be shown of it: all of it, and the query, which is what servers quote.
    var secrets: [String] {
        guard isSecret else { return [] }
        let query = text.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(text[$0...].dropFirst()) }
        return [text, query ?? ""].filter { !$0.isEmpty }
    }
}

extension HTTPMessage {
    /// Asks for what comes next of the same list: method, headers and body stay, and the URL, which a server gave, takes the
    /// place of uri and query. It must not lead to another origin: that ends the task with a ``TransportError`` of the kind
    /// `invalidRequest`.
    package mutating func goOn(at url: String) {
        var next = FollowedURL(url, isSecret: false)
        next.isBesideSecrets = !secrets.isEmpty
        next.home = followed.map { .url($0) } ?? .uri(uri)
        (uri, query) = (next.text, "")
        followed = next
    }
}

extension HTTPReply {
    /// A URL that stands in the reply; a relative one is resolved against the URL that answered, if that is known.
    package func wholeURL(_ text: String) -> String {
        let place = url.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(url[..<$0]) } ?? url
        // The query makes no difference but to a reference that is empty; and a secret in the path is not known any more.
        guard !place.contains(Redaction.mark), let base = try? HTTPAddress(place) else { return text }
        return (try? HTTPAddress.resolved(text, against: base)) ?? text
    }
}
