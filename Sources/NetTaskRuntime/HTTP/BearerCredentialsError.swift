import Foundation

/// Why there is no token.
public enum BearerCredentialsError: Error, Sendable, Hashable {
    /// Five tokens in 30 seconds were refused or expired: something is wrong with them.
    case excessiveRefresh
    /// The new token cannot stand in a header.
    case unusableToken
}

extension BearerCredentialsError: DescribedError {
    public var description: String {
        switch self {
        case .excessiveRefresh: "five new tokens within 30 seconds did not serve; the next is asked for later"
        case .unusableToken: "the new token holds characters that cannot stand in a header"
        }
    }
}
