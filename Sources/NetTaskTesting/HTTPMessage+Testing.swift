public import NetTaskHTTP

extension HTTPMessage {
    /// The body as text, to compare with what is expected; nil if there is none, or one of several parts.
    ///
    ///     #expect(mock.requests[0].bodyText == "title=t&user_id=7")
    public var bodyText: String? {
        body?.data.map { String(decoding: $0, as: UTF8.self) }
    }
}
