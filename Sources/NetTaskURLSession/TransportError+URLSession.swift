import Foundation
import NetTaskHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Makes a transport error from an error of a `URLSession`.
    ///
    /// - Parameter isUnsent: whether the session ended before it started to send the request.
    init(urlSession error: any Error, isUnsent: Bool = false) {
        let code = (error as? URLError)?.code
        // The description is localized, so the code is added to make the error searchable.
        let text = error.localizedDescription
        let reason = text + (code.map { " (URLError \($0.rawValue))" } ?? "")
        #if canImport(FoundationNetworking)
            let kind = Self.kind(of: code, isUnsent: isUnsent, curl: text)
            let isRefused = code == .cannotConnectToHost
            let offline = kind == .cannotConnect && !isRefused ? Self.missingNetwork : nil
            self.init(kind, reason: reason, underlying: offline ?? error)
        #else
            self.init(Self.kind(of: code, isUnsent: isUnsent), reason: reason, underlying: error)
        #endif
    }

    #if canImport(FoundationNetworking)
        /// The texts of curl if it has not reached a server: it failed to resolve the name or to connect, or timed out.
        private static let unconnected = [
            "Could not resolve ", "Couldn't resolve ", "Resolving timed out ", "Failed to connect to ",
            "Could not connect to ", "Couldn't connect to ", "Connection timed out ", "Connection timeout ",
        ]
        /// The texts of curl for a reply that is not HTTP. If Foundation rejects the head, curl reports a write error.
        private static let malformed = [
            "Failed writing header", "Header without colon", "Nul byte in header", "Invalid Content-Length",
            "Invalid status line", "Unsupported HTTP", "HTTP/0.9", "chunked-encoding", "content unencoding",
        ]

        /// Workaround: Foundation on Linux reports nearly all failures of curl as unknown, and any failure as a refused
        /// connection if the last failed connection was refused. Only the description, which is that of curl, is reliable. curl
        /// 7.88 to 8.21 have these texts. Remove this once the codes are reliable (see HTTP.md).
        private static func kind(of code: URLError.Code?, isUnsent: Bool, curl text: String) -> Kind {
            if unconnected.contains(where: text.hasPrefix) { return .cannotConnect }
            if malformed.contains(where: text.contains) { return .malformedReply }
            if text.contains("Too large response headers") { return .replyTooLarge }
            if text.localizedCaseInsensitiveContains("certificate") || text.contains("wrong version number") {
                return .notSecure
            }
            return switch code {
            // An error of the reply: the scheme of the request was checked before.
            case .unsupportedURL: .malformedReply
            case .cannotConnectToHost: .connectionLost
            default: kind(of: code, isUnsent: isUnsent)
            }
        }
    #endif

    private static func kind(of code: URLError.Code?, isUnsent: Bool) -> Kind {
        switch code {
        case .timedOut where isUnsent: .cannotConnect
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive,
            // Often caused by a network that redirects to a login page.
            .secureConnectionFailed:
            .cannotConnect
        case .networkConnectionLost, .timedOut, .badServerResponse, .cannotParseResponse, .zeroByteResource,
            .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL, .unknown:
            .connectionLost
        case .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            .notSecure
        case .badURL, .dataLengthExceedsMaximum: .invalidRequest
        default: .other
        }
    }
}
