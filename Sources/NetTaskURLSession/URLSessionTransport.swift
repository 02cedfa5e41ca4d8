package import HTTPTypes
public import NetTaskHTTP

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests with Foundation's `URLSession`, on all platforms.
///
///     let queue = HTTPNetTaskQueue(transport: URLSessionTransport(configuration: configuration))
///
/// The handler implements redirects, cookies, caching and credentials itself, so they are disabled in the session, regardless
/// of its configuration. The session's own timeout, which limits idle time, is set to five minutes as a fallback for the
/// handler's timeouts.
///
/// A body that is neither in memory nor a single file is first written to a temporary file, because a session cannot pull bytes
/// from a stream. A GET request with a body is an error on all platforms.
///
/// <doc:HTTP> lists the faults of Foundation on Linux. Up to Swift 6.3, Foundation crashes if a server closes the connection
/// after the first line of a reply and before the end of its head (swift-corelibs-foundation issue 5285). To avoid this, use
/// `AsyncHTTPClientTransport`, in the product `NetTaskAsyncHTTPClient` with the trait `AsyncHTTPClient`.
public final class URLSessionTransport: HTTPCallbackTransport {
    private let session: URLSession
    private let ownsSession: Bool
    private let exchanges: URLSessionExchanges

    /// Makes a transport with its own session.
    ///
    ///     let transport = URLSessionTransport(configuration: .ephemeral, delegate: PinnedCertificates())
    ///
    /// The delegate receives these callbacks of all requests: `didCreateTask`, challenges for certificates and of proxies (of the
    /// task or of the session), `taskIsWaitingForConnectivity`, `didSendBodyData`, `didReceive data`, `didFinishCollecting`,
    /// which contains the metrics, and `didCompleteWithError`. Requests that were cancelled complete with an error, too. The
    /// transport itself handles all others, such as redirects, caching, and challenges for passwords of servers.
    ///
    /// On Linux, a session does not report tasks, connectivity, certificates and metrics.
    ///
    /// - Parameters:
    ///   - configuration: the configuration, for proxies, TLS, connection limits and waiting for connectivity. It is copied, so
    ///     later changes have no effect.
    ///   - delegate: observes the requests, and answers challenges for certificates. The transport holds it. Called on a queue
    ///     of the session, one call at a time. Default: `nil`, the system's rules.
    /// - Precondition: The configuration is not that of a background session.
    public convenience init(
        configuration: URLSessionConfiguration = .ephemeral,
        delegate: (any URLSessionDelegate)? = nil
    ) {
        Self.requireForeground(configuration)
        // A copy, because the session reads the object now, but the caller may change it later. The copy has the class of the
        // original, so the default is never used.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = 300
        let exchanges = URLSessionExchanges(delegate: delegate)
        self.init(Self.session(configuration, exchanges), exchanges: exchanges, ownsSession: true)
    }

