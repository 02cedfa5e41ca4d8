import Foundation
import NetTaskHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension TransportError {
    /// Sorts an error of a `URLSession` by what it says about the request.
    ///
    /// - Parameter isUnsent: Whether the session ended before it began to send the request.
    init(urlSession error: any Error, isUnsent: Bool = false) {
        let code = (error as? URLError)?.code
        // The description is in the language of the user; the code can be searched for.
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
        /// What curl says if it has not reached a server: of a name, a connection, or the time that they took.
        private static let unconnected = [
            "Could not resolve ", "Couldn't resolve ", "Resolving timed out ", "Failed to connect to ",
            "Could not connect to ", "Couldn't connect to ", "Connection timed out ", "Connection timeout ",
        ]
        /// What curl says of a reply that is not HTTP. It calls a head that Foundation refuses a failure to write.
        private static let malformed = [
            "Failed writing header", "Header without colon", "Nul byte in header", "Invalid Content-Length",
            "Invalid status line", "Unsupported HTTP", "HTTP/0.9", "chunked-encoding", "content unencoding",
        ]

        /// Workaround: Foundation on Linux calls nearly all failures of curl unknown, and any failure a refused connection if the
        /// last connection that failed was refused. Only the description, which is curl's, tells them apart. curl 7.88
        /// to 8.21 have these texts. To be removed once the codes can be trusted (see HTTP.md).
        private static func kind(of code: URLError.Code?, isUnsent: Bool, curl text: String) -> Kind {
            if unconnected.contains(where: text.hasPrefix) { return .cannotConnect }
            if malformed.contains(where: text.contains) { return .malformedReply }
            if text.contains("Too large response headers") { return .replyTooLarge }
            if text.localizedCaseInsensitiveContains("certificate") || text.contains("wrong version number") {
                return .notSecure
            }
            return switch code {
            // Of the reply: the scheme of the request was checked before.
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
            // Often the page of a network that asks for a login first.
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
