/// An endpoint names a scheme of authentication that was given no credentials. Nothing was sent.
public struct HTTPAuthenticationError: Error, Sendable, Hashable {
    /// Such as `GitHub.ListRepositories`.
    public var operation: String
    /// Such as `GitHub`.
    public var client: String
    /// As the spec calls it.
    public var scheme: String

    /// Makes an error.
    public init(operation: String, client: String, scheme: String) {
        self.operation = operation
        self.client = client
        self.scheme = scheme
    }
}

extension HTTPAuthenticationError: CustomStringConvertible {
    public var description: String {
        "\(operation) needs the credentials \"\(scheme)\", which \(client).authentication(\(scheme):) was not given"
    }
}
