#if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOHTTPCompression
    import NIOPosix
    import NIOSSL
    import NetTaskHTTP
    import NetTaskSystem

    extension TransportError {
        /// The error for a client that follows redirects.
        static var followedRedirect: TransportError {
            TransportError(
                .redirect,
                reason: "the HTTPClient follows redirects, which only the handler may do; make it with "
                    + "redirectConfiguration: .disallow"
            )
        }

        /// Makes a transport error from an error of the client.
        ///
        /// - Parameter hasBegun: whether a part of the request may have been sent. If not, the error occurred before the
        ///   request reached the server.
        init(asyncHTTPClient error: any Error, hasBegun: Bool) {
            let lost: Kind = hasBegun ? .connectionLost : .cannotConnect
            let kind: Kind
            switch error {
            case let error as HTTPClientError:
                kind = error.kind ?? lost
            case NIOSSLError.uncleanShutdown:
                kind = lost
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                kind = .notSecure
            case let error as NIOHTTP2Errors.StreamClosed where error.errorCode == .refusedStream:
                // Refused before it was processed (RFC 9113, section 8.7), also with GOAWAY.
                kind = .cannotConnect
            case _ where !hasBegun:
                kind = .cannotConnect
            case HTTPParserError.invalidEOFState:
                kind = .connectionLost
            case HTTPParserError.headerOverflow, NIOHTTPDecompression.DecompressionError.limit:
                kind = .replyTooLarge
            case is HTTPParserError, is NIOHTTPDecoderError, is NIOHTTPDecompression.DecompressionError,
                is NIOHTTPDecompression.ExtraDecompressionError:
                kind = .malformedReply
            case is IOError, is ChannelError, is any NIOHTTP2Error:
                kind = .connectionLost
            default:
                kind = .other
            }
            self.init(kind, reason: Self.reason(of: error), underlying: Self.networkError(in: error) ?? error)
        }

        /// Returns the POSIX error for a missing network, if an error of NIO contains one.
        private static func networkError(in error: any Error) -> POSIXError? {
            switch error {
            // It has found no address.
            case let error as NIOConnectionError where error.connectionErrors.isEmpty: TransportError.missingNetwork
            case let error as NIOConnectionError:
                error.connectionErrors.lazy.compactMap { networkError(in: $0.error) }.first
            case let error as IOError where error.errnoCode == ENETUNREACH: POSIXError(.ENETUNREACH)
            case let error as IOError where error.errnoCode == ENETDOWN: POSIXError(.ENETDOWN)
            default: nil
            }
        }

        /// Returns the error in one sentence. NIO's descriptions include the operation and each address of the host.
        private static func reason(of error: any Error) -> String {
            switch error {
            case let error as HTTPClientError: error.shortDescription
            case let error as NIOConnectionError where error.connectionErrors.isEmpty:
                "the address of \(error.host) cannot be found"
            case let error as NIOConnectionError: reason(of: error.connectionErrors[0].error)
            case let error as IOError where error.errnoCode == ECONNREFUSED: "the connection was refused"
            case let error as IOError: String(cString: strerror(error.errnoCode))
            default: "\(error)"
            }
        }
    }

    extension HTTPClientError {
        // Compared by description, because errors with associated values cannot be compared otherwise.

        private static let invalidRequests = Set(
            [
                invalidURL, emptyHost, missingSocketPath, emptyScheme, unsupportedScheme(""), traceRequestWithBody,
                invalidHeaderFieldNames([]), invalidHeaderFieldValues([]), bodyLengthMismatch,
                identityCodingIncorrectlyPresent, contentLengthMissing,
            ].map(\.shortDescription)
        )

        /// The kind of the error, or `nil` if it is about the connection.
        fileprivate var kind: TransportError.Kind? {
            if self == .redirectLimitReached || self == .redirectCycleDetected { return .redirect }
            return Self.invalidRequests.contains(shortDescription) ? .invalidRequest : nil
        }
    }
#endif
