/// How params that go into a body are written.
public enum HTTPRequestType: Sendable, Hashable, CaseIterable {
    /// `application/x-www-form-urlencoded`
    case form
    /// `application/json; charset=utf-8`
    case json
    /// `multipart/form-data`, the only one that takes a ``File``
    case multipart
}
