import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The requests that a session has under way. It is the session's delegate, and passes on what it is told of each.
///
/// A delegate, because a session follows redirects by itself for tasks that have a completion handler (on Linux).
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Entry: Sendable {
        let exchange: HTTPExchange
        let continuation: CheckedContinuation<Void, any Error>
        var hasResponse = false
    }

    private let entries = Locked<[Int: Entry]>([:])
    /// Where tasks are started and stopped: on Linux these calls wait until the session has a moment for them, which one
    /// that is given bytes without a pause has not. Nobody else should wait for that.
    private let control = DispatchQueue(label: "NetTask.URLSessionExchanges")

    /// Calls one of the methods that start or stop a task, after those of before.
    func control(_ task: URLSessionTask, _ call: @escaping @Sendable (URLSessionTask) -> Void) {
        control.async { call(task) }
    }

    func begin(_ task: Int, _ exchange: HTTPExchange, _ continuation: CheckedContinuation<Void, any Error>) {
        entries.withLock { $0[task] = Entry(exchange: exchange, continuation: continuation) }
    }

    /// Ends an exchange that is still open; whatever comes for it afterwards is ignored.
    func end(_ task: Int, throwing error: any Error) {
        entries.withLock { $0.removeValue(forKey: task) }?.continuation.resume(throwing: error)
    }

    private func pass(_ response: URLResponse?, of task: URLSessionTask) {
        let exchange = entries.withLock { entries in
            entries[task.taskIdentifier]?.hasResponse = true
            return entries[task.taskIdentifier]?.exchange
        }
        guard let exchange, let response = response as? HTTPURLResponse else { return }
        do {
            try exchange.receive(Self.response(response))
        } catch {
            end(task.taskIdentifier, throwing: error)
            control(task) { $0.cancel() }
        }
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
            control(task) { _ in completionHandler(.cancelAuthenticationChallenge, nil) }
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
        pass(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = entries.withLock({ $0[dataTask.taskIdentifier]?.exchange }) else { return }
        do {
            try exchange.receive(data)
        } catch {
            end(dataTask.taskIdentifier, throwing: error)
            return control(dataTask) { $0.cancel() }
        }
        if exchange.isFull {
            control(dataTask) { $0.suspend() }
            exchange.whenReady { [self] in control(dataTask) { $0.resume() } }
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let exchange = entries.withLock({ $0[task.taskIdentifier]?.exchange }) else { return }
        exchange.didSend(totalBytesSent)
        if totalBytesSent == totalBytesExpectedToSend {
            exchange.didSendRequest()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil, entries.withLock({ $0[task.taskIdentifier]?.hasResponse }) == false {
            pass(task.response, of: task)
        }
        guard let entry = entries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            entry.continuation.resume(throwing: TransportError(urlSession: error))
        } else {
            entry.continuation.resume()
        }
    }

    /// - Throws: if its status is none of HTTP, or it has more headers than `HTTPFields` takes, which ends the process
    ///   beyond 65,534.
    private static func response(_ response: HTTPURLResponse) throws(TransportError) -> HTTPResponse {
        let status = try HTTPResponse.Status(received: response.statusCode)
        guard response.allHeaderFields.count < UInt16.max else {
            throw TransportError(.replyTooLarge, reason: "the reply has \(response.allHeaderFields.count) headers")
        }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let name = HTTPField.Name(name), let value = value as? String {
                for value in name == .setCookie ? SetCookieValues.split(value) : [value] {
                    fields.append(HTTPField(name: name, value: value))
                }
            }
        }
        return HTTPResponse(status: status, headerFields: fields)
    }
}

extension TransportError {
    /// Sorts an error of a `URLSession` by what it says about the request.
    init(urlSession error: any Error) {
        let code = (error as? URLError)?.code
        let kind: Kind
        switch code {
        case .unknown where Self.isAboutCertificate(error.localizedDescription):
            kind = .notSecure
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

    /// On Linux only the text, which is curl's, tells a certificate that is not trusted from a reply that breaks off, and a
    /// server that speaks no TLS.
    private static func isAboutCertificate(_ text: String) -> Bool {
        text.localizedCaseInsensitiveContains("certificate") || text.contains("wrong version number")
    }
}
