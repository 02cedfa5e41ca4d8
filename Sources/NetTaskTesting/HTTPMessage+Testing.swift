public import NetTaskHTTP

extension HTTPMessage {
    /// The body as text, or `nil` if there is none or it has several parts.
    ///
    ///     #expect(mock.requests[0].bodyText == "title=t&user_id=7")
    public var bodyText: String? {
        body?.data.map { String(decoding: $0, as: UTF8.self) }
    }
}
