import Foundation

/// An endpoint names a scheme of authentication that was given no credentials. Nothing was sent, and nothing is retried.
///
/// It ends the task as ``NetTaskError/other(_:)``.
public struct HTTPAuthenticationError: Error, Sendable, Hashable {
    /// The name of the operation, such as `GitHub.ListRepositories`.
    public var operation: String
    /// The name of the generated client, such as `GitHub`.
    public var client: String
    /// The name of the scheme, as the spec has it.
    public var scheme: String

    /// Makes an error.
    public init(operation: String, client: String, scheme: String) {
        self.operation = operation
        self.client = client
        self.scheme = scheme
    }
}

extension HTTPAuthenticationError: DescribedError {
    public var description: String {
        "\(operation) needs the credentials \"\(scheme)\", which \(client).authentication(\(scheme):) was not given"
    }
}
