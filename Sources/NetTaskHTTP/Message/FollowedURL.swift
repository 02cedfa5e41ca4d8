public import NetTaskSystem

extension ParameterPacker {
    /// Sets the URL of the request to a URL from a server, such as one of a `Location` header, or to a signed URL.
    ///
    /// A relative URL is resolved against the base URL (RFC 3986, section 5). The URL is sent unchanged, without its fragment;
    /// query params are appended to its query. If the scheme is neither http nor https, or if the URL has no host or has a user
    /// name, the task ends with a ``TransportError`` of the kind `invalidRequest`.
    public mutating func follow(_ url: URL) {
        followed = (url, false)
    }

    /// Sets the URL of the request to a URL that is a secret, such as a signed URL. It is hidden in errors, logs and
    /// descriptions.
    public mutating func follow(secret url: URL) {
        followed = (url, true)
    }
}

/// A URL that a task follows, instead of a uri relative to the base URL.
struct FollowedURL: Sendable, Hashable {
    /// The URL without its fragment.
    var text: String
    var isSecret: Bool
    /// Whether the task has other secrets.
    var isBesideSecrets = false
    /// The address that the URL is relative to and whose origin it must have; `nil` for the base URL and any origin.
    var home: Home?

    /// The address of a task before it follows URLs.
    indirect enum Home: Sendable, Hashable {
        case uri(String)
        case url(FollowedURL)
    }

    init(_ text: String, isSecret: Bool) {
        self.text = String(Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") }))
        self.isSecret = isSecret
    }

    /// The texts to hide: the URL, and its query, which servers quote in errors.
    var secrets: [String] {
        guard isSecret else { return [] }
        let query = text.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(text[$0...].dropFirst()) }
        return [text, query ?? ""].filter { !$0.isEmpty }
    }
}

extension HTTPMessage {
    /// Makes this the request for the next page of a list. The method, the headers and the body stay the same. The URL, which a
    /// server sent, replaces the uri and the query. If it leads to another origin, the task ends with a ``TransportError`` of
    /// the kind `invalidRequest`.
    package mutating func goOn(at url: String) {  // words: `nettask` calls it by this name
        var next = FollowedURL(url, isSecret: false)
        next.isBesideSecrets = !secrets.isEmpty
        next.home = followed.map { .url($0) } ?? .uri(uri)
        (uri, query) = (next.text, "")
        followed = next
    }
}

extension HTTPReply {
    /// Resolves a URL in the reply against the URL of the reply, if that is known.
    package func wholeURL(_ text: String) -> String {
        let place = url.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(url[..<$0]) } ?? url
        // The query matters only for an empty reference. A path that contains a redacted secret cannot be used as a base.
        guard !place.contains(Redaction.mark), let base = try? HTTPAddress(place) else { return text }
        return (try? HTTPAddress.resolved(text, against: base)) ?? text
    }
}