    private static func session(
        _ configuration: URLSessionConfiguration,
        _ exchanges: URLSessionExchanges
    ) -> URLSession {
        #if canImport(FoundationNetworking)
            let queue = InlineQueue()
        #else
            let queue: OperationQueue? = nil
        #endif
        return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    /// Makes a transport with an existing session, which the caller must invalidate. The session's delegate receives the
    /// callbacks that ``init(configuration:delegate:)`` lists. The session's cookies, cache and credentials for servers are not
    /// used; the rest of its configuration applies.
    ///
    /// On Linux, the transport makes its own session with the configuration of `session`, because a session that it did not
    /// make cannot report to it there.
    ///
    /// - Precondition: The session is not a background session.
    public convenience init(session: URLSession) {
        Self.requireForeground(session.configuration)
        #if canImport(FoundationNetworking)
            self.init(configuration: session.configuration, delegate: session.delegate)
        #else
            self.init(session, exchanges: URLSessionExchanges(delegate: session.delegate), ownsSession: false)
        #endif
    }

    private init(_ session: URLSession, exchanges: URLSessionExchanges, ownsSession: Bool) {
        self.session = session
        self.exchanges = exchanges
        self.ownsSession = ownsSession
    }

    private static func requireForeground(_ configuration: URLSessionConfiguration) {
        precondition(
            configuration.identifier == nil,
            "URLSessionTransport does not support background sessions. Use URLSessionConfiguration.ephemeral."
        )
    }

    deinit {
        guard ownsSession else { return }
        // A session holds its delegate until it is invalidated.
        session.finishTasksAndInvalidate()
    }

    package func start(
        _ request: HTTPRequest,
        body: HTTPRequestBody?,
        exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable () -> Void {
        if let body, body.data == nil, body.fileURL == nil {
            return inTask(whenDone) { [self] in
                let file = try await body.spooled()
                defer { withExtendedLifetime(file) {} }
                try await send(request, body: .file(file), exchange: exchange)
            }
        }
        do {
            let urlRequest = try Self.urlRequest(
                for: request,
                hasBody: body.map { $0.length != 0 } ?? false,
                isUnmetered: exchange.requiresUnmeteredNetwork
            )
            let session = session(for: request, body)
            let endsSession = session !== self.session
            return exchanges.begin(session, endsSession: endsSession, exchange, whenDone) { [self] in
                let task = Self.task(of: session, urlRequest, body)
                if !ownsSession { task.delegate = exchanges }
                return task
            }
        } catch {
            whenDone(error)
            return {}
        }
    }

    private func session(for request: HTTPRequest, _ body: HTTPRequestBody?) -> URLSession {
        #if canImport(FoundationNetworking)
            // Workaround: If a reused connection ends without a reply, curl sends the request again, without its body. A
            // separate session uses a new connection. Remove this once a session has an option for it (see HTTP.md).
            if !request.method.isIdempotent || body != nil { return Self.session(session.configuration, exchanges) }
        #endif
        return session
    }

    private static func task(
        of session: URLSession,
        _ request: URLRequest,
        _ body: HTTPRequestBody?
    ) -> URLSessionTask {
        // The session reads the length of a file from the file.
        if let file = body?.fileURL { return session.uploadTask(with: request, fromFile: file) }
        #if canImport(FoundationNetworking)
            // A session adds the content type of a form to the body of a data task.
            if let data = body?.data, !data.isEmpty { return session.uploadTask(with: request, from: data) }
            return session.dataTask(with: request)
        #else
            var request = request
            request.httpBody = body?.data
            return session.dataTask(with: request)
        #endif
    }

    public func decodes(_ contentEncoding: String) -> Bool {
        var known = ["gzip", "x-gzip", "deflate", "br", "identity", ""]
        #if canImport(FoundationNetworking)
            known.append("zstd")  // depends on the build of curl, which reports an error otherwise
        #endif
        return contentEncoding.split(separator: ",").allSatisfy {
            known.contains($0.trimmingCharacters(in: .whitespaces))
        }
    }

    /// Returns the host and port.
    private static func host(of request: HTTPRequest) -> String {
        let authority = request.authority ?? ""
        #if canImport(FoundationNetworking) && compiler(<6.5)
            // Workaround: Foundation rejects IPv6 addresses, because it compares them without brackets to those of curl, which
            // have brackets (swift-corelibs-foundation issue 5496). Escaped addresses in curl's notation are equal.
            if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
                let address = String(authority[..<end].dropFirst())
                var bytes = in6_addr()
                var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
                var host = address
                if inet_pton(AF_INET6, address, &bytes) == 1,
                    let short = inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)),
                    strlen(short) < address.utf8.count
                {
                    host = String(cString: short)
                }
                return "%5B\(host.replacing(":", with: "%3A"))%5D\(authority[end...].dropFirst())"
            }
        #endif
        return authority
    }

    private static func urlRequest(
        for request: HTTPRequest,
        hasBody: Bool,
        isUnmetered: Bool
    ) throws(TransportError) -> URLRequest {
        let scheme = request.scheme ?? "https"
        let text = "\(scheme)://\(host(of: request))\(request.path ?? "/")"
        guard scheme == "http" || scheme == "https", let url = URL(string: text) else {
            throw TransportError(.invalidRequest, reason: "\"\(text)\" is not a valid HTTP URL")
        }
        if request.method == .get, hasBody {
            throw TransportError(
                .invalidRequest,
                reason: "URLSession sends no body with GET; use another method or transport"
            )
        }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        #if canImport(FoundationNetworking)
            // All at once: setting headers one by one would capitalize the words of their names. Without `identity`, curl
            // requests encoded replies, and accepts an encoded reply whose end is missing as complete.
            var fields: [HTTPField.Name: String] = [.acceptEncoding: "identity"]
            for field in request.headerFields { fields[field.name] = request.headerFields[field.name] }
            urlRequest.allHTTPHeaderFields = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawName, $1) })
        #else
            if isUnmetered {
                urlRequest.allowsExpensiveNetworkAccess = false
                urlRequest.allowsConstrainedNetworkAccess = false
            }
            for field in request.headerFields {
                urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName)
            }
        #endif
        return urlRequest
    }
}

#if canImport(FoundationNetworking)
    /// Calls the delegate immediately, on the session's own thread, which receives no more data meanwhile. An asynchronous
    /// queue would hold an operation for each chunk of a reply, without a limit.
    ///
    /// Unchecked: the class has no stored properties of its own.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
