/// Where a param goes when its method does not say it.
public enum ParameterLocation: Sendable, Hashable, CaseIterable {
    /// After the `?` of the URL
    case query
    /// In the body, in the form of the request type
    case body
    /// In the header of that name
    case header
    /// In the header `Cookie`, under that name. Bytes that RFC 6265 does not allow in a value become `%XX`.
    case cookie
}
