import HTTPTypes

/// Where a message goes, and whether secrets may go there too.
struct HTTPRoute {
    let address: HTTPAddress
    /// `user:password` of the base URL, if it may go there.
    let credentials: String?
    /// Whether a URL that the task follows leads to another origin than that of the base URL.
    let leavesOrigin: Bool
    private let followed: FollowedURL?

    /// - Throws: ``TransportError`` of the kind `invalidRequest` if no usable URL comes of it.
    init(of message: HTTPMessage, from baseURL: String?) throws(TransportError) {
        followed = message.followed
        guard let followed = message.followed else {
            address = try HTTPAddress(base: baseURL, uri: message.uri, query: message.query)
            credentials = address.credentials
            leavesOrigin = false
            return
        }
        var base: HTTPAddress?
        if let baseURL { base = try HTTPAddress(base: baseURL, uri: "", query: "") }
        let address = try HTTPAddress(followed, from: base, query: message.query)
        self.address = address
        leavesOrigin = !(base.map { address.isSameOrigin(scheme: $0.scheme, authority: $0.authority) } ?? false)
        credentials = leavesOrigin ? nil : base?.credentials
    }

    /// What the task or the call itself wants to send is not left out without a word.
    ///
    /// - Parameter headers: of the task and of the call.
    /// - Throws: ``TransportError`` of the kind `invalidRequest` if secrets or credentials would go to another origin.
    func check(_ headers: HTTPFields) throws(TransportError) {
        guard leavesOrigin else { return }
        var what = followed?.isBesideSecrets == true ? "the task's secrets" : nil
        if let field = headers.first(where: Self.isCredential) { what = "the header \(field.name)" }
        guard let what else { return }
        throw TransportError(
            .invalidRequest,
            reason:
                "the URL leads to \(address.origin), which is not the origin of the base URL, and \(what) must not go "
                + "there; a call with `.baseURL(\"\(address.origin)\")` allows it"
        )
    }

    func withoutCredentials(_ headers: HTTPFields) -> HTTPFields {
        leavesOrigin ? HTTPFields(headers.filter { !Self.isCredential($0) }) : headers
    }

    private static func isCredential(_ field: HTTPField) -> Bool { Redaction(secrets: []).isConfined(field) }
}
