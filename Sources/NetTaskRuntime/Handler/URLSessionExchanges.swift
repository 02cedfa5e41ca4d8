import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests that a session has under way, and what has come back for each. It is the session's delegate.
///
/// A delegate, because a session follows redirects by itself for tasks that have a completion handler (on Linux).
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Continuation = CheckedContinuation<(HTTPResponse, Data), any Error>

    private struct Exchange: Sendable {
        let continuation: Continuation
        var response: HTTPURLResponse?
        var data = Data()
    }

    private let exchanges = Locked<[Int: Exchange]>([:])

    func begin(_ task: Int, _ continuation: Continuation) {
        exchanges.withLock { $0[task] = Exchange(continuation: continuation) }
    }

    /// Ends an exchange that is still open; whatever comes for it afterwards is ignored.
    func end(_ task: Int, throwing error: any Error) {
        exchanges.withLock { $0.removeValue(forKey: task) }?.continuation.resume(throwing: error)
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // On Linux a session asks once the whole 401 is there; told to go on without a password, it never ends.
            self.urlSession(session, task: task, didCompleteWithError: nil)
            completionHandler(.cancelAuthenticationChallenge, nil)
        #else
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchanges.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchanges.withLock { $0[dataTask.taskIdentifier]?.data.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            exchange.continuation.resume(throwing: TransportError(urlSession: error))
        } else if let response = exchange.response ?? task.response as? HTTPURLResponse {
            exchange.continuation.resume(returning: (Self.response(response), exchange.data))
        } else {
            exchange.continuation.resume(
                throwing: TransportError(.connectionLost, reason: "the connection ended without a response")
            )
        }
    }

    private static func response(_ response: HTTPURLResponse) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let name = HTTPField.Name(name), let value = value as? String {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        // A status outside three digits is nothing that a valid response can have.
        let code = (100...999).contains(response.statusCode) ? response.statusCode : 999
        return HTTPResponse(status: HTTPResponse.Status(code: code), headerFields: fields)
    }
}

extension TransportError {
    /// Sorts an error of a `URLSession` by what it says about the request.
    init(urlSession error: any Error) {
        let code = (error as? URLError)?.code
        let kind: Kind
        switch code {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            kind = .cannotConnect
        // On Linux a reply that is not HTTP is an "unsupported URL" (the scheme was checked before), and a reply that
        // breaks off or cannot be decoded is "unknown".
        case .networkConnectionLost, .timedOut, .badServerResponse, .cannotParseResponse, .zeroByteResource,
            .cannotDecodeRawData, .cannotDecodeContentData, .unsupportedURL, .unknown:
            kind = .connectionLost
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            kind = .notSecure
        case .badURL:
            kind = .invalidRequest
        default:
            kind = .other
        }
        self.init(kind, reason: error.localizedDescription, underlying: error)
    }
}
